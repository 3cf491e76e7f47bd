// Keeps the page's picture of the invoice fresh: pushed by the server, asked for where pushing does not get through.
import type { Snapshot } from '../rules/payment-objects.ts';

/** `lost`: the service does not answer; `offline`: the browser itself says that it has no network. */
export type Connection = 'live' | 'polling' | 'lost' | 'offline';

interface Listener {
  show(snapshot: Snapshot): void;
  connection(state: Connection): void;
}

const pollMilliseconds = 3000;
const reopenMilliseconds = 15_000;
/** The server sends a beat every 6 seconds. This and one unanswered question are less than 15 seconds. */
const silenceMilliseconds = 9000;
const answerMilliseconds = 5000;

/**
 * Follows an invoice until the returned function is called. A stream that breaks or falls silent is opened again;
 * meanwhile, and where a proxy swallows streams altogether, the invoice is polled. The connection is only called lost
 * once a question went unanswered.
 */
export function followInvoice(invoiceId: string, poll: () => Promise<Snapshot>, listener: Listener): () => void {
  let stream: EventSource | null = null;
  let pollTimer: number | undefined;
  let reopenTimer: number | undefined;
  let silenceTimer: number | undefined;
  let heardAt = 0;
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
        const snapshot = await within(answerMilliseconds, poll());
        // The stream may have come back meanwhile, and then knows better.
        if (pollTimer === mine) hear(snapshot, 'polling');
      } catch {
        if (pollTimer === mine && !stopped) listener.connection(navigator.onLine ? 'lost' : 'offline');
      }
      if (pollTimer !== mine) return;
      pollTimer = undefined;
      startPolling(pollMilliseconds);
    }, delay);
  };
  const standing = (): void => {
    heardAt = Date.now();
    clearTimeout(silenceTimer);
    silenceTimer = window.setTimeout(anew, silenceMilliseconds);
  };
  /** What is heard of the old stream after this does not count. */
  const anew = (): void => {
    if (stopped) return;
    stream?.close();
    stopPolling();
    startPolling(0);
    open();
  };
  const open = (): void => {
    clearTimeout(reopenTimer);
    const mine = new EventSource(`/api/invoice/${invoiceId}/events?v=1`);
    stream = mine;
    // A network that swallows everything does not even refuse: connecting has to end too.
    standing();
    mine.addEventListener('beat', standing);
    mine.addEventListener('invoice', (event) => {
      standing();
      stopPolling();
      hear(JSON.parse((event as MessageEvent<string>).data) as Snapshot, 'live');
    });
    mine.addEventListener('error', () => {
      if (stopped || stream !== mine) return;
      startPolling(0);
      // The browser gives a stream up for good when it was answered with anything but a stream.
      if (mine.readyState !== EventSource.CLOSED) return;
      clearTimeout(silenceTimer);
      reopenTimer = window.setTimeout(open, reopenMilliseconds);
    });
  };
  /** Whoever comes back to the page, perhaps from a wallet or from sleep, sees what is true now. */
  const wake = (): void => {
    if (document.visibilityState !== 'visible') return;
    if (Date.now() - heardAt > silenceMilliseconds) anew();
    else if (stream?.readyState !== EventSource.OPEN) startPolling(0);
  };
  const offline = (): void => listener.connection('offline');

  document.addEventListener('visibilitychange', wake);
  window.addEventListener('online', anew);
  window.addEventListener('offline', offline);
  open();
  return () => {
    stopped = true;
    stream?.close();
    stopPolling();
    clearTimeout(reopenTimer);
    clearTimeout(silenceTimer);
    document.removeEventListener('visibilitychange', wake);
    window.removeEventListener('online', anew);
    window.removeEventListener('offline', offline);
  };
}

/** Rejects where no answer came in time. */
function within<T>(milliseconds: number, answer: Promise<T>): Promise<T> {
  const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('no answer')), milliseconds));
  return Promise.race([answer, late]);
}
