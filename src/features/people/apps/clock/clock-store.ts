// All SQL of the table app_clocks: the lead of each development app's clock over the service's clock.
import type { Queryable } from '../../../../io/db/database.ts';
import { int, rowType, time, uuid } from '../../../../io/db/row-type.ts';

const row = rowType({ appId: uuid, advancedSeconds: int, advancedAt: time });

/** Returns the seconds by which the app's clock runs ahead. */
export async function findClockLead(db: Queryable, appId: string): Promise<number> {
  const [found] = row.all(await db.query(`select ${row.columns} from app_clocks where app_id = $1`, [appId]));
  return found?.advancedSeconds ?? 0;
}

export interface Advance {
  readonly appId: string;
  readonly seconds: number;
  /** The greatest lead in seconds. */
  readonly most: number;
  /** On the service's clock. */
  readonly now: Date;
}

/**
 * Moves the app's clock ahead, and locks it until the commit, so that simultaneous advances add up. Returns the new
 * lead in seconds; null, with nothing written, if it would exceed `most`.
 */
export async function advanceClock(trx: Queryable, { appId, seconds, most, now }: Advance): Promise<number | null> {
  const [moved] = await trx.query<{ advanced_seconds: number }>(
    `insert into app_clocks as k (app_id, advanced_seconds, advanced_at) values ($1, $2, $4)
     on conflict (app_id) do update set advanced_seconds = k.advanced_seconds + excluded.advanced_seconds,
       advanced_at = greatest(k.advanced_at, excluded.advanced_at)
     where k.advanced_seconds + excluded.advanced_seconds <= $3
     returning advanced_seconds`,
    [appId, seconds, most, now],
  );
  return moved?.advanced_seconds ?? null;
}
