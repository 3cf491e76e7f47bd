// A total that a merchant typed, in any digits: normalized before it is sent, since the API accepts one notation only.
import { currencyOf, formatFiat } from '../../../src/core/money/currency.ts';
import { readEntered } from '../../../src/core/money/entered-amount.ts';
import { words } from '../words/words.ts';

export interface EnteredTotal {
  readonly total?: string;
  readonly error?: string;
}

/** The total for the API, or the error to show at the field. */
export function enteredTotal(text: string, code: string): EnteredTotal {
  const currency = currencyOf(code);
  if (currency === null) return { total: text };
  const read = readEntered(text, currency);
  if (typeof read === 'bigint') return { total: formatFiat(read, currency) };
  const example = currency.decimals === 0 ? '1200' : `49.${'9'.padEnd(currency.decimals, '0')}`;
  return { error: read === 'zero' ? words.common.moreThanZero : words.common.amountForm({ example }) };
}
