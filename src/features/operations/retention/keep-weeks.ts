// Makes the tables of the weeks to come, for events and their deliveries, and drops those of the weeks that are over.
import { planWeeks, type Week } from '../../../core/time/weeks.ts';
import type { Database, Queryable } from '../../../io/db/database.ts';
import { addPart, alone, dropPart, isHeld, listParts, quoted } from '../../../io/db/parts/parts.ts';
import { deleteOldEvents, isOwedAnything, shownMillis } from '../../events/events/store.ts';

const hour = 3_600_000;

/** An hour more than they are shown, so that whoever pages through the list meets no gap at its end. */
export const eventsKeptMillis = shownMillis + hour;

/** Deliveries first: what is left of a week is then events without deliveries, and never the other way round. */
const tables = [
  { table: 'deliveries', column: 'event_id', constraint: 'primary key (id)', fillfactor: 85 },
  { table: 'events', column: 'id', constraint: 'unique (invoice_id, sequence)', fillfactor: 100 },
] as const;

/** A table that somebody reads for long, as a backup does, is asked for no oftener than this. */
const pauseWhileHeld = 600_000;

/**
 * A step to be taken now and then: answers whether everything is as it should be, false where a table was in use, which
 * is tried again later.
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
 * Each table is a commit of its own, so that none is held up for longer than it takes. Where another process is at it
 * the rest is left to that one: what it makes meanwhile would leave gaps between what is made here.
 */
async function keepWeeksOf(db: Database, each: (typeof tables)[number], now: Date): Promise<void> {
  while ((await alone(db, (trx) => makeNext(trx, each, now))) === true);
  const { drop } = planWeeks(await listParts(db, each.table), now, eventsKeptMillis);
  for (const { name, until } of drop) {
    if (await isStillNeeded(db, each.table, name, until)) continue;
    await alone(db, (trx) => dropPart(trx, name));
  }
}

/** False where there is none to make. */
async function makeNext(trx: Queryable, each: (typeof tables)[number], now: Date): Promise<boolean> {
  const [next] = planWeeks(await listParts(trx, each.table), now, eventsKeptMillis).make;
  if (next !== undefined) await addPart(trx, { ...each, ...next });
  return next !== undefined;
}

/** A week stays until nothing of it is still to be delivered, and its events until their deliveries are gone. */
async function isStillNeeded(db: Queryable, table: string, name: string, until: Week['until']): Promise<boolean> {
  if (table === 'events') {
    const deliveries = await listParts(db, 'deliveries');
    return deliveries.some((one) => one.until !== null && one.until.getTime() === until?.getTime());
  }
  return isOwedAnything(db, quoted(name));
}

/** What stands in no week's table is deleted row by row: the first rows there ever were, and those of no week. */
export async function deleteEventsOfNoWeek(db: Queryable, before: Date, limit: number): Promise<number> {
  let deleted = 0;
  for (const { name, from } of await listParts(db, 'events')) {
    if (from === null && deleted < limit) deleted += await deleteOldEvents(db, quoted(name), before, limit - deleted);
  }
  return deleted;
}
