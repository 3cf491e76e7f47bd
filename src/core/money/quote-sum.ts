// Values all transfers of one quote as one sum, regardless of their number, blocks and confirmations.
import { type Rate, valueAtRate } from './rate.ts';

/** The terms of a quote: exactly `amount` settles exactly `quoted`. amount is null for a late payment. */
export interface QuoteTerms {
  /** Smallest units of the asset. */
  readonly amount: bigint | null;
  /** Minor units of the invoice's currency. */
  readonly quoted: bigint;
  readonly rate: Rate;
  readonly assetDecimals: number;
  readonly minorDecimals: number;
}

/** Received smallest units, and their value in minor units. */
export interface Sum {
  readonly received: bigint;
  readonly value: bigint;
}

export const nothing: Sum = { received: 0n, value: 0n };

/**
 * The value in minor units of `received` smallest units (all parts together). Exactly the quoted amount settles the
 * quoted value. Any other amount is valued at the rate, rounded down. A smaller amount never exceeds the quoted value,
 * and a larger one never falls below it. So the value never falls while `received` grows.
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
  /** If true, the part is confirmed and `value` was credited. Otherwise `value` is pending. */
  readonly isCredited: boolean;
}

/**
 * The parts of one quote that are on the chain. Credited parts together are worth as much as their sum, and so are all
 * parts together. The value of each part is the difference that it makes. Callers read `changes` after each step and
 * store the returned parts.
 */
export class QuoteSum {
  readonly #terms: QuoteTerms;
  /** In the order in which they share the value. */
  readonly #parts = new Map<string, QuotePart>();
  #all: Sum;
  #credited: Sum;
  readonly #changed = new Set<string>();
  /** Whether pending values must be recomputed. */
  #isStale = false;

  /** `beyond`: the sum of credited parts that are not listed one by one. Their values do not change. */
  constructor(terms: QuoteTerms, beyond: Sum = nothing, parts: readonly QuotePart[] = []) {
    this.#terms = terms;
    this.#all = beyond;
    this.#credited = beyond;
    for (const part of parts) this.#put(part);
  }

  /** The value of this part in minor units. */
  valueOf(id: string): bigint {
    return this.#parts.get(id)?.value ?? 0n;
  }

  /** Smallest units received in all parts. */
  get received(): bigint {
    return this.#all.received;
  }

  /** The value in minor units that `received` more smallest units would add. */
  valueOfMore(received: bigint): bigint {
    this.#share();
    return this.#difference(this.#all, received);
  }

  /** Records an unconfirmed part with this amount, or updates it if it is known. */
  see(id: string, received: bigint): void {
    const before = this.#parts.get(id)?.received ?? 0n;
    this.#remove(id);
    if (received < before) this.#isStale = true;
    this.#share();
    this.#put({ id, received, value: this.#difference(this.#all, received), isCredited: false });
  }

  /** Removes a part whose transfers left the chain. */
  lose(id: string): void {
    if (this.#remove(id)) this.#isStale = true;
  }

  /** Confirms a part. Its value becomes the difference that it makes to the confirmed sum. */
  credit(id: string): void {
    const part = this.#parts.get(id);
    if (part === undefined || part.isCredited) throw new Error(`${id} is not an unconfirmed part of the quote`);
    const value = this.#difference(this.#credited, part.received);
    if (value !== part.value) this.#isStale = true;
    this.#put({ ...part, value, isCredited: true });
  }

  /** Reverses a confirmed part. The values of the others are corrected to match the remaining sum. */
  reverse(id: string): void {
    const before = this.#credited.value;
    if (!this.#remove(id)) return;
    const due = worth(this.#credited.received, this.#terms);
    this.#correct((due < before ? due : before) - this.#credited.value);
    this.#isStale = true;
  }

  /** The parts whose value changed since the last call. */
  changes(): QuotePart[] {
    this.#share();
    const changed = [...this.#changed].flatMap((id) => this.#parts.get(id) ?? []);
    this.#changed.clear();
    return changed;
  }

  /** Recomputes the value of each unconfirmed part, in order. */
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

  /** Changes the credited values by `by` in total, newest first, and none below zero. */
  #correct(by: bigint): void {
    let left = by;
    for (const part of [...this.#parts.values()].filter(({ isCredited }) => isCredited).toReversed()) {
      if (left === 0n) return;
      const value = part.value + left > 0n ? part.value + left : 0n;
      left -= value - part.value;
      if (value !== part.value) this.#put({ ...part, value });
    }
  }

  /** If older rules valued the sum higher, further parts do not raise it. */
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

/** The fields of a transaction that concern its quote. Amounts are in smallest units, values in minor units. */
export interface QuotedPayment {
  readonly id: string;
  /** The id of the payment that was quoted, which may be this one; null while its quote has only one part. */
  readonly quoteId: string | null;
  /** `processing` until confirmed, then `success`. Any other status means that it ended without money. */
  readonly status: string;
  /** Null if it had no quote. */
  readonly amount: bigint | null;
  /** Null until a transfer is on the chain. */
  readonly received: bigint | null;
  readonly pending: bigint;
  readonly credited: bigint;
  readonly deadline: Date | null;
}

/** A quote and its parts that are on the chain. */
export interface DividedQuote<Part extends QuotedPayment> {
  /** The payment that was quoted. */
  readonly root: Part;
  /** Unconfirmed parts, and confirmed parts that can still be reversed. */
  readonly parts: readonly Part[];
  /** The confirmed parts that are not listed. */
  readonly beyond: Sum;
}

/** The quotes with several parts that one commit touches. */
export class DividedQuotes<Part extends QuotedPayment> {
  /** Keyed by the id of the payment that was quoted. */
  readonly #sums = new Map<string, QuoteSum>();
  /** Parts that were read only for their quote and that no caller asked for. */
  readonly #unasked = new Set<string>();
  readonly #payments: Map<string, Part>;
  readonly #termsOf: (payment: Part) => QuoteTerms;

  /** `payments`: the payments of the commit, by id, which may change. */
  constructor(payments: Map<string, Part>, termsOf: (payment: Part) => QuoteTerms) {
    this.#payments = payments;
    this.#termsOf = termsOf;
  }

  /** Adds the quotes and the parts that are not among the payments yet. */
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

  /** Null if the payment is the only part of its quote. */
  sumOf({ quoteId }: Part): QuoteSum | null {
    return quoteId === null ? null : (this.#sums.get(quoteId) ?? null);
  }

  /** The payment that was quoted, if this one is a part of its quote; otherwise this payment. */
  rootOf(payment: Part): Part {
    return this.#payments.get(payment.quoteId ?? payment.id) ?? payment;
  }

  /** The time until which its quote is valid, on the network's clock; null if it had no quote. */
  deadlineOf(payment: Part): Date | null {
    return this.rootOf(payment).deadline;
  }

  /** The value in minor units that this amount (smallest units) would add to its quote; null if it had no quote. */
  valueOfMore(payment: Part, amount: bigint): bigint | null {
    const root = this.rootOf(payment);
    return root.amount === null ? null : (this.#sums.get(root.id) ?? this.#newSum(root)).valueOfMore(amount);
  }

  /** Marks this payment as having further parts. Returns false if it already had some. */
  divide(root: Part): boolean {
    if (this.#sums.has(root.id)) return false;
    this.#sums.set(root.id, this.#newSum(root));
    return true;
  }

  #newSum(root: Part): QuoteSum {
    return new QuoteSum(this.#termsOf(root), nothing, partOf(root));
  }
}

/** The payment as a part of its quote; empty if none of it is on the chain. */
function partOf({ id, status, received, pending, credited }: QuotedPayment): QuotePart[] {
  if (received === null || (status !== 'processing' && status !== 'success')) return [];
  const isCredited = status === 'success';
  return [{ id, received, value: isCredited ? credited : pending, isCredited }];
}
