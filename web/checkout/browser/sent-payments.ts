// Remembers the payments that a wallet sent from this browser, so that a reload or a second tab does not invite a
// second payment.

const prefix = 'sent:';
const keptMilliseconds = 14 * 24 * 3600 * 1000;
const listeners = new Set<() => void>();
/** Used if storage is blocked, as in some private windows. */
const memory = new Map<string, string>();

interface Sent {
  readonly hash: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** The hash that a wallet returned for this transaction, in this tab or another one; null if none did. */
export function sentHash(transactionId: string): string | null {
  try {
    return read(localStorage.getItem(prefix + transactionId))?.hash ?? memory.get(transactionId) ?? null;
  } catch {
    // After a reload only the claim that the page made still has it.
    return memory.get(transactionId) ?? null;
  }
}

/** Publishes it to this page and to all other tabs of this browser. */
export function rememberSent(transactionId: string, hash: string): void {
  memory.set(transactionId, hash);
  try {
    forgetOld();
    const sent: Sent = { hash, at: Date.now() };
    localStorage.setItem(prefix + transactionId, JSON.stringify(sent));
  } catch {
    // Only this page has it then.
  }
  for (const listener of listeners) listener();
}

/** Calls `changed` for each payment sent from this page or another tab. Returns the function that stops it. */
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
