// One reader's stream of server-sent events, which holds no more for a reader who does not read than the newest state.
import { Readable } from 'node:stream';

export interface LiveStream {
  readonly stream: Readable;
  /** Tells a newer state, as `eventText` has it, once the reader has read what came before. */
  show(state: Buffer): void;
}

const keepAliveMillis = 15_000;
const retryLine = Buffer.from('retry: 2000\n');
const keepAliveLine = Buffer.from(':\n\n');

/**
 * Text of `text/event-stream` (HTML Living Standard, "Server-sent events"). A state that is not yet read is not
 * followed by another: the reader who comes back to it gets the newest. Who reads nothing for two keep-alives is let
 * go. `first` is told at once; `onClose` is called when the stream is over, whoever ended it.
 */
export function liveStream(first: Buffer, onClose: () => void): LiveStream {
  let newest: Buffer | null = null;
  let isFull = false;
  let silences = 0;
  const tell = () => {
    if (newest === null || isFull || stream.destroyed) return;
    const state = newest;
    newest = null;
    isFull = !stream.push(state);
  };
  const stream = new Readable({
    // States are shared by all readers: one that waits here costs nothing, and none waits behind it.
    highWaterMark: 1,
    read() {
      isFull = false;
      silences = 0;
      tell();
    },
  });
  const keepAlive = setInterval(() => {
    if (!isFull) isFull = !stream.push(keepAliveLine);
    else if (++silences === 2) stream.destroy();
  }, keepAliveMillis);
  stream.once('close', () => {
    clearInterval(keepAlive);
    onClose();
  });
  stream.push(retryLine);
  isFull = !stream.push(first);
  return {
    stream,
    show(state) {
      newest = state;
      tell();
    },
  };
}

/** The event that tells a state, written once for all who read it. */
export function eventText(state: object): Buffer {
  return Buffer.from(`event: invoice\ndata: ${JSON.stringify(state)}\n\n`);
}
