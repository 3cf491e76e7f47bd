// Values all transfers of one quote as one sum, in however many parts, blocks and confirmations they come.
import { type Rate, valueAtRate } from './rate.ts';

/** What was quoted to the customer: exactly `amount` settles exactly `quoted`. amount is null for a late payment. */
export interface QuoteTerms {
  /** Smallest units of the asset. */
  readonly amount: bigint | null;
  /** Minor units of the invoice's currency. */
  readonly quoted: bigint;
  readonly rate: Rate;
  readonly assetDecimals: number;
  readonly minorDecimals: number;
}

/** Smallest units that came, and the minor units they count for. */
export interface Sum {
  readonly received: bigint;
  readonly value: bigint;
}

export const nothing: Sum = { received: 0n, value: 0n };

/**
 * Minor units that `received` (smallest units, of all parts) counts for. Exactly the quoted amount settles the quoted
 * value. Any other amount counts at the rate, rounded down: less of it never for more than was quoted, and more of it
 * never for less. So the value never falls while `received` grows.
 */
export function worth(received: bigint, terms: QuoteTerms): bigint {
  const { amount, quoted, rate, assetDecimals, minorDecimals } = terms;
  const value = valueAtRate(received, assetDecimals, rate, minorDecimals);
  if (amount === null) return value;
  if (received === amount) return quoted;
  const isMore = received > amount;
  return isMore === value > quoted ? value : quoted;
}

/** One chain transaction's part of a quote. */
export interface QuotePart extends Sum {
  readonly id: string;
  /** Confirmed: `value` was credited. Otherwise `value` is pending. */
  readonly isCredited: boolean;
}

/**
 * The parts of one quote that are on the chain. Credited parts together count for what their sum is worth, and so do
 * all parts together. Each part is given the difference that it makes. Callers read `changes` after each step, and
 * write what it returns.
 */
export class QuoteSum {
  readonly #terms: QuoteTerms;
  /** In the order in which they share the value. */
  readonly #parts = new Map<string, QuotePart>();
  #all: Sum;
  #credited: Sum;
  readonly #changed = new Set<string>();
  /** Whether pending values must be shared out anew. */
  #isStale = false;

  /** `beyond`: credited parts that are not listed one by one, whose values stay. */
  constructor(terms: QuoteTerms, beyond: Sum = nothing, parts: readonly QuotePart[] = []) {
    this.#terms = terms;
    this.#all = beyond;
    this.#credited = beyond;
    for (const part of parts) this.#put(part);
  }

  /** Minor units that this part counts for. */
  valueOf(id: string): bigint {
    return this.#parts.get(id)?.value ?? 0n;
  }

  /** Smallest units that all parts brought. */
  get received(): bigint {
    return this.#all.received;
  }

  /** Minor units by which `received` (smallest units) more would raise the value of all parts. */
  valueOfMore(received: bigint): bigint {
    this.#share();
    return this.#difference(this.#all, received);
  }

  /** This part brought so much, unconfirmed; it may have been seen before. */
  see(id: string, received: bigint): void {
    const before = this.#parts.get(id)?.received ?? 0n;
    this.#remove(id);
    if (received < before) this.#isStale = true;
    this.#share();
    this.#put({ id, received, value: this.#difference(this.#all, received), isCredited: false });
  }

  /** The transfers of this part left the chain. */
  lose(id: string): void {
    if (this.#remove(id)) this.#isStale = true;
  }

  /** It is confirmed. Its value becomes its difference to the confirmed sum. */
  credit(id: string): void {
    const part = this.#parts.get(id);
    if (part === undefined || part.isCredited) throw new Error(`${id} is no unconfirmed part of the quote`);
    const value = this.#difference(this.#credited, part.received);
    if (value !== part.value) this.#isStale = true;
    this.#put({ ...part, value, isCredited: true });
  }

  /** A confirmed part is taken back. Others are corrected, so that they count for what is left of the sum. */
  reverse(id: string): void {
    const before = this.#credited.value;
    if (!this.#remove(id)) return;
    const due = worth(this.#credited.received, this.#terms);
    this.#correct((due < before ? due : before) - this.#credited.value);
    this.#isStale = true;
  }

  /** The parts whose value changed since this was last read. */
  changes(): QuotePart[] {
    this.#share();
    const changed = [...this.#changed].flatMap((id) => this.#parts.get(id) ?? []);
    this.#changed.clear();
    return changed;
  }

  /** Gives each unconfirmed part its value, in order. */
  #share(): void {
    if (!this.#isStale) return;
    this.#isStale = false;
    let before = this.#credited;
    for (const part of [...this.#parts.values()].filter(({ isCredited }) => !isCredited)) {
      const value = this.#difference(before, part.received);
      before = { received: before.received + part.received, value: before.value + value };
      if (value !== part.value) this.#put({ ...part, value });
    }
  }

  /** Moves the credited values by `by`, the newest first, and none below zero. */
  #correct(by: bigint): void {
    let left = by;
    for (const part of [...this.#parts.values()].filter(({ isCredited }) => isCredited).toReversed()) {
      if (left === 0n) return;
      const value = part.value + left > 0n ? part.value + left : 0n;
      left -= value - part.value;
      if (value !== part.value) this.#put({ ...part, value });
    }
  }

  /** A sum that was valued higher before, by other rules, is not raised by what comes. */
  #difference(before: Sum, received: bigint): bigint {
    const more = worth(before.received + received, this.#terms) - before.value;
    return more > 0n ? more : 0n;
  }

  #put(part: QuotePart): void {
    const before = this.#parts.get(part.id);
    this.#parts.set(part.id, part);
    this.#add(part, before);
    if (before !== undefined) this.#changed.add(part.id);
  }

  #remove(id: string): boolean {
    const before = this.#parts.get(id);
    this.#parts.delete(id);
    this.#changed.delete(id);
    this.#add(undefined, before);
    return before !== undefined;
  }

  #add(now: QuotePart | undefined, before: QuotePart | undefined): void {
    this.#all = moved(this.#all, now, before);
    const credited = [now, before].map((one) => (one?.isCredited ? one : undefined));
    this.#credited = moved(this.#credited, credited[0], credited[1]);
  }
}

function moved(sum: Sum, added: Sum | undefined, taken: Sum | undefined): Sum {
  return {
    received: sum.received + (added?.received ?? 0n) - (taken?.received ?? 0n),
    value: sum.value + (added?.value ?? 0n) - (taken?.value ?? 0n),
  };
}

/** A transaction, as far as its quote is concerned. Amounts in smallest units, values in minor units. */
export interface QuotedPayment {
  readonly id: string;
  /** The payment whose quote it is a part of, itself among them; null while its quote has one part. */
  readonly quoteId: string | null;
  /** `processing` while it is not confirmed, `success` then; anything else is over without money. */
  readonly status: string;
  /** Null where nothing was quoted for it. */
  readonly amount: bigint | null;
  /** Null while nothing is on the chain. */
  readonly received: bigint | null;
  readonly pending: bigint;
  readonly credited: bigint;
  readonly deadline: Date | null;
}

/** A quote with its parts, as far as they are on the chain. */
export interface DividedQuote<Part extends QuotedPayment> {
  /** The payment that was quoted. */
  readonly root: Part;
  /** Unconfirmed parts, and confirmed ones where these may be taken back. */
  readonly parts: readonly Part[];
  /** The confirmed parts that are not listed. */
  readonly beyond: Sum;
}

/** All quotes that one commit concerns, as far as they have several parts. */
export class DividedQuotes<Part extends QuotedPayment> {
  /** By the payment that was quoted. */
  readonly #sums = new Map<string, QuoteSum>();
  /** Parts that are read for their quote alone: no caller asked for them. */
  readonly #unasked = new Set<string>();
  readonly #payments: Map<string, Part>;
  readonly #termsOf: (payment: Part) => QuoteTerms;

  /** `payments`: those of the commit, by id, as they change. */
  constructor(payments: Map<string, Part>, termsOf: (payment: Part) => QuoteTerms) {
    this.#payments = payments;
    this.#termsOf = termsOf;
  }

  /** Adds those parts that are not among the payments yet. */
  include(quotes: readonly DividedQuote<Part>[]): void {
    for (const { root, parts, beyond } of quotes) {
      for (const one of [root, ...parts]) {
        if (this.#payments.has(one.id)) continue;
        this.#payments.set(one.id, one);
        this.#unasked.add(one.id);
      }
      this.#sums.set(root.id, new QuoteSum(this.#termsOf(root), beyond, parts.flatMap(partOf)));
    }
  }

  isUnasked(id: string): boolean {
    return this.#unasked.has(id);
  }

  get sums(): readonly QuoteSum[] {
    return [...this.#sums.values()];
  }

  /** Null where the payment is the only part of its quote. */
  sumOf({ quoteId }: Part): QuoteSum | null {
    return quoteId === null ? null : (this.#sums.get(quoteId) ?? null);
  }

  /** The payment that was quoted, where this one is a part of its quote; else this one. */
  rootOf(payment: Part): Part {
    return this.#payments.get(payment.quoteId ?? payment.id) ?? payment;
  }

  /** Until when its quote counts, on the network's clock; null where nothing was quoted. */
  deadlineOf(payment: Part): Date | null {
    return this.rootOf(payment).deadline;
  }

  /** Minor units that so much more (smallest units) would add to its quote; null where nothing was quoted. */
  valueOfMore(payment: Part, amount: bigint): bigint | null {
    const root = this.rootOf(payment);
    return root.amount === null ? null : (this.#sums.get(root.id) ?? this.#newSum(root)).valueOfMore(amount);
  }

  /** From now on this payment has further parts. False where it had some before. */
  divide(root: Part): boolean {
    if (this.#sums.has(root.id)) return false;
    this.#sums.set(root.id, this.#newSum(root));
    return true;
  }

  #newSum(root: Part): QuoteSum {
    return new QuoteSum(this.#termsOf(root), nothing, partOf(root));
  }
}

/** As a part of its quote; none while nothing of it is on the chain. */
function partOf({ id, status, received, pending, credited }: QuotedPayment): QuotePart[] {
  if (received === null || (status !== 'processing' && status !== 'success')) return [];
  const isCredited = status === 'success';
  return [{ id, received, value: isCredited ? credited : pending, isCredited }];
}
