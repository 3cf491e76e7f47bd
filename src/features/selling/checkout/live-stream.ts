// One reader's stream of server-sent events, which holds no more for a reader who does not read than the newest state.
import type { Writable } from 'node:stream';

/** A page that hears nothing for a little longer than this knows that the connection is gone. */
const beatMillis = 6_000;
/** Whoever has read nothing for so many beats is let go: 30 seconds. */
const mostMissed = 5;
const retryLine = Buffer.from('retry: 2000\n');
/** An event and no comment: browsers tell pages nothing of those. */
const beat = Buffer.from('event: beat\ndata: 1\n\n');

/**
 * Text of `text/event-stream` (HTML Living Standard, "Server-sent events"), written to `to`. A state that is not yet
 * taken is not followed by another: the reader who comes back to it gets the newest. Who takes nothing for 30 seconds
 * is let go. `first` is told at once; `onClose` is called when the stream is over, whoever ended it.
 */
export class LiveStream {
  readonly #to: Writable;
  #newest: Buffer | null = null;
  /** What was written is not all with the system yet. */
  #isFull = false;
  #silences = 0;

  constructor(to: Writable, first: Buffer, onClose: () => void, clock = sharedClock) {
    this.#to = to;
    // A connection that breaks is told of by its close as well.
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

  /** Tells a newer state, as `eventText` has it, once the reader has taken what came before. */
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

/** The event that tells a state, written once for all who read it. */
export function eventText(state: object): Buffer {
  return Buffer.from(`event: invoice\ndata: ${JSON.stringify(state)}\n\n`);
}

function ignored(): void {}

/** One timer for its streams. A sixtieth of them beats at a time, so that no crowd holds up the rest. */
export class BeatClock {
  readonly #slots = Array.from({ length: 60 }, () => new Set<LiveStream>());
  #now = 0;
  #next = 0;
  #streams = 0;
  #timer: NodeJS.Timeout | undefined;

  /** Answers the slot, by which it is removed. */
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

/** One timer for all streams of the process. */
const sharedClock = new BeatClock();
