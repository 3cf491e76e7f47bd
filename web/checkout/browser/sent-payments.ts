// Remembers what a wallet sent from this browser, so that neither a reload nor a second tab invites a second payment.

const prefix = 'sent:';
const keptMilliseconds = 14 * 24 * 3600 * 1000;
const listeners = new Set<() => void>();
/** Of this page, where storage is closed, as in some private windows. */
const memory = new Map<string, string>();

interface Sent {
  readonly hash: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** The hash that a wallet answered for this transaction, in this tab or in another one; null where none did. */
export function sentHash(transactionId: string): string | null {
  try {
    return read(localStorage.getItem(prefix + transactionId))?.hash ?? memory.get(transactionId) ?? null;
  } catch {
    // After a reload the claim that the page made is what still tells of it.
    return memory.get(transactionId) ?? null;
  }
}

/** Tells this page and all other tabs of this browser. */
export function rememberSent(transactionId: string, hash: string): void {
  memory.set(transactionId, hash);
  try {
    forgetOld();
    const sent: Sent = { hash, at: Date.now() };
    localStorage.setItem(prefix + transactionId, JSON.stringify(sent));
  } catch {
    // Then this page alone knows.
  }
  for (const listener of listeners) listener();
}

/** Calls `changed` whenever a payment is sent from this page or another tab. Answers how to stop. */
export function followSent(changed: () => void): () => void {
  const heard = (event: StorageEvent): void => {
    if (event.key?.startsWith(prefix)) changed();
  };
  listeners.add(changed);
  window.addEventListener('storage', heard);
  return () => {
    listeners.delete(changed);
    window.removeEventListener('storage', heard);
  };
}

function forgetOld(): void {
  const oldest = Date.now() - keptMilliseconds;
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(prefix) && (read(localStorage.getItem(key))?.at ?? 0) < oldest) localStorage.removeItem(key);
  }
}

function read(text: string | null): Sent | null {
  try {
    return text === null ? null : (JSON.parse(text) as Sent);
  } catch {
    return null;
  }
}
