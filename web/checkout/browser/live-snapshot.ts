// Keeps the page's copy of the invoice up to date: by the server's stream, or by polling where streams do not get
// through.
import type { Snapshot, Transaction } from '../rules/payment-objects.ts';
import { addressOf } from '../start/public-path.ts';

/** `lost`: the service does not answer; `offline`: the browser reports that it has no network. */
export type Connection = 'live' | 'polling' | 'lost' | 'offline';

/** Receives the invoice's snapshots and the state of the connection. */
export interface Listener {
  show(snapshot: Snapshot): void;
  connection(state: Connection): void;
}

const pollMilliseconds = 3000;
const reopenMilliseconds = 15_000;
/** The server sends a heartbeat every 6 seconds. This and one unanswered poll stay below 15 seconds. */
const silenceMilliseconds = 9000;
const answerMilliseconds = 5000;

/**
 * Follows an invoice until the returned function is called. A stream that breaks or goes silent is reopened. Meanwhile,
 * or if a proxy blocks streams, the invoice is polled. The connection is `lost` only after a poll went unanswered.
 */
export function followInvoice(invoiceId: string, poll: () => Promise<Snapshot>, listener: Listener): () => void {
  const followed = new FollowedInvoice(invoiceId, poll, listener);
  /** A customer who returns to the page, from a wallet or from sleep, sees the current state at once. */
  const wake = () => document.visibilityState === 'visible' && followed.wake();
  const anew = () => followed.openAnew();
  const offline = () => {
    listener.connection('offline');
    followed.goOffline();
  };
  document.addEventListener('visibilitychange', wake);
  window.addEventListener('online', anew);
  window.addEventListener('offline', offline);
  followed.open();
  return () => {
    followed.stop();
    document.removeEventListener('visibilitychange', wake);
    window.removeEventListener('online', anew);
    window.removeEventListener('offline', offline);
  };
}

/** An invoice that is followed once while the page is open, for any part of the page. */
export interface LiveInvoice {
  /** Replaces the earlier listener and immediately receives the last snapshot. The first listener starts the stream. */
  listen(listener: Listener): void;
}

/** `poll` as in `followInvoice`. */
export function liveInvoice(invoiceId: string, poll: () => Promise<Snapshot>): LiveInvoice {
  let told: Snapshot | null = null;
  let connection: Connection = 'live';
  let heard: Listener | null = null;
  const tellOn: Listener = {
    show(snapshot) {
      if (told !== null && isOlder(snapshot, told)) return;
      // A poll has only some members; the others keep their last value.
      told = { ...told, ...snapshot };
      heard?.show(told);
    },
    connection(state) {
      connection = state;
      heard?.connection(state);
    },
  };
  return {
    listen(listener) {
      const isFirst = heard === null;
      heard = listener;
      if (isFirst) followInvoice(invoiceId, poll, tellOn);
      if (told !== null) listener.show(told);
      listener.connection(connection);
    },
  };
}

/**
 * Whether `told` is older than `known`: the snapshot that the server drew, or a reply, may be newer than the stream's
 * first message. Attempts are never removed and the newest is always included, so a snapshot without it is older.
 */
export function isOlder(told: Snapshot, known: Snapshot): boolean {
  const newest = known.transactions.reduce<Transaction | null>(
    (last, one) => (last === null || one.created_at > last.created_at ? one : last),
    null,
  );
  return newest !== null && !told.transactions.some(({ id }) => id === newest.id);
}

class FollowedInvoice {
  readonly #id: string;
  readonly #ask: () => Promise<Snapshot>;
  readonly #listener: Listener;
  #stream: EventSource | null = null;
  #pollTimer: number | undefined;
  #reopenTimer: number | undefined;
  #silenceTimer: number | undefined;
  #heardAt = 0;
  #stopped = false;

  constructor(id: string, ask: () => Promise<Snapshot>, listener: Listener) {
    this.#id = id;
    this.#ask = ask;
    this.#listener = listener;
  }

  open(): void {
    clearTimeout(this.#reopenTimer);
    const stream = new EventSource(addressOf(`/api/invoice/${this.#id}/events?v=1`));
    this.#stream = stream;
    // Some networks drop packets without refusing the connection, so connecting has a time limit too.
    this.#isHeard();
    stream.addEventListener('beat', () => this.#isHeard());
    stream.addEventListener('invoice', (event) => {
      this.#isHeard();
      this.#stopPolling();
      this.#hear(JSON.parse((event as MessageEvent<string>).data) as Snapshot, 'live');
    });
    stream.addEventListener('error', () => {
      if (this.#stopped || this.#stream !== stream) return;
      this.#startPolling(0);
      // The browser gives up a stream for good if the answer was not a stream.
      if (stream.readyState !== EventSource.CLOSED) return;
      clearTimeout(this.#silenceTimer);
      this.#reopenTimer = window.setTimeout(() => this.open(), reopenMilliseconds);
    });
  }

  /** Later messages of the old stream are ignored. */
  openAnew(): void {
    if (this.#stopped) return;
    this.#stream?.close();
    this.#stopPolling();
    this.#startPolling(0);
    this.open();
  }

  /**
   * The browser has no network. An open stream or a pending poll may still succeed, as with a service on the same
   * machine, so only a poll that starts now decides.
   */
  goOffline(): void {
    if (this.#stopped) return;
    this.#stream?.close();
    clearTimeout(this.#reopenTimer);
    clearTimeout(this.#silenceTimer);
    this.#stopPolling();
    this.#startPolling(pollMilliseconds);
  }

  wake(): void {
    if (Date.now() - this.#heardAt > silenceMilliseconds) this.openAnew();
    else if (this.#stream?.readyState !== EventSource.OPEN) this.#startPolling(0);
  }

  stop(): void {
    this.#stopped = true;
    this.#stream?.close();
    this.#stopPolling();
    clearTimeout(this.#reopenTimer);
    clearTimeout(this.#silenceTimer);
  }

  #isHeard(): void {
    this.#heardAt = Date.now();
    clearTimeout(this.#silenceTimer);
    this.#silenceTimer = window.setTimeout(() => this.openAnew(), silenceMilliseconds);
  }

  #hear(snapshot: Snapshot, state: Connection): void {
    if (this.#stopped) return;
    this.#listener.show(snapshot);
    this.#listener.connection(state);
  }

  #stopPolling(): void {
    clearTimeout(this.#pollTimer);
    this.#pollTimer = undefined;
  }

  #startPolling(delay: number): void {
    if (this.#stopped || this.#pollTimer !== undefined) return;
    this.#pollTimer = window.setTimeout(() => void this.#poll(), delay);
  }

  async #poll(): Promise<void> {
    const mine = this.#pollTimer;
    try {
      const snapshot = await within(answerMilliseconds, this.#ask());
      // The stream may have reconnected meanwhile; its data is then newer.
      if (this.#pollTimer === mine) this.#hear(snapshot, 'polling');
    } catch {
      if (this.#pollTimer === mine && !this.#stopped) this.#listener.connection(navigator.onLine ? 'lost' : 'offline');
    }
    if (this.#pollTimer !== mine) return;
    this.#pollTimer = undefined;
    this.#startPolling(pollMilliseconds);
  }
}

/** Rejects if no answer came in time. */
function within<T>(milliseconds: number, answer: Promise<T>): Promise<T> {
  const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('no answer')), milliseconds));
  return Promise.race([answer, late]);
}
