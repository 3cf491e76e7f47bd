// The euro reference rates of the European Central Bank: the price of a dollar in about thirty currencies, once per
// working day.
import { parseRate, type Rate } from '../../core/money/rate.ts';
import { quotientOf } from '../../core/money/rate-cross.ts';
import { type RateSource, RateSourceFault, type SourceOptions } from './rate-source.ts';
import { textOf } from './source-call.ts';

const maxBytes = 64 * 1024;
/** Published around 16:00 in Frankfurt, so frequent reads give nothing new. */
const everyMs = 900_000;
/** Thursday before Easter to Tuesday after it is five days, and Tuesday's rates are published in the afternoon. */
const maxAgeSeconds = 6 * 24 * 3_600;
/** In hours of UTC. 16:00 in Frankfurt is never earlier. */
const publishedHour = 14;

const currencies = (
  'AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD HUF IDR ILS INR ISK JPY KRW MXN MYR NOK NZD PHP PLN RON SEK SGD THB ' +
  'TRY ZAR'
).split(' ');

/**
 * Uses /stats/eurofxref/eurofxref-daily.xml (ecb.europa.eu, Euro foreign exchange reference rates). It lists the units
 * of each currency per euro as elements `<Cube currency='USD' rate='1.0876'/>` within `<Cube time='2026-11-20'>`. The
 * format has not changed since 1999, and any deviation is rejected.
 */
export function ecbSource({ get, baseUrl = 'https://www.ecb.europa.eu' }: SourceOptions): RateSource {
  return {
    name: 'ecb',
    currencies: [],
    dollarIn: currencies,
    everyMs,
    maxAgeSeconds,
    async fetch(_pairs, signal) {
      const text = await textOf(get, `${baseUrl}/stats/eurofxref/eurofxref-daily.xml`, { maxBytes, signal });
      const { at, perEuro, refused } = readReference(text);
      const dollars = perEuro.get('USD');
      if (dollars === undefined) throw new RateSourceFault('answered without the dollar');
      perEuro.set('EUR', { value: 1n, scale: 0 });
      const prices = currencies.flatMap((currency) => {
        const rate = perEuro.get(currency);
        return rate === undefined ? [] : [{ cryptocurrency: 'USD', currency, rate: quotientOf(rate, dollars), at }];
      });
      return { prices, refused };
    },
  };
}

const dayPattern = /<Cube\s+time=(['"])(\d{4}-\d{2}-\d{2})\1\s*>/g;
const ratePattern = /<Cube\s+currency=(['"])([A-Z]{3})\1\s+rate=(['"])([^'"<>]*)\3\s*\/>/g;

function readReference(text: string): { at: Date; perEuro: Map<string, Rate>; refused: string[] } {
  const days = [...text.matchAll(dayPattern)];
  const day = days[0]?.[2];
  if (!text.includes('Envelope') || day === undefined || days.length !== 1)
    throw new RateSourceFault('answered with no reference rates of one day');
  const at = new Date(`${day}T${publishedHour}:00:00Z`);
  if (Number.isNaN(at.getTime())) throw new RateSourceFault('answered with a day that does not exist');
  const perEuro = new Map<string, Rate>();
  const refused: string[] = [];
  for (const [, , currency = '', , said = ''] of text.matchAll(ratePattern)) {
    const rate = parseRate(said);
    if (rate === null || perEuro.has(currency)) refused.push(`EUR/${currency}`);
    else perEuro.set(currency, rate);
  }
  return { at, perEuro, refused };
}
