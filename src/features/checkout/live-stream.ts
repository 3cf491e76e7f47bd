// One reader's stream of server-sent events, which holds no more for a reader who does not read than the newest state.
import { Readable } from 'node:stream';

export interface LiveStream {
  readonly stream: Readable;
  /** Tells a newer state, as `eventText` has it, once the reader has read what came before. */
  show(state: Buffer): void;
}

/** A page that hears nothing for a little longer than this knows that the connection is gone. */
const beatMillis = 6_000;
/** Whoever has read nothing for so many beats is let go: 30 seconds. */
const mostMissed = 5;
const retryLine = Buffer.from('retry: 2000\n');
/** An event and no comment: browsers tell pages nothing of those. */
const beat = Buffer.from('event: beat\ndata: 1\n\n');

/**
 * Text of `text/event-stream` (HTML Living Standard, "Server-sent events"). A state that is not yet read is not
 * followed by another: the reader who comes back to it gets the newest. Who reads nothing for 30 seconds is let
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
  const heart = setInterval(() => {
    if (!isFull) isFull = !stream.push(beat);
    else if (++silences === mostMissed) stream.destroy();
  }, beatMillis);
  stream.once('close', () => {
    clearInterval(heart);
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
