// Whether this page is inside a shop's frame.

/** The console has this page's origin and only previews it. */
export function isFramed(): boolean {
  if (typeof window === 'undefined' || window.parent === window) return false;
  try {
    return saidParent() !== null || window.parent.location.origin !== location.origin;
  } catch {
    // The parent has another origin, and the browser hides its address.
    return true;
  }
}

/** The origin that the parent page gave in the query. */
export function saidParent(): string | null {
  return queried('parent');
}

export function queried(name: string): string | null {
  return new URLSearchParams(location.search).get(name);
}
