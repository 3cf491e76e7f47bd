// Findings about prices: the response and the coins of each source, and the source of each coin's rate.
import type { FixedRate } from '../../../../core/config/config-rates.ts';
import type { Cryptocurrency } from '../../../known/catalog/catalog.ts';
import { nameOf } from '../../../known/rates/pair-prices.ts';
import type { RateBook } from '../../../known/rates/rate-book.ts';
import type { SourceStanding } from '../../../known/rates/source-status.ts';
import { type Finding, listed } from './finding.ts';

export interface RatesInUse {
  readonly book: Pick<RateBook, 'rateFor'>;
  readonly sources: readonly SourceStanding[];
  readonly fixed: readonly FixedRate[];
  /** The coins of the followed networks. */
  readonly coins: readonly Cryptocurrency[];
  /** The currencies in which production apps sell. */
  readonly currencies: readonly string[];
  readonly now: Date;
}

/** Returns one line for each configured source, one for fixed rates, and one for all coins. */
export function rateFindings(rates: RatesInUse): Finding[] {
  const { sources, fixed } = rates;
  const pairs = fixed.map(({ cryptocurrency, currency }) => `${cryptocurrency}/${currency}`);
  const ofFixed = { what: 'rates, fixed', isGood: true, says: `${listed(pairs)}, as set in quittance.json` };
  return [
    ...sources.map((standing) => sourceFinding(standing, rates)),
    ...(fixed.length === 0 ? [] : [ofFixed]),
    ...loneSourceFindings(rates),
    coinFinding(rates),
    ...currencyFindings(rates),
  ];
}

function sourceFinding({ source, heard, fault }: SourceStanding, { coins, now }: RatesInUse): Finding {
  const what = `rates, ${source}`;
  const remedy = 'Check that this machine reaches it, or name another in rates.sources.';
  if (fault !== null) return { what, isGood: false, says: `no prices: ${fault.replace(/\.$/, '')}. ${remedy}` };
  if (heard === null) return { what, isGood: false, says: `no answer yet. ${remedy}` };
  const wrong = wrongWith(heard);
  if (wrong !== null) return { what, isGood: false, says: wrong };
  if (pricesDollarsOnly(heard))
    return { what, isGood: true, says: `the dollar in ${heard.priced.length} currencies, ${ageOf(heard, now)}` };
  const priced = new Set(heard.priced.filter(({ currency }) => currency === 'USD').map((one) => one.cryptocurrency));
  const symbols = [...new Set(coins.map(({ symbol }) => symbol))];
  const [known, unknown] = [symbols.filter((one) => priced.has(one)), symbols.filter((one) => !priced.has(one))];
  const says = [
    `answered in ${heard.millis} ms with ${heard.priced.length === 1 ? '1 price' : `${heard.priced.length} prices`}`,
    known.length === 0 ? 'none of a coin in use' : `in USD of ${listed(known)}`,
    ...(unknown.length === 0 || known.length === 0 ? [] : [`none of ${listed(unknown)}`]),
    ...(heard.refused.length === 0 ? [] : [`invalid prices of ${listed(heard.refused)}`]),
  ];
  return { what, isGood: true, says: says.join('; ') };
}

/** Returns the rejected prices of a source with advice; null if there are none. */
function wrongWith({ apart, doubted }: NonNullable<SourceStanding['heard']>): string | null {
  if (apart.length > 0)
    return [
      `disagrees with the other sources on ${listed(apart.map(nameOf))}, and is ignored there.`,
      'Compare with its website, and remove it from rates.sources if it continues',
    ].join(' ');
  if (doubted.length > 0)
    return [
      `is the only source of ${listed(doubted.map(nameOf))}; these prices jumped and are ignored.`,
      'Name another source for them in rates.sources, or set them in rates.fixed',
    ].join(' ');
  return null;
}

/**
 * Reports coins with a single source, which cannot be compared with another. Coins that are fixed or at par need none.
 */
function loneSourceFindings({ sources, book, coins, now }: RatesInUse): Finding[] {
  const pricing = sources.filter(({ heard }) => heard === null || !pricesDollarsOnly(heard));
  const hangs = coins.some(
    (coin) => (book.rateFor(coin, 'USD', 'at_par', now)?.evidence.method ?? 'single') === 'single',
  );
  const [lone] = pricing;
  if (pricing.length !== 1 || lone === undefined || !hangs) return [];
  return [
    {
      what: 'rates, sources',
      isGood: false,
      says: [
        `only ${lone.source} is used: an error goes unnoticed, and nothing is quoted while it is unavailable.`,
        'Name a second one in rates.sources',
      ].join(' '),
    },
  ];
}

function pricesDollarsOnly({ priced }: NonNullable<SourceStanding['heard']>): boolean {
  return priced.length > 0 && priced.every(({ cryptocurrency }) => cryptocurrency === 'USD');
}

function ageOf({ at }: NonNullable<SourceStanding['heard']>, now: Date): string {
  const hours = Math.round((now.getTime() - at.getTime()) / 3_600_000);
  return hours < 1 ? 'new' : `${hours} h old`;
}

const origins = {
  fixed: 'fixed',
  at_par: 'at par',
  single: 'from one source',
  median: 'agreed by several',
  cross: 'through the dollar',
} as const;

function coinFinding({ book, sources, fixed, coins, now }: RatesInUse): Finding {
  const what = 'rates';
  if (coins.length === 0) {
    const isPriced = fixed.length > 0 || sources.some(({ heard, fault }) => heard !== null && fault === null);
    const says = isPriced
      ? 'prices arrive, and no network is followed, so no coin needs one yet'
      : 'no source has prices, so no quote can be made. Fix one of rates.sources, or set rates.fixed';
    return { what, isGood: isPriced, isAdvice: isPriced, says };
  }
  const found = coins.map((coin) => ({ coin, rated: book.rateFor(coin, 'USD', 'at_par', now) }));
  const without = [...new Set(found.filter(({ rated }) => rated === null).map(({ coin }) => coin.symbol))];
  if (without.length > 0)
    return { what, isGood: false, says: `no fresh rate in USD of ${listed(without)}; see rates in quittance.json` };
  const byOrigin = Map.groupBy(found, ({ rated }) => rated?.evidence.method ?? 'single');
  const parts = [...byOrigin].map(([method, of]) => {
    const symbols = [...new Set(of.map(({ coin }) => coin.symbol))];
    return `${listed(symbols)} ${origins[method]}`;
  });
  return { what, isGood: true, says: `every coin in use has a fresh rate in USD: ${parts.join('; ')}` };
}

/** Reports currencies of shops that a coin has no rate in. The finding about all coins covers USD. */
function currencyFindings({ book, coins, currencies, now }: RatesInUse): Finding[] {
  const rated = coins.filter((coin) => book.rateFor(coin, 'USD', 'at_par', now) !== null);
  const missing = currencies.flatMap((currency) => {
    const symbols = rated.filter((coin) => book.rateFor(coin, currency, 'at_par', now) === null);
    return symbols.length === 0 ? [] : [`${currency} of ${listed([...new Set(symbols.map(({ symbol }) => symbol))])}`];
  });
  if (missing.length === 0) return [];
  const says = [
    `no fresh rate in ${listed(missing)}, so invoices in that currency cannot be paid.`,
    'Name a source with it in rates.sources, or set rates.fixed',
  ].join(' ');
  return [{ what: 'rates, currencies', isGood: false, says }];
}
