// Sends an app's events as server-sent events, in commit order. A client can resume after any event. The number of
// streams is limited.
import { Readable } from 'node:stream';
import { Problem } from '../../../core/problem.ts';
import type { PlacedEvent, Position } from './commit-order-store.ts';

/** Limits the open streams, in total and for each app. */
export interface StreamBounds {
  /** Counts one more stream of the app until the returned function is called. Throws Problem too_many_streams. */
  open(appId: string): () => void;
}

const mostStreams = 100;
const mostOfApp = 10;

export function streamBounds(): StreamBounds {
  const counts = new Map<string, number>();
  let all = 0;
  return {
    open(appId) {
      const ofApp = counts.get(appId) ?? 0;
      if (all >= mostStreams || ofApp >= mostOfApp)
        throw new Problem('too_many_streams', { headers: { 'retry-after': '30' } });
      counts.set(appId, ofApp + 1);
      all += 1;
      let isOpen = true;
      return () => {
        if (!isOpen) return;
        isOpen = false;
        all -= 1;
        const left = (counts.get(appId) ?? 1) - 1;
        if (left > 0) counts.set(appId, left);
        else counts.delete(appId);
      };
    },
  };
}

export interface EventStreamOptions {
  readonly after: Position;
  /** The events after that position, oldest first. */
  read(after: Position): Promise<readonly PlacedEvent[]>;
  view(event: PlacedEvent): object;
  /** Called after `read` rejected. The stream then ends, and the client reconnects automatically. */
  onFault(error: unknown): void;
}

const lookMillis = 500;
const heartbeatMillis = 15_000;
/** The longest life of a stream. It ends so that a revoked token cannot read on. Clients reconnect automatically. */
const lifeMillis = 10 * 60_000;

/** Text of `text/event-stream`. The database is read only as fast as the client reads. */
export function eventStream({ after, read, view, onFault }: EventStreamOptions): Readable {
  let position = after;
  let isFull = false;
  let isLooking = false;
  const stream = new Readable({
    read() {
      isFull = false;
    },
  });
  const push = (text: string) => {
    isFull = !stream.push(text);
  };
  const look = async () => {
    if (isLooking || isFull || stream.destroyed) return;
    isLooking = true;
    try {
      for (let more = true; more && !isFull && !stream.destroyed; ) {
        const events = await read(position);
        more = events.length > 0;
        const text = events.map((one) => `id: ${one.id}\nevent: ${one.type}\ndata: ${JSON.stringify(view(one))}\n\n`);
        if (stream.destroyed || !more) break;
        push(text.join(''));
        position = events.at(-1) ?? position;
      }
    } catch (error) {
      onFault(error);
      stream.destroy();
    } finally {
      isLooking = false;
    }
  };
  const timers = [
    setInterval(() => void look(), lookMillis),
    setInterval(() => {
      if (!isFull) push(':\n\n');
    }, heartbeatMillis),
    setTimeout(() => stream.destroy(), lifeMillis),
  ];
  stream.once('close', () => {
    for (const timer of timers) clearTimeout(timer);
  });
  push('retry: 2000\n\n');
  void look();
  return stream;
}
