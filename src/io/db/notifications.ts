// Listens for NOTIFY over a dedicated connection. The connection is monitored and replaced if lost, and gaps are
// reported.
import pg from 'pg';
import type { Database } from './database.ts';

export interface NotificationOptions {
  url: string;
  applicationName: string;
  onError(error: Error): void;
}

export interface Notifications {
  listen: Database['listen'];
  close(): Promise<void>;
}

interface Subscriber {
  channel: string;
  onMessage(payload: string): void;
  onGap(): void;
  /** Whether a notification may have been lost while the connection was down. */
  missed: boolean;
}

// A connection can be dead without either end noticing, so it is tested.
const HEARTBEAT_MILLIS = 20_000;
const ANSWER_TIMEOUT_MILLIS = 10_000;
const LONGEST_PAUSE_MILLIS = 5_000;

/**
 * Connects at the first call of `listen`, which resolves after the first attempt even if it failed. Keeps trying, and
 * calls `onGap` once it is connected again. A subscriber that then reads the tables has missed nothing.
 */
export function openNotifications(options: NotificationOptions): Notifications {
  const line = new NotificationLine(options);
  return { listen: (channel, onMessage, onGap) => line.listen(channel, onMessage, onGap), close: () => line.close() };
}

class NotificationLine implements Notifications {
  readonly #options: NotificationOptions;
  readonly #subscribers = new Set<Subscriber>();
  readonly #heard = new Set<string>();
  readonly #heartbeat: NodeJS.Timeout;
  #client: pg.Client | null = null;
  #closed = false;
  #failures = 0;
  #retry: NodeJS.Timeout | undefined;
  #tail: Promise<void> = Promise.resolve();

  constructor(options: NotificationOptions) {
    this.#options = options;
    this.#heartbeat = setInterval(() => {
      if (this.#client) this.#inTurn(async () => void (await this.#client?.query('select 1')));
    }, HEARTBEAT_MILLIS).unref();
  }

  async listen(channel: string, onMessage: (payload: string) => void, onGap: () => void): Promise<() => Promise<void>> {
    const subscriber: Subscriber = { channel, onMessage, onGap, missed: false };
    this.#subscribers.add(subscriber);
    await this.#inTurn(() => this.#catchUp());
    return async () => {
      if (!this.#subscribers.delete(subscriber)) return;
      await this.#inTurn(async () => {
        const wanted = [...this.#subscribers].some((other) => other.channel === channel);
        if (wanted || !this.#heard.delete(channel)) return;
        await this.#client?.query(`unlisten ${pg.escapeIdentifier(channel)}`);
      });
    };
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#heartbeat);
    clearTimeout(this.#retry);
    this.#subscribers.clear();
    await this.#tail;
    await this.#client?.end().catch(() => {});
    this.#client = null;
  }

  /** Runs one step at a time, because a connection handles one statement at a time. */
  #inTurn(step: () => Promise<void>): Promise<void> {
    this.#tail = this.#tail.then(step).catch((error) => this.#lose(error as Error));
    return this.#tail;
  }

  #lose(error: Error): void {
    const lost = this.#client;
    this.#client = null;
    this.#heard.clear();
    for (const subscriber of this.#subscribers) subscriber.missed = true;
    lost?.end().catch(() => {});
    if (this.#closed || this.#subscribers.size === 0) return;
    this.#options.onError(error);
    clearTimeout(this.#retry);
    const pause = Math.min(LONGEST_PAUSE_MILLIS, 50 * 2 ** this.#failures);
    this.#retry = setTimeout(() => this.#inTurn(() => this.#catchUp()), pause);
    this.#failures += 1;
  }

  async #catchUp(): Promise<void> {
    if (this.#closed || this.#subscribers.size === 0) return;
    this.#client ??= await this.#connect();
    const client = this.#client;
    for (const { channel } of this.#subscribers) {
      if (this.#heard.has(channel)) continue;
      await client.query(`listen ${pg.escapeIdentifier(channel)}`);
      // The connection was lost right after its answer. A new attempt is already scheduled.
      if (this.#client !== client) return;
      this.#heard.add(channel);
    }
    this.#failures = 0;
    for (const subscriber of this.#subscribers) {
      if (!subscriber.missed) continue;
      subscriber.missed = false;
      this.#call(() => subscriber.onGap());
    }
  }

  async #connect(): Promise<pg.Client> {
    const fresh = new pg.Client({
      connectionString: this.#options.url,
      application_name: `${this.#options.applicationName} listen`,
      connectionTimeoutMillis: ANSWER_TIMEOUT_MILLIS,
      query_timeout: ANSWER_TIMEOUT_MILLIS,
      keepAlive: true,
    });
    fresh.on('error', (error) => {
      if (fresh === this.#client) this.#lose(error);
    });
    fresh.on('notification', ({ channel, payload }) => {
      for (const subscriber of this.#subscribers) {
        if (subscriber.channel === channel) this.#call(() => subscriber.onMessage(payload ?? ''));
      }
    });
    await fresh.connect();
    return fresh;
  }

  #call(act: () => void): void {
    try {
      act();
    } catch (error) {
      this.#options.onError(error as Error);
    }
  }
}
