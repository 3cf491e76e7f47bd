// Keeps the page's picture of the invoice fresh: pushed by the server, asked for where pushing does not get through.
import type { Snapshot, Transaction } from '../rules/payment-objects.ts';
import { addressOf } from '../start/public-path.ts';

/** `lost`: the service does not answer; `offline`: the browser itself says that it has no network. */
export type Connection = 'live' | 'polling' | 'lost' | 'offline';

/** Who is told of an invoice, now or later. */
export interface Listener {
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
  const followed = new FollowedInvoice(invoiceId, poll, listener);
  /** Whoever comes back to the page, perhaps from a wallet or from sleep, sees what is true now. */
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

/** An invoice that is followed once for as long as the page is open, whichever part of the page listens. */
export interface LiveInvoice {
  /** Takes the place of who listened before, and is told what was told last. Following starts with the first. */
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
      // What a poll does not tell stays as it was last told.
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
 * Whether this was told of a time before what is known: what the server drew, or answered, may be newer than what a
 * stream begins with. Attempts do not go away, and the newest is always told: without it, it was not there yet.
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
    // A network that swallows everything does not even refuse: connecting has to end too.
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
      // The browser gives a stream up for good when it was answered with anything but a stream.
      if (stream.readyState !== EventSource.CLOSED) return;
      clearTimeout(this.#silenceTimer);
      this.#reopenTimer = window.setTimeout(() => this.open(), reopenMilliseconds);
    });
  }

  /** What is heard of the old stream after this does not count. */
  openAnew(): void {
    if (this.#stopped) return;
    this.#stream?.close();
    this.#stopPolling();
    this.#startPolling(0);
    this.open();
  }

  /**
   * The browser has no network. A stream that is still connected, or a question in flight, says nothing about that:
   * only a question asked later does, as a service on the same machine still answers.
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
      // The stream may have come back meanwhile, and then knows better.
      if (this.#pollTimer === mine) this.#hear(snapshot, 'polling');
    } catch {
      if (this.#pollTimer === mine && !this.#stopped) this.#listener.connection(navigator.onLine ? 'lost' : 'offline');
    }
    if (this.#pollTimer !== mine) return;
    this.#pollTimer = undefined;
    this.#startPolling(pollMilliseconds);
  }
}

/** Rejects where no answer came in time. */
function within<T>(milliseconds: number, answer: Promise<T>): Promise<T> {
  const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('no answer')), milliseconds));
  return Promise.race([answer, late]);
}
