// Whether a shop's page holds this one.

/** The console, which is of this origin, only looks at it. */
export function isFramed(): boolean {
  if (typeof window === 'undefined' || window.parent === window) return false;
  try {
    return saidParent() !== null || window.parent.location.origin !== location.origin;
  } catch {
    // Of another origin, whose address nobody is told.
    return true;
  }
}

/** The origin that the page around says it is. */
export function saidParent(): string | null {
  return queried('parent');
}

export function queried(name: string): string | null {
  return new URLSearchParams(location.search).get(name);
}
