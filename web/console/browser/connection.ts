// Whether the service answers: known from every call, and polled after a failure until it answers.
import { publicPath } from '../public-path.ts';
import { cell } from './cell.ts';

/** offline: this device has no network. away: the service, or its database, does not answer. */
export type Connection = 'fine' | 'offline' | 'away';

export const connection = cell<Connection>('fine');

const firstWaitMillis = 1000;
const longestWaitMillis = 15_000;
const healed = new Set<() => void>();
let probing: ReturnType<typeof setTimeout> | null = null;

/**
 * Called after the first answer that follows a failure: the screen may be out of date. Returns the function that
 * unsubscribes.
 */
export function onHealed(listener: () => void): () => void {
  healed.add(listener);
  return () => void healed.delete(listener);
}

/** Records that an answer of any kind came. */
export function answered(): void {
  if (probing !== null) clearTimeout(probing);
  probing = null;
  if (connection.get() === 'fine') return;
  connection.set('fine');
  for (const listener of healed) listener();
}

/** Records that no answer came, or one that reports an outage. */
export function lost(): void {
  connection.set(navigator.onLine ? 'away' : 'offline');
  if (probing === null) probeAfter(firstWaitMillis);
}

function probeAfter(millis: number): void {
  probing = setTimeout(async () => {
    const answers = await fetch(`${publicPath}/api/auth/get-session`, {
      cache: 'no-store',
      signal: AbortSignal.timeout(10_000),
    })
      .then((response) => response.status < 500)
      .catch(() => false);
    if (answers) return answered();
    connection.set(navigator.onLine ? 'away' : 'offline');
    probeAfter(Math.min(millis * 2, longestWaitMillis));
  }, millis);
}

/** Follows the browser's own network status. */
export function watchNetwork(): void {
  window.addEventListener('offline', lost);
  window.addEventListener('online', () => {
    if (probing !== null) clearTimeout(probing);
    probeAfter(0);
  });
}
