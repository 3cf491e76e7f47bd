// Creates the weekly tables of events and deliveries ahead of time, and drops old ones.
import { planWeeks, type Week } from '../../../core/time/weeks.ts';
import type { Database, Queryable } from '../../../io/db/database.ts';
import { addPart, alone, dropPart, isHeld, listParts, quoted } from '../../../io/db/parts/parts.ts';
import { deleteOldEvents, isOwedAnything, shownMillis } from '../../events/events/store.ts';

const hour = 3_600_000;

/** One hour longer than events are shown, so that paging through the list finds no gap at its end. */
export const eventsKeptMillis = shownMillis + hour;

/** Deliveries are dropped first, so that no delivery is ever left without its event. */
const tables = [
  { table: 'deliveries', column: 'event_id', constraint: 'primary key (id)', fillfactor: 85 },
  { table: 'events', column: 'id', constraint: 'unique (invoice_id, sequence)', fillfactor: 100 },
] as const;

/** The interval between tries for a table that is in use for a long time, for example by a backup. */
const pauseWhileHeld = 600_000;

/**
 * Returns a step to run at intervals. The step returns true if all tables are up to date, and false if one was in use.
 */
export function weekKeeper(db: Database): (now: Date) => Promise<boolean> {
  let heldUntil = Number.NEGATIVE_INFINITY;
  return async (now) => {
    if (now.getTime() < heldUntil) return false;
    try {
      for (const each of tables) await keepWeeksOf(db, each, now);
      return true;
    } catch (error) {
      if (!isHeld(error)) throw error;
      heldUntil = now.getTime() + pauseWhileHeld;
      return false;
    }
  };
}

/**
 * Commits each table separately to keep locks short. If another process is at work, it finishes the rest: creating
 * tables from both could leave gaps.
 */
async function keepWeeksOf(db: Database, each: (typeof tables)[number], now: Date): Promise<void> {
  while ((await alone(db, (trx) => makeNext(trx, each, now))) === true);
  const { drop } = planWeeks(await listParts(db, each.table), now, eventsKeptMillis);
  for (const { name, until } of drop) {
    if (await isStillNeeded(db, each.table, name, until)) continue;
    await alone(db, (trx) => dropPart(trx, name));
  }
}

/** Returns false if there is none to create. */
async function makeNext(trx: Queryable, each: (typeof tables)[number], now: Date): Promise<boolean> {
  const [next] = planWeeks(await listParts(trx, each.table), now, eventsKeptMillis).make;
  if (next !== undefined) await addPart(trx, { ...each, ...next });
  return next !== undefined;
}

/** A week is kept until its deliveries are finished, and its events until its deliveries are dropped. */
async function isStillNeeded(db: Queryable, table: string, name: string, until: Week['until']): Promise<boolean> {
  if (table === 'events') {
    const deliveries = await listParts(db, 'deliveries');
    return deliveries.some((one) => one.until !== null && one.until.getTime() === until?.getTime());
  }
  return isOwedAnything(db, quoted(name));
}

/**
 * Deletes old rows of tables without a week one by one: the oldest rows of the instance, and rows outside all weeks.
 */
export async function deleteEventsOfNoWeek(db: Queryable, before: Date, limit: number): Promise<number> {
  let deleted = 0;
  for (const { name, from } of await listParts(db, 'events')) {
    if (from === null && deleted < limit) deleted += await deleteOldEvents(db, quoted(name), before, limit - deleted);
  }
  return deleted;
}
