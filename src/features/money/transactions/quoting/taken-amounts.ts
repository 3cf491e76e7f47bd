// Remembers amounts that this process recently quoted or found taken. The next customer with the same price gets
// another amount at once.
import { LruMap } from 'toad-cache';
import type { PromisePlace } from './place-store.ts';

/** Enough for a quarter of an hour in a busy shop. A forgotten amount only costs a second try. */
const mostKept = 50_000;
const keptMillis = 900_000;

/** A hint that saves a round trip. The database decides which amount a quote gets. */
export class TakenAmounts {
  private readonly kept = new LruMap<{ readonly invoiceId: string | null; readonly at: number }>(mostKept);

  isLikelyTaken(place: PromisePlace, amount: bigint): boolean {
    const taken = this.kept.get(keyOf(place, amount));
    return taken !== undefined && taken.invoiceId !== place.invoiceId && place.now.getTime() - taken.at < keptMillis;
  }

  /** The same invoice may get the amount again. */
  addQuoted(place: PromisePlace, amount: bigint): void {
    this.add(place, amount, place.invoiceId);
  }

  addRefused(place: PromisePlace, amount: bigint): void {
    this.add(place, amount, null);
  }

  private add(place: PromisePlace, amount: bigint, invoiceId: string | null): void {
    this.kept.set(keyOf(place, amount), { invoiceId, at: place.now.getTime() });
  }
}

function keyOf({ recipient, assetId }: PromisePlace, amount: bigint): string {
  return `${recipient} ${assetId} ${amount}`;
}
