// The state of an invoice, read and written once for all who follow it in this process, however many they are.
import type { Writable } from 'node:stream';
import { Overload } from '../../../core/problem.ts';
import type { WriteEvents } from '../../../io/http/edge/event-streams.ts';
import { type ReaderTurns, readerTurns } from './fair-queue.ts';
import { eventText, LiveStream } from './live-stream.ts';

export interface SnapshotSource {
  /** The state as it is now; null where there is no such invoice. */
  read(invoiceId: string): Promise<object | null>;
  /** Calls back at each change until what it answers is called. */
  subscribe(invoiceId: string, changed: () => void): () => void;
  /** After a read that failed; those who follow are then hung up on, and browsers come back by themselves. */
  onFault(error: unknown): void;
}

export interface SharedSnapshots {
  /**
   * What writes server-sent events, the newest state first, and must be called; null for an unknown invoice. Rejects
   * where the first state cannot be read. `onClose` is called when the stream is over; never where none is answered.
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

/** Changes in quick succession are told as one; the more people hear of it, the longer until the next. */
const pauseMillis = (readers: number) => 100 + readers / 2;
const retryMillis = 1_000;

/** Nobody's process stays for it. */
const passed = (millis: number) => new Promise<void>((resolve) => void setTimeout(resolve, millis).unref());

interface Surroundings {
  readonly source: SnapshotSource;
  readonly turns: ReaderTurns;
  /** When it is over: whoever comes then begins anew. */
  readonly forget: () => void;
}

/** While one read is in flight the changes that come cause one more after it, and no more. */
class FollowedInvoice {
  readonly #id: string;
  readonly #around: Surroundings;
  readonly #unsubscribe: () => void;
  readonly #first = Promise.withResolvers<void>();
  /** By what tells a reader the newest state. */
  readonly #readers = new Map<() => void, LiveStream>();
  /** Readers, and those who wait to become one. */
  #holders = 0;
  #text: Buffer | null = null;
  #isStale = false;
  #isReading = false;
  #isOver = false;

  constructor(id: string, around: Surroundings) {
    this.#id = id;
    this.#around = around;
    this.#first.promise.catch(() => undefined);
    // Before the first read: what changes meanwhile causes another.
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
    let told = first;
    const tell = () => {
      if (this.#text === null || this.#text === told) return;
      told = this.#text;
      reader.show(told);
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

  /** Who was told something already waits until fewer read at once; anybody else, and any other fault, ends it. */
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
