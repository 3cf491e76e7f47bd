// Amounts that this process quoted or was refused lately, so that the next customer of the same price is offered
// another one at once.
import { LruMap } from 'toad-cache';
import type { PromisePlace } from './place-store.ts';

/** A quarter of an hour of a busy shop: an amount that is forgotten costs its customer a second try. */
const mostKept = 50_000;
const keptMillis = 900_000;

/** A guess that saves a round trip: the database decides which amount a quote gets. */
export class TakenAmounts {
  private readonly kept = new LruMap<{ readonly invoiceId: string | null; readonly at: number }>(mostKept);

  isLikelyTaken(place: PromisePlace, amount: bigint): boolean {
    const taken = this.kept.get(keyOf(place, amount));
    return taken !== undefined && taken.invoiceId !== place.invoiceId && place.now.getTime() - taken.at < keptMillis;
  }

  /** Another customer of the invoice may be shown the amount again. */
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
