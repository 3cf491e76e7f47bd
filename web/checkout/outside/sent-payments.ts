// Remembers what a wallet sent from this tab, so that reloading the page does not invite a second payment.

const prefix = 'sent:';

/** The hash that a wallet answered for this transaction, or null. */
export function sentHash(transactionId: string): string | null {
  try {
    return sessionStorage.getItem(prefix + transactionId);
  } catch {
    // Storage is closed in some private windows; the page then forgets on reload, and the list of payments still shows
    // it.
    return null;
  }
}

export function rememberSent(transactionId: string, hash: string): void {
  try {
    sessionStorage.setItem(prefix + transactionId, hash);
  } catch {
    // See above.
  }
}
