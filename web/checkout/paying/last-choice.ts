// The customer's last choice, kept in this browser only.

/** The value kept under `name`, or null. */
export function remembered(name: 'offer' | 'way'): string | null {
  try {
    return localStorage.getItem(`quittance:${name}`);
  } catch {
    // Some private windows block storage; the page then starts without a choice.
    return null;
  }
}

export function remember(name: 'offer' | 'way', value: string): void {
  try {
    localStorage.setItem(`quittance:${name}`, value);
  } catch {
    // Some private windows block storage.
  }
}
