// Events and their deliveries are stored in weekly tables, and a week is dropped as a whole.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { guarded } from '../../../../test/rig/access/guarded-database.ts';
import { until as waitUntil } from '../../../../test/rig/client.ts';
import { testDatabase } from '../../../../test/rig/database.ts';
import { insertSignedEvent } from '../../../../test/rig/webhooks/signed-event.ts';
import { addPart, dropPart, listParts } from '../../../io/db/parts/parts.ts';
import { newId } from '../../../io/new-id.ts';
import { findEvent } from '../../events/events/event-list-store.ts';
import { weekKeeper } from './keep-weeks.ts';
import { retentions } from './retention-table.ts';

const rig = await testDatabase();
const db = guarded(rig.db);
after(() => rig.drop());
const day = 24 * 3_600_000;
const start = new Date();
const later = (days: number) => new Date(start.getTime() + days * day);
const keep = weekKeeper(rig.db);

/** Inserts an event of that time with one delivery through the ordinary code. */
async function addEvent(at: Date, status: 'pending' | 'delivered' = 'delivered'): Promise<string> {
  const id = idAt(at);
  await insertSignedEvent(db, { id, appId: id, type: 'invoice.paid', at });
  await rig.db.query(
    `insert into deliveries (id, event_id, webhook_id, status, next_attempt_at, created_at, updated_at)
     values ($1, $2, $1, $3, case when $3 = 'pending' then now() end, now(), now())`,
    [newId(), id, status],
  );
  return id;
}

/** An id with an older time, which `newId` never makes. */
function idAt(at: Date): string {
  const time = at.getTime().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}${newId().slice(13)}`;
}

/** Returns the tables that contain the event and its deliveries; none if it is gone. */
async function placesOf(id: string): Promise<string[]> {
  const rows = await rig.db.query<{ place: string }>(
    `select tableoid::regclass::text as place from events where id = $1
     union all select tableoid::regclass::text from deliveries where event_id = $1`,
    [id],
  );
  return rows.map(({ place }) => place);
}

const nameOf = (moment: Date | null | undefined) => moment?.toISOString().slice(0, 10).replaceAll('-', '_');

test('old rows stay in their tables, and the next weekly tables are created once', async () => {
  assert.equal((await listParts(rig.db, 'events'))[0]?.name, 'events_first');
  await Promise.all([keep(start), weekKeeper(rig.db)(start)]);
  assert.equal(await keep(start), true);
  const [events, deliveries] = [await listParts(rig.db, 'events'), await listParts(rig.db, 'deliveries')];
  assert.deepEqual(
    events.map(({ until }) => until),
    deliveries.map(({ until }) => until),
  );
  assert.deepEqual(events.at(-1), { name: 'events_default', from: null, until: null });
  const [last] = events.slice(-2);
  assert.ok((last?.until as Date) >= later(35) && (last?.until as Date) < later(43));
  assert.deepEqual(await placesOf(await addEvent(start)), ['events_first', 'deliveries_first']);
  const week = nameOf(last?.from);
  assert.deepEqual(await placesOf(await addEvent(last?.from as Date)), [`events_${week}`, `deliveries_${week}`]);
});

test('an event without a weekly table is kept, found, and moved to its week', async () => {
  const at = later(50);
  const id = await addEvent(at);
  assert.deepEqual(await placesOf(id), ['events_default', 'deliveries_default']);
  assert.equal((await findEvent(db, id, start))?.id, id);
  await keep(later(16));
  const week = (await listParts(rig.db, 'events')).find(({ from, until }) => from && from <= at && until && until > at);
  assert.deepEqual(await placesOf(id), [`events_${nameOf(week?.from)}`, `deliveries_${nameOf(week?.from)}`]);
});

test('an event that arrives while its weekly table is created waits and is stored there', async () => {
  const at = later(60);
  const [from, until] = [new Date(at.getTime() - day), new Date(at.getTime() + day)];
  const part = { table: 'events', column: 'id', constraint: 'unique (invoice_id, sequence)', fillfactor: 100 };
  let adding: Promise<string> | undefined;
  await rig.db.atomically(async (trx) => {
    await addPart(trx, { ...part, from, until });
    adding = addEvent(at);
    const waits = async () => (await trx.query('select from pg_locks where not granted')).length > 0;
    await waitUntil(waits, 'the event to wait for the table', { everyMs: 5 });
  });
  const id = (await adding) as string;
  const [place] = (await placesOf(id)) as [string];
  assert.match(place, /^events_\d/);
  await rig.db.query(`delete from deliveries where event_id = $1`, [id]);
  await rig.db.atomically((trx) => dropPart(trx, place));
});

test('an event is looked up by its key in every week, and no week is scanned', async () => {
  const [plan] = await rig.db.query<{ 'QUERY PLAN': [{ Plan: object }] }>(
    `explain (format json) select * from events e join deliveries d on d.event_id = e.id where e.id = '${newId()}'`,
  );
  const read = [...JSON.stringify(plan).matchAll(/"Node Type":"([\w ]+)",[^{}]*?"Relation Name":"(\w+)"/g)];
  const parts = [...(await listParts(rig.db, 'events')), ...(await listParts(rig.db, 'deliveries'))];
  assert.deepEqual(read.map(([, , name]) => name).sort(), parts.map(({ name }) => name).sort());
  assert.deepEqual(
    read.filter(([, how]) => how === 'Seq Scan').map(([, , name]) => name),
    [],
  );
});

test('a week is dropped once its events are no longer shown and all are delivered', async () => {
  const [late] = (await listParts(rig.db, 'events')).filter(({ from }) => from !== null);
  const [from, until] = [late?.from as Date, late?.until as Date];
  const [id, waiting] = [await addEvent(from), await addEvent(new Date(until.getTime() - 1), 'pending')];
  const over = (hours: number) => new Date(until.getTime() + 30 * day + hours * 3_600_000);
  await keep(over(0.9));
  assert.equal((await placesOf(id)).length, 2);
  await keep(over(1));
  assert.equal((await placesOf(id)).length, 2);
  await rig.db.query(`update deliveries set status = 'delivered', next_attempt_at = null where event_id = $1`, [
    waiting,
  ]);
  await keep(over(1));
  assert.deepEqual([await placesOf(id), await placesOf(waiting)], [[], []]);
  assert.ok((await listParts(rig.db, 'events')).every(({ name }) => name !== late?.name));
});

test('a long read of events blocks nothing: the week is dropped later', async () => {
  const parts = await listParts(rig.db, 'events');
  const [oldest] = parts;
  const until = oldest?.until as Date;
  const now = new Date(until.getTime() + 31 * day);
  const read = Promise.withResolvers<void>();
  const reading = rig.db.atomically(async (trx) => {
    await trx.query('select count(*) from events');
    await read.promise;
  });
  const reads = async () => (await rig.db.query(`select from pg_locks where relation = 'events'::regclass`)).length > 0;
  await waitUntil(reads, 'the reader to hold the table', { everyMs: 5 });
  assert.equal(await keep(now), false);
  assert.deepEqual((await placesOf(await addEvent(now))).length, 2);
  read.resolve();
  await reading;
  assert.equal(await keep(new Date(now.getTime() + 60_000)), false, 'asked again after a minute');
  assert.equal(await keep(new Date(now.getTime() + 600_000)), true);
  assert.ok((await listParts(rig.db, 'events')).every(({ name }) => name !== oldest?.name));
});

test('old rows outside all weeks are deleted one by one, with their deliveries', async () => {
  const far = await addEvent(later(3_000));
  const { keptMillis, ...events } = retentions.find(({ what }) => what === 'events of no week') ?? assert.fail();
  assert.equal(await events.delete(rig.db, later(2_999), 10), 0);
  assert.equal(await events.delete(rig.db, later(3_001), 10), 1);
  assert.ok(keptMillis > 30 * day);
  assert.deepEqual(await placesOf(far), []);
});
