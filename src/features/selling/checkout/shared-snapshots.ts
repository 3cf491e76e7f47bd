// Reads and encodes the state of an invoice once for all its readers in this process.
import type { Writable } from 'node:stream';
import { Overload } from '../../../core/problem.ts';
import type { WriteEvents } from '../../../io/http/edge/event-streams.ts';
import { type ReaderTurns, readerTurns } from './fair-queue.ts';
import { eventText, LiveStream } from './live-stream.ts';

export interface SnapshotSource {
  /** Returns the current state; null if there is no such invoice. */
  read(invoiceId: string): Promise<object | null>;
  /** Calls `changed` at each change. Returns a function that unsubscribes. */
  subscribe(invoiceId: string, changed: () => void): () => void;
  /** Called after a failed read. The streams of the invoice are then closed, and browsers reconnect. */
  onFault(error: unknown): void;
}

export interface SharedSnapshots {
  /**
   * Returns a function that writes server-sent events, beginning with the newest state; the caller must call it.
   * Returns null for an unknown invoice. Rejects if the first state cannot be read. `onClose` is called when the stream
   * ends, and never if null is returned.
   */
  follow(invoiceId: string, onClose: () => void): Promise<WriteEvents | null>;
}

export function sharedSnapshots(source: SnapshotSource): SharedSnapshots {
  const followed = new Map<string, FollowedInvoice>();
  const turns = readerTurns();
  const enter = (invoiceId: string) => {
    const known = followed.get(invoiceId);
    if (known !== undefined) return known;
    const fresh = new FollowedInvoice(invoiceId, { source, turns, forget: () => followed.delete(invoiceId) });
    followed.set(invoiceId, fresh);
    return fresh;
  };
  return { follow: (invoiceId, onClose) => enter(invoiceId).follow(onClose) };
}

/** The pause between two reads, in which changes are combined. It grows with the number of readers. */
const pauseMillis = (readers: number) => 100 + readers / 2;
const retryMillis = 1_000;

/** The timer does not keep the process alive. */
const passed = (millis: number) => new Promise<void>((resolve) => void setTimeout(resolve, millis).unref());

interface Surroundings {
  readonly source: SnapshotSource;
  readonly turns: ReaderTurns;
  /** Called at the end, so that a later reader starts again. */
  readonly forget: () => void;
}

/** Changes during a read cause exactly one more read after it. */
class FollowedInvoice {
  readonly #id: string;
  readonly #around: Surroundings;
  readonly #unsubscribe: () => void;
  readonly #first = Promise.withResolvers<void>();
  /** The streams, by the function that sends them the newest state. */
  readonly #readers = new Map<() => void, LiveStream>();
  /** The number of readers, including those waiting for the first state. */
  #holders = 0;
  #text: Buffer | null = null;
  #isStale = false;
  #isReading = false;
  #isOver = false;

  constructor(id: string, around: Surroundings) {
    this.#id = id;
    this.#around = around;
    this.#first.promise.catch(() => undefined);
    // Subscribed before the first read, so that a change meanwhile causes another read.
    this.#unsubscribe = around.source.subscribe(id, () => this.#refresh());
    this.#refresh();
  }

  async follow(onClose: () => void): Promise<WriteEvents | null> {
    this.#holders += 1;
    try {
      await this.#first.promise;
    } catch (error) {
      this.#leave();
      throw error;
    }
    const first = this.#text;
    if (first !== null) return (to) => this.#admit(to, this.#text ?? first, onClose);
    this.#leave();
    return null;
  }

  #admit(to: Writable, first: Buffer, onClose: () => void): void {
    let shown = first;
    const tell = () => {
      if (this.#text === null || this.#text === shown) return;
      shown = this.#text;
      reader.show(shown);
    };
    const reader = new LiveStream(to, first, () => {
      this.#readers.delete(tell);
      this.#around.turns.remove(this.#id, tell);
      this.#leave();
      onClose();
    });
    if (!to.destroyed) this.#readers.set(tell, reader);
    if (this.#isOver) reader.destroy();
  }

  #leave(): void {
    this.#holders -= 1;
    if (this.#holders === 0) this.#end();
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#unsubscribe();
    this.#around.forget();
    for (const reader of this.#readers.values()) reader.destroy();
  }

  #refresh(): void {
    this.#isStale = true;
    if (!this.#isReading) void this.#readWhileStale();
  }

  async #readWhileStale(): Promise<void> {
    const { source } = this.#around;
    this.#isReading = true;
    while (this.#isStale && !this.#isOver) {
      this.#isStale = false;
      try {
        const state = await source.read(this.#id);
        this.#tellAll(state === null ? null : eventText(state));
      } catch (error) {
        await this.#missed(error);
      }
      await passed(pauseMillis(this.#readers.size));
    }
    this.#isReading = false;
  }

  #tellAll(text: Buffer | null): void {
    if (text !== null && this.#text !== null && text.equals(this.#text)) return;
    this.#text = text;
    this.#first.resolve();
    for (const tell of this.#readers.keys()) this.#around.turns.add(this.#id, tell);
  }

  /**
   * On overload, readers with a state wait and the read is tried again. Otherwise, and on any other error, the streams
   * end.
   */
  async #missed(error: unknown): Promise<void> {
    if (error instanceof Overload && this.#text !== null) {
      this.#isStale = true;
      return passed(retryMillis);
    }
    this.#first.reject(error);
    this.#around.source.onFault(error);
    this.#end();
  }
}
