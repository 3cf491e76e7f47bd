// Amounts in the JSON of Epusdt.
import { withoutSpareZeros } from '../../../core/money/decimal.ts';

/** PHP prints a float with 14 significant digits, and with an exponent below 0.0001, as Python and Go do. */
const mostDigits = 14;
const mostWholeDigits = 15;

/**
 * Returns a decimal as a number if PHP, Python, Go and JavaScript print it with the same digits, because shops sign the
 * printed one. Otherwise returns it as text, which has all its digits.
 */
export function jsonAmount(decimal: string): number | string {
  const plain = withoutSpareZeros(decimal, 0);
  const [whole = '', fraction] = plain.split('.');
  if (fraction === undefined) return whole.length <= mostWholeDigits ? Number(plain) : plain;
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const isPlain = digits.length <= mostDigits && !(whole === '0' && fraction.startsWith('0000'));
  return isPlain ? Number(plain) : plain;
}
