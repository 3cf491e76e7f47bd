// All SQL of accepted prices, and of the stablecoins that have lost their peg.
import { formatRate, parseRate } from '../../../core/money/rate.ts';
import { forgottenMillis } from '../../../core/money/rate-band.ts';
import type { Queryable } from '../../../io/db/database.ts';
import type { BelievedPair } from './pair-prices.ts';

export async function listBelieved(db: Queryable): Promise<BelievedPair[]> {
  const rows = await db.query<{ pair: string; rate: string; at: Date }>(
    'select pair, rate, at from believed_rates order by at',
  );
  return rows.flatMap(({ pair, rate, at }) => {
    const read = parseRate(rate);
    return read === null ? [] : [{ pair, rate: read, at }];
  });
}

/**
 * Stores these prices, and deletes prices older than an hour except the newest of each pair. If two processes store the
 * same price, the first wins.
 */
export async function keepBelieved(db: Queryable, believed: readonly BelievedPair[], now: Date): Promise<void> {
  await db.query(
    `insert into believed_rates (pair, at, rate)
     select * from unnest($1::text[], $2::timestamptz[], $3::numeric[]) on conflict do nothing`,
    [believed.map(({ pair }) => pair), believed.map(({ at }) => at), believed.map(({ rate }) => formatRate(rate))],
  );
  const [hourAgo, longAgo] = [3_600_000, forgottenMillis].map((millis) => new Date(now.getTime() - millis));
  await db.query(
    `delete from believed_rates old where at < $2 or (at < $1 and exists (
       select from believed_rates newer where newer.pair = old.pair and newer.at > old.at))`,
    [hourAgo, longAgo],
  );
}

export async function listDepegged(db: Queryable): Promise<Set<string>> {
  const rows = await db.query<{ symbol: string }>('select symbol from depegged_coins');
  return new Set(rows.map(({ symbol }) => symbol));
}

/** Returns false if the coin was already marked as depegged. */
export async function insertDepegged(trx: Queryable, symbol: string, since: Date): Promise<boolean> {
  const rows = await trx.query(
    'insert into depegged_coins (symbol, since) values ($1, $2) on conflict do nothing returning symbol',
    [symbol, since],
  );
  return rows.length > 0;
}

export async function deleteDepegged(trx: Queryable, symbol: string): Promise<void> {
  await trx.query('delete from depegged_coins where symbol = $1', [symbol]);
}
