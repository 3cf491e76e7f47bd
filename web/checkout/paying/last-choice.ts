// What the customer chose last time, kept in this browser alone.

/** What was kept under `name`, or null. */
export function remembered(name: 'offer' | 'way'): string | null {
  try {
    return localStorage.getItem(`quittance:${name}`);
  } catch {
    // Storage is closed in some private windows; the page then asks as if for the first time.
    return null;
  }
}

export function remember(name: 'offer' | 'way', value: string): void {
  try {
    localStorage.setItem(`quittance:${name}`, value);
  } catch {
    // See above.
  }
}
