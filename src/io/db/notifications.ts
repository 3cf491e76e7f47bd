// Hears NOTIFY over one connection of its own, which is watched, replaced when lost, and honest about gaps.
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
  /** Whether something may have been said while this one could not hear. */
  missed: boolean;
}

// A connection can be dead without either end knowing: only asking tells.
const HEARTBEAT_MILLIS = 20_000;
const ANSWER_TIMEOUT_MILLIS = 10_000;
const LONGEST_PAUSE_MILLIS = 5_000;

/**
 * Connects when first asked to listen. `listen` answers after the first attempt even when that failed: it keeps trying,
 * and calls `onGap` once it hears again, after which a look at the tables misses nothing.
 */
export function openNotifications({ url, applicationName, onError }: NotificationOptions): Notifications {
  const subscribers = new Set<Subscriber>();
  const heard = new Set<string>();
  let client: pg.Client | null = null;
  let closed = false;
  let failures = 0;
  let retry: NodeJS.Timeout | undefined;
  let tail: Promise<void> = Promise.resolve();

  // One step at a time, since a connection answers one statement at a time.
  const inTurn = (step: () => Promise<void>): Promise<void> => {
    tail = tail.then(step).catch((error) => lose(error as Error));
    return tail;
  };

  const lose = (error: Error): void => {
    const lost = client;
    client = null;
    heard.clear();
    for (const subscriber of subscribers) subscriber.missed = true;
    lost?.end().catch(() => {});
    if (closed || subscribers.size === 0) return;
    onError(error);
    clearTimeout(retry);
    retry = setTimeout(() => inTurn(catchUp), Math.min(LONGEST_PAUSE_MILLIS, 50 * 2 ** failures));
    failures += 1;
  };

  const connect = async (): Promise<pg.Client> => {
    const fresh = new pg.Client({
      connectionString: url,
      application_name: `${applicationName} listen`,
      connectionTimeoutMillis: ANSWER_TIMEOUT_MILLIS,
      query_timeout: ANSWER_TIMEOUT_MILLIS,
      keepAlive: true,
    });
    fresh.on('error', (error) => {
      if (fresh === client) lose(error);
    });
    fresh.on('notification', ({ channel, payload }) => {
      for (const subscriber of subscribers)
        if (subscriber.channel === channel) call(() => subscriber.onMessage(payload ?? ''));
    });
    await fresh.connect();
    return fresh;
  };

  const catchUp = async (): Promise<void> => {
    if (closed || subscribers.size === 0) return;
    client ??= await connect();
    for (const { channel } of subscribers) {
      if (heard.has(channel)) continue;
      await client.query(`listen ${pg.escapeIdentifier(channel)}`);
      heard.add(channel);
    }
    failures = 0;
    for (const subscriber of subscribers) {
      if (!subscriber.missed) continue;
      subscriber.missed = false;
      call(() => subscriber.onGap());
    }
  };

  const call = (act: () => void): void => {
    try {
      act();
    } catch (error) {
      onError(error as Error);
    }
  };

  const heartbeat = setInterval(() => {
    if (client) inTurn(async () => void (await client?.query('select 1')));
  }, HEARTBEAT_MILLIS).unref();

  return {
    async listen(channel, onMessage, onGap) {
      const subscriber: Subscriber = { channel, onMessage, onGap, missed: false };
      subscribers.add(subscriber);
      await inTurn(catchUp);
      return async () => {
        if (!subscribers.delete(subscriber)) return;
        await inTurn(async () => {
          const wanted = [...subscribers].some((other) => other.channel === channel);
          if (!wanted && heard.delete(channel)) await client?.query(`unlisten ${pg.escapeIdentifier(channel)}`);
        });
      };
    },
    async close() {
      closed = true;
      clearInterval(heartbeat);
      clearTimeout(retry);
      subscribers.clear();
      await tail;
      await client?.end().catch(() => {});
      client = null;
    },
  };
}
