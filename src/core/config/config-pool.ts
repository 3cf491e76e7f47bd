// Reads what a network of quittance.json asks of its endpoints together: how many must agree, and how much each is asked.
import { currencyOf } from '../money/currency.ts';
import { parseUnits } from '../money/decimal.ts';
import { type Field, type Fields, readFields, readText, readWhole, refuse } from './config-fields.ts';
import type { NetworkEntry, Quorum, RpcBudget } from './network-entry.ts';

type Pool = Pick<NetworkEntry, 'quorum' | 'rpcBudget'>;

/** What the fields say, else what `base` does. Throws ConfigFault. */
export function readPool(fields: Fields, base: Pool | null): Pool {
  const [quorum, budget] = [fields.find('quorum'), fields.find('rpc_budget')];
  return {
    ...(base?.quorum === undefined ? {} : { quorum: base.quorum }),
    ...(base?.rpcBudget === undefined ? {} : { rpcBudget: base.rpcBudget }),
    ...(quorum === null ? {} : { quorum: readQuorum(quorum) }),
    ...(budget === null ? {} : { rpcBudget: readBudget(budget) }),
  };
}

/** Without an amount, every payment needs it. */
function readQuorum(field: Field): Quorum {
  const fields = readFields(field, ['endpoints', 'from', 'currency']);
  const endpoints = readWhole(fields.require('endpoints'), 2, 10);
  const [from, currency] = [fields.find('from'), fields.find('currency')];
  if (from === null && currency !== null) return refuse(currency, 'is of no use without "from"');
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
