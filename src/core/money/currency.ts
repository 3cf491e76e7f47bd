// Fiat currencies and their numbers of minor digits.
import { type DecimalFault, formatFixed, mostDecimals, parseUnits, pow10 } from './decimal.ts';

/** decimals: the digits of the minor unit, after ISO 4217 (JPY 0, USD 2, KWD 3, CLF 4). */
export interface Currency {
  readonly code: string;
  readonly decimals: number;
}

/** The reason why a fiat amount is refused. */
export type FiatFault = DecimalFault | 'too_large';

/** Fiat amounts stay below this many minor units, so that their products fit their database columns. */
const fiatBound = pow10(30);

/** The currency of this ISO 4217 code in capitals; null for a code that is not in circulation. */
export function currencyOf(code: string): Currency | null {
  return byCode.get(code) ?? null;
}

export function allCurrencies(): readonly Currency[] {
  return currencies;
}

/** Reads a fiat amount as minor units: parseFiat('1.5', USD) is 150n. More digits than the currency has are refused. */
export function parseFiat(text: string, currency: Currency): bigint | FiatFault {
  const units = parseUnits(text, currency.decimals);
  return typeof units === 'bigint' && units >= fiatBound ? 'too_large' : units;
}

/** Writes minor units with all the digits of the currency: 150n in USD is '1.50'. */
export function formatFiat(minorUnits: bigint, currency: Currency): string {
  return formatFixed(minorUnits, currency.decimals);
}

/**
 * Compares a total in minor units with a merchant's bound, a plain decimal of the same currency with any number of
 * digits. The result is negative if the total is less than the bound, 0 if equal, and positive if more. Exact.
 */
export function compareWithBound(total: bigint, minorDecimals: number, bound: string): number {
  const exact = total * pow10(mostDecimals - minorDecimals);
  const limit = parseUnits(bound, mostDecimals);
  if (typeof limit !== 'bigint') throw new RangeError(`invalid bound ${bound}`);
  return exact < limit ? -1 : exact > limit ? 1 : 0;
}

// ISO 4217 list one, limited to currencies in circulation. Left out: metals (XAU), bond market units (XBA), the special
// drawing right (XDR) and other units between institutions, funds codes (BOV, USN), and the codes for tests and for no
// currency. Two indexed units that shops use for prices (CLF, UYW) are kept. A currency without a minor unit in use is
// listed under 0.
const codesByDecimals: readonly (readonly [number, string])[] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'],
  [
    2,
    `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC CUP
     CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES
     KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK
     NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB
     TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG`,
  ],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
];

const currencies: readonly Currency[] = codesByDecimals
  .flatMap(([decimals, codes]) => codes.split(/\s+/).map((code) => ({ code, decimals })))
  .sort((a, b) => (a.code < b.code ? -1 : 1));

const byCode: ReadonlyMap<string, Currency> = new Map(currencies.map((currency) => [currency.code, currency]));
