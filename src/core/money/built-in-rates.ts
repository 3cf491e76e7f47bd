// Built-in prices for coins without value, so that they can be quoted without any rate source.
import { parseRate, type Rate } from './rate.ts';

/**
 * The price of one US dollar in this currency (ISO 4217), rounded. Null for an unknown code. Never use it for money.
 */
export function builtInDollar(currency: string): Rate | null {
  const price = byCode.get(currency);
  return price === undefined ? null : parseRate(price);
}

// The orders of magnitude of 2025. A quote of a test coin needs a price, not the present one.
const prices = `
  AED 3.67 AFN 70 ALL 85 AMD 385 AOA 920 ARS 1400 AUD 1.5 AWG 1.8 AZN 1.7 BAM 1.7 BBD 2 BDT 122 BHD 0.377 BIF 2950
  BMD 1 BND 1.3 BOB 6.9 BRL 5.4 BSD 1 BTN 88 BWP 13.5 BYN 3 BZD 2 CAD 1.4 CDF 2400 CHF 0.8 CLF 0.024 CLP 950 CNY 7.1
  COP 3900 CRC 505 CUP 24 CVE 95 CZK 21 DJF 178 DKK 6.4 DOP 63 DZD 130 EGP 48 ERN 15 ETB 150 EUR 0.86 FJD 2.3 FKP 0.75
  GBP 0.75 GEL 2.7 GHS 11 GIP 0.75 GMD 72 GNF 8700 GTQ 7.7 GYD 209 HKD 7.8 HNL 26 HTG 131 HUF 335 IDR 16600 ILS 3.3
  INR 88 IQD 1310 IRR 42000 ISK 125 JMD 160 JOD 0.709 JPY 152 KES 129 KGS 87 KHR 4020 KMF 425 KPW 900 KRW 1430
  KWD 0.306 KYD 0.83 KZT 530 LAK 21700 LBP 89500 LKR 303 LRD 183 LSL 17.3 LYD 5.4 MAD 9.2 MDL 17 MGA 4470 MKD 53
  MMK 2100 MNT 3570 MOP 8 MRU 40 MUR 45.5 MVR 15.4 MWK 1734 MXN 18.4 MYR 4.2 MZN 64 NAD 17.3 NGN 1450 NIO 36.8 NOK 10
  NPR 141 NZD 1.74 OMR 0.385 PAB 1 PEN 3.4 PGK 4.2 PHP 58 PKR 281 PLN 3.65 PYG 7100 QAR 3.64 RON 4.4 RSD 101 RUB 81
  RWF 1450 SAR 3.75 SBD 8.2 SCR 14.5 SDG 600 SEK 9.4 SGD 1.3 SHP 0.75 SLE 23 SOS 571 SRD 39 SSP 4600 STN 21 SVC 8.75
  SYP 11000 SZL 17.3 THB 32.5 TJS 9.3 TMT 3.5 TND 2.9 TOP 2.4 TRY 42 TTD 6.8 TWD 31 TZS 2460 UAH 42 UGX 3480 USD 1
  UYU 40 UYW 6.2 UZS 12000 VED 220 VES 220 VND 26300 VUV 122 WST 2.8 XAF 565 XCD 2.7 XCG 1.8 XOF 565 XPF 103 YER 239
  ZAR 17.3 ZMW 22.5 ZWG 26.5`;

const words = prices.trim().split(/\s+/);

const byCode: ReadonlyMap<string, string> = new Map(
  words.flatMap((word, at) => (at % 2 === 0 ? [[word, words[at + 1] ?? '']] : [])),
);
