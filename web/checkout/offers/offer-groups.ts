// Groups the ways to pay by coin. The coin that the customer used last comes first.
import { isOfferedFor } from '../rules/figures.ts';
import type { Invoice, Offer } from '../rules/payment-objects.ts';

/** One coin, and the networks on which it is offered. Never empty. */
export interface CoinGroup {
  readonly symbol: string;
  readonly offers: readonly Offer[];
}

/** The offer's key in forms and in the browser's memory: 'USDT tron'. */
export function offerKey({ cryptocurrency, network }: Pick<Offer, 'cryptocurrency' | 'network'>): string {
  return `${cryptocurrency.symbol} ${network.symbol}`;
}

/**
 * `offers` in the merchant's order. The coin of `lastKey` (an `offerKey`, or null) comes first, on that network first;
 * everything else keeps its order.
 */
export function offerGroups(offers: readonly Offer[], lastKey: string | null): readonly CoinGroup[] {
  const last = offers.find((offer) => offerKey(offer) === lastKey);
  const ordered = last === undefined ? offers : [last, ...offers.filter((offer) => offer !== last)];
  const groups = new Map<string, Offer[]>();
  for (const offer of ordered) {
    const { symbol } = offer.cryptocurrency;
    const group = groups.get(symbol);
    if (group === undefined) groups.set(symbol, [offer]);
    else group.push(offer);
  }
  return [...groups].map(([symbol, own]) => ({ symbol, offers: own }));
}

/**
 * The offers that can pay an invoice, in the order in which the merchant added them. `listed` is null until the API has
 * answered.
 */
export function offersFor(
  listed: readonly Offer[] | null,
  invoice: Pick<Invoice, 'total' | 'paid' | 'pending' | 'currency'>,
): readonly Offer[] {
  // The API lists the newest first.
  return (listed ?? []).filter((offer) => isOfferedFor(offer, invoice)).reverse();
}

/** Whether customers can pay with it right now. */
export function isPayable(offer: Pick<Offer, 'available'>): boolean {
  return offer.available !== false;
}
