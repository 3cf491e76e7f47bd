// Whether this page is inside a frame: a shop's, or the preview of the console.

/** Whether the console previews this page: its frame has this page's origin. */
export function isPreview(): boolean {
  return typeof window !== 'undefined' && window.parent !== window && !isFramed();
}

/** Whether a shop shows this page in a frame. */
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
