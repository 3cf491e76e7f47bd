// Reads the amounts of shops, which often write two decimals in every currency.
import type { Currency } from '../../../core/money/currency.ts';
import { currencyOf } from '../../../core/money/currency.ts';
import { withoutSpareZeros } from '../../../core/money/decimal.ts';
import { fieldProblem } from '../../../core/problem.ts';

const plainAmount = /^(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,10})?$/;

/**
 * Returns the amount without zeros that the currency has no digits for: '2000.00' in JPY is '2000'. Throws Problem
 * naming the field.
 */
export function readShopMoney(field: string, text: string, code: string): string {
  if (!plainAmount.test(text))
    throw fieldProblem(field, 'invalid_amount', 'Must be a decimal such as "19.90", without a sign or separators.');
  const currency = currencyOf(code);
  if (currency === null) throw new Error(`${code} is no currency`);
  const money = withoutSpareZeros(text, currency.decimals);
  if (decimalsOf(money) > currency.decimals)
    throw fieldProblem(field, 'too_many_decimals', `Must have ${decimalsAllowed(currency)}.`);
  if (/^[0.]+$/.test(money)) throw fieldProblem(field, 'out_of_range', 'Must be more than zero.');
  return money;
}

function decimalsOf(money: string): number {
  return money.split('.')[1]?.length ?? 0;
}

function decimalsAllowed({ code, decimals }: Currency): string {
  return decimals === 0
    ? `no decimals other than zeros, because ${code} has none`
    : `at most ${decimals} decimals, as ${code} has`;
}
