// A stream of server-sent events for one reader. It buffers at most the newest state for a reader that does not read.
import type { Writable } from 'node:stream';

/** The page assumes a lost connection if it receives nothing for a little longer than this. */
const beatMillis = 6_000;
/** A reader that has read nothing for this many beats (30 seconds) is disconnected. */
const mostMissed = 5;
const retryLine = Buffer.from('retry: 2000\n');
/** An event instead of a comment, because browsers do not report comments to pages. */
const beat = Buffer.from('event: beat\ndata: 1\n\n');

/**
 * Writes `text/event-stream` (HTML Living Standard, "Server-sent events") to `to`. While the reader has not read a
 * state, further states only replace the next one. A reader that reads nothing for 30 seconds is disconnected. `first`
 * is written at once. `onClose` is called when either side ends the stream.
 */
export class LiveStream {
  readonly #to: Writable;
  #newest: Buffer | null = null;
  /** Whether the last write has not been flushed yet. */
  #isFull = false;
  #silences = 0;

  constructor(to: Writable, first: Buffer, onClose: () => void, clock = sharedClock) {
    this.#to = to;
    // A broken connection also emits 'close', which is handled below.
    to.on('error', ignored);
    if (to.destroyed) {
      onClose();
      return;
    }
    const slot = clock.add(this);
    to.once('close', () => {
      clock.remove(this, slot);
      onClose();
    });
    to.write(retryLine);
    this.#write(first);
  }

  /** Sends a newer state, made by `eventText`, once the reader has read the previous one. */
  show(state: Buffer): void {
    this.#newest = state;
    this.#tell();
  }

  beat(): void {
    if (!this.#isFull) this.#write(beat);
    else if (++this.#silences === mostMissed) this.destroy();
  }

  destroy(): void {
    this.#to.destroy();
  }

  #tell(): void {
    if (this.#newest === null || this.#isFull) return;
    const state = this.#newest;
    this.#newest = null;
    this.#write(state);
  }

  #write(text: Buffer): void {
    if (this.#to.destroyed || this.#to.writableEnded) return;
    this.#isFull = true;
    this.#to.write(text, () => {
      this.#isFull = false;
      this.#silences = 0;
      this.#tell();
    });
  }
}

/** Encodes a state as an event. It is encoded once for all readers. */
export function eventText(state: object): Buffer {
  return Buffer.from(`event: invoice\ndata: ${JSON.stringify(state)}\n\n`);
}

function ignored(): void {}

/** One timer for many streams. It beats a sixtieth of them at a time, so that many streams cause no delay. */
export class BeatClock {
  readonly #slots = Array.from({ length: 60 }, () => new Set<LiveStream>());
  #now = 0;
  #next = 0;
  #streams = 0;
  #timer: NodeJS.Timeout | undefined;

  /** Returns the slot, which `remove` needs. */
  add(stream: LiveStream): number {
    this.#timer ??= setInterval(() => this.#tick(), beatMillis / this.#slots.length);
    const slot = this.#next;
    this.#next = (slot + 1) % this.#slots.length;
    this.#slots[slot]?.add(stream);
    this.#streams += 1;
    return slot;
  }

  remove(stream: LiveStream, slot: number): void {
    this.#slots[slot]?.delete(stream);
    this.#streams -= 1;
    if (this.#streams > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #tick(): void {
    this.#now = (this.#now + 1) % this.#slots.length;
    for (const stream of this.#slots[this.#now] ?? []) stream.beat();
  }
}

/** Shared by all streams of the process. */
const sharedClock = new BeatClock();
