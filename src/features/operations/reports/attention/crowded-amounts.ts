// Finds fixed addresses at which half of the distinct amounts are taken. An extended key would solve this.
import { type AppSettings, amountRoomOf } from '../../../../core/app-settings.ts';
import { currencyOf } from '../../../../core/money/currency.ts';
import { distinctionRoom, quoteGrid } from '../../../../core/money/quote.ts';
import type { Instance } from '../../../instance.ts';
import type { Concern } from './attention-view.ts';
import { countAmounts, listNewestQuotes, type NewestQuote } from './crowded-store.ts';

/** Returns ids of app addresses. Only the amounts around the newest quote of each coin are considered. */
export async function crowdedAmounts(
  { db, catalog, clock }: Pick<Instance, 'db' | 'catalog' | 'clock'>,
  app: { readonly id: string; readonly settings: AppSettings },
): Promise<Concern> {
  const now = clock.now();
  const quotes = await listNewestQuotes(db, app.id, now);
  const crowded = await Promise.all(
    quotes.map(async (quote) => {
      if (quote.identifiedBy === 'hash') return [quote];
      const half = halfOfRoom(catalog, app.settings, quote);
      if (half === null) return [];
      const taken = await countAmounts(db, { ...quote, within: half.room, limit: half.amounts, now });
      return taken >= half.amounts ? [quote] : [];
    }),
  );
  const found = crowded.flat();
  const since =
    found.map(({ createdAt }) => createdAt).sort((one, other) => one.getTime() - other.getTime())[0] ?? null;
  return { kind: 'amounts_crowded', count: found.length, since, ids: [...new Set(found.map(({ id }) => id))] };
}

/** Larger ranges are ignored, because no shop uses that many amounts in a week. */
const mostCounted = 2_000n;

/**
 * Returns the room around the quote's amount in smallest units, and half of the number of amounts in it; null if there
 * are many.
 */
function halfOfRoom(catalog: Instance['catalog'], settings: AppSettings, quote: NewestQuote) {
  const asset = catalog.assetById(quote.assetId);
  const currency = currencyOf(quote.currency);
  if (asset === null || currency === null) return null;
  const input = {
    due: quote.quoted,
    minorDecimals: currency.decimals,
    rate: quote.rate,
    assetDecimals: asset.decimals,
  };
  const room = distinctionRoom(input, amountRoomOf(quote.quoted, currency.decimals, settings));
  const amounts = 1n + room / quoteGrid(asset.decimals, asset.cryptocurrency.stable);
  return amounts > mostCounted ? null : { room, amounts: Number((amounts + 1n) / 2n) };
}
