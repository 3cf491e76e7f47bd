// A stream of server-sent events with the newest state of one thing, which holds no more for a reader who does not read than one state.
import { Readable } from 'node:stream';

export interface LiveStreamOptions {
  /** What to tell first. */
  readonly first: object;
  /** The state as it is now; null where there is nothing to tell. */
  readonly now: () => Promise<object | null>;
  /** Calls back at each change until what it answers is called. */
  readonly subscribe: (changed: () => void) => () => void;
  /** After a rejected `now`; the stream then ends, and the browser comes back by itself. */
  readonly onFault: (error: unknown) => void;
}

const keepAliveMillis = 15_000;
const retryMillis = 2_000;

/**
 * Text of `text/event-stream` (HTML Living Standard, "Server-sent events"). A state that is not yet read is not followed by
 * another: the reader who comes back to it gets the newest. Who reads nothing for two keep-alives is let go.
 */
export function liveStream({ first, now, subscribe, onFault }: LiveStreamOptions): Readable {
  let isSending = false;
  let isStale = false;
  let isFull = false;
  let silences = 0;
  const stream = new Readable({
    read() {
      isFull = false;
      silences = 0;
      if (isStale) void send();
    },
  });
  const push = (text: string) => {
    isFull = !stream.push(text);
  };
  const send = async () => {
    isStale = true;
    if (isSending) return;
    isSending = true;
    try {
      while (isStale && !isFull && !stream.destroyed) {
        isStale = false;
        const state = await now();
        if (state !== null && !stream.destroyed) push(eventText(state));
      }
    } catch (error) {
      onFault(error);
      stream.destroy();
    } finally {
      isSending = false;
    }
  };
  const unsubscribe = subscribe(() => void send());
  const keepAlive = setInterval(() => {
    if (!isFull) push(':\n\n');
    else if (++silences === 2) stream.destroy();
  }, keepAliveMillis);
  stream.once('close', () => {
    unsubscribe();
    clearInterval(keepAlive);
  });
  push(`retry: ${retryMillis}\n${eventText(first)}`);
  // What changed between the first state and the subscription.
  void send();
  return stream;
}

function eventText(data: object): string {
  return `event: invoice\ndata: ${JSON.stringify(data)}\n\n`;
}
