// Reads the settings of a network's endpoints as a pool: their quorum, their request budget, and their prices.
import { currencyOf } from '../money/currency.ts';
import { parseUnits } from '../money/decimal.ts';
import { type Field, type Fields, readChoice, readFields, readText, readWhole, refuse } from './config-fields.ts';
import type { NetworkEntry, Quorum, RpcBudget } from './network-entry.ts';
import { type PriceList, priceLists } from './price-lists.ts';

type Pool = Pick<NetworkEntry, 'quorum' | 'rpcBudget' | 'prices'>;

/** The values of the fields, or those of `base` where a field is absent. Throws ConfigFault. */
export function readPool(fields: Fields, base: Pool | null): Pool {
  const [quorum, budget, prices] = [fields.find('quorum'), fields.find('rpc_budget'), fields.find('prices')];
  return {
    ...(base?.quorum === undefined ? {} : { quorum: base.quorum }),
    ...(base?.rpcBudget === undefined ? {} : { rpcBudget: base.rpcBudget }),
    ...(quorum === null ? {} : { quorum: readQuorum(quorum) }),
    ...(budget === null ? {} : { rpcBudget: readBudget(budget) }),
    ...(base?.prices === undefined ? {} : { prices: base.prices }),
    ...(prices === null ? {} : { prices: readPrices(prices) }),
  };
}

/** Without an amount, the quorum applies to every payment. */
function readQuorum(field: Field): Quorum {
  const fields = readFields(field, ['endpoints', 'from', 'currency']);
  const endpoints = readWhole(fields.require('endpoints'), 2, 10);
  const [from, currency] = [fields.find('from'), fields.find('currency')];
  if (from === null && currency !== null) return refuse(currency, 'has no effect without "from"');
  if (from === null) return { endpoints, from: '0', currency: 'USD' };
  const amount = readText(from, /^\d{1,12}(?:\.\d{1,4})?$/, 'an amount in double quotes, e.g. "1000"');
  const code = currency === null ? 'USD' : readText(currency, /^[A-Z]{3}$/, 'the code of a currency, e.g. EUR');
  const known = currencyOf(code);
  if (known === null) return refuse(currency ?? field, `${code} is not a currency of ISO 4217`);
  if (typeof parseUnits(amount, known.decimals) !== 'bigint')
    return refuse(from, `${code} has ${known.decimals} decimals at most`);
  return { endpoints, from: amount, currency: code };
}

const periods: Readonly<Record<string, number>> = { second: 1, minute: 60, hour: 3_600, day: 86_400 };

function readBudget(field: Field): RpcBudget {
  const expected = 'like 100000/day (second, minute, hour or day)';
  const text = readText(field, /^[1-9]\d{0,8}\/(?:second|minute|hour|day)$/, expected);
  const [requests, period] = text.split('/');
  return { requests: Number(requests), seconds: periods[period as string] as number };
}

/**
 * The name of a provider's price list, or a custom list: units for each call by method, and `default` for all others.
 */
function readPrices(field: Field): PriceList {
  const names = Object.keys(priceLists) as (keyof typeof priceLists)[];
  if (field.node.kind !== 'object') return priceLists[readChoice(field, names)];
  const { all } = readFields(field, null);
  const methods: Record<string, number> = {};
  let otherwise = 1;
  for (const { key, field: price } of all) {
    const units = readWhole(price, 0, 1_000_000);
    if (key === 'default') otherwise = units;
    else methods[key] = units;
  }
  return { methods, otherwise };
}
