// Keeps the page's picture of the invoice fresh: pushed by the server, asked for where pushing does not get through.
import type { Snapshot } from '../rules/payment-objects.ts';

export type Connection = 'live' | 'polling' | 'lost';

interface Listener {
  show(snapshot: Snapshot): void;
  connection(state: Connection): void;
}

const pollMilliseconds = 3000;
const reopenMilliseconds = 15_000;

/**
 * Follows an invoice until the returned function is called. A dropped stream reopens by itself; meanwhile, and where a
 * proxy swallows streams altogether, the invoice is polled.
 */
export function followInvoice(invoiceId: string, poll: () => Promise<Snapshot>, listener: Listener): () => void {
  let stream: EventSource | null = null;
  let pollTimer: number | undefined;
  let reopenTimer: number | undefined;
  let stopped = false;

  const hear = (snapshot: Snapshot, state: Connection): void => {
    if (stopped) return;
    listener.show(snapshot);
    listener.connection(state);
  };
  const stopPolling = (): void => {
    clearTimeout(pollTimer);
    pollTimer = undefined;
  };
  const startPolling = (delay: number): void => {
    if (stopped || pollTimer !== undefined) return;
    pollTimer = window.setTimeout(async () => {
      const mine = pollTimer;
      try {
        const snapshot = await poll();
        // The stream may have come back meanwhile, and then knows better.
        if (pollTimer === mine) hear(snapshot, 'polling');
      } catch {
        if (pollTimer === mine && !stopped) listener.connection('lost');
      }
      if (pollTimer !== mine) return;
      pollTimer = undefined;
      startPolling(pollMilliseconds);
    }, delay);
  };
  const open = (): void => {
    stream = new EventSource(`/api/invoice/${invoiceId}/events?v=1`);
    stream.addEventListener('invoice', (event) => {
      stopPolling();
      hear(JSON.parse((event as MessageEvent<string>).data) as Snapshot, 'live');
    });
    stream.addEventListener('error', () => {
      if (stopped) return;
      startPolling(0);
      // The browser gives a stream up for good when it was answered with anything but a stream.
      if (stream?.readyState === EventSource.CLOSED) reopenTimer = window.setTimeout(open, reopenMilliseconds);
    });
  };
  const wake = (): void => {
    if (document.visibilityState === 'visible' && stream?.readyState !== EventSource.OPEN) startPolling(0);
  };

  document.addEventListener('visibilitychange', wake);
  window.addEventListener('online', wake);
  open();
  return () => {
    stopped = true;
    stream?.close();
    stopPolling();
    clearTimeout(reopenTimer);
    document.removeEventListener('visibilitychange', wake);
    window.removeEventListener('online', wake);
  };
}
