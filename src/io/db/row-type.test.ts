// Rows are written and read according to one description, one by one or as a set.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { testDatabase } from '../../../test/rig/database.ts';
import * as of from './row-type.ts';

const thing = of.rowType({
  id: of.uuid,
  label: of.nullable(of.text),
  usedFor: of.texts,
  size: of.int,
  isLive: of.boolean,
  createdAt: of.time,
  endedAt: of.nullable(of.time),
  sealed: of.nullable(of.bytes),
  sequence: of.bigint,
  owed: of.nullable(of.amount),
  counter: of.count,
  kind: of.named('sort', of.oneOf<'small' | 'large'>()),
  data: of.nullable(of.jsonb<{ a: string[] }>()),
  told: of.nullable(of.json()),
  scopes: of.readAs(of.named('scope', of.nullable(of.text)), (scope) => scope?.split(' ') ?? []),
  price: of.kept(
    of.decimal,
    (written) => ({ written }),
    ({ written }) => written,
  ),
  order: of.jsonb<{ of: string }>(),
  moods: of.manyOf<'glad' | 'sad'>(),
  half: of.computed('things.size / 2', of.int),
});
type Thing = of.RowOf<typeof thing>;

const database = await testDatabase();
const { db } = database;
after(() => database.drop());
await db.query(
  `create table things (id uuid, label text, used_for text[], size int, is_live boolean, created_at timestamptz,
     ended_at timestamptz, sealed bytea, sequence bigint, owed numeric, counter bigint, sort text,
     data jsonb, told json, scope text, price numeric, "order" jsonb, moods text[])`,
);

const whole: Thing = {
  id: '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b',
  label: 'Grüße "1", \\ and \'2\'',
  usedFor: ['a b', 'c,"d"'],
  size: 10,
  isLive: true,
  createdAt: new Date('2026-01-02T03:04:05.678Z'),
  endedAt: new Date('2026-02-02T00:00:00Z'),
  sealed: Buffer.from([0, 92, 255]),
  sequence: 9_007_199_254_740_993n,
  owed: 2n ** 200n,
  counter: 7,
  kind: 'large',
  data: { a: ['x', "y'"] },
  told: { z: 1, a: [] },
  scopes: [],
  price: { written: '0.000000000000000000012300' },
  order: { of: 'tea' },
  moods: ['glad', 'sad'],
  half: 5,
};
const sparse: Thing = {
  ...whole,
  usedFor: [],
  label: null,
  endedAt: null,
  sealed: null,
  owed: null,
  data: null,
  told: null,
};

test('a row is read as it was written, by parameters or in a set', async () => {
  for (const row of [whole, sparse])
    await db.query(`insert into things (${thing.written}) values (${thing.placeholders})`, thing.values(row));
  const read = async (table: string) =>
    thing.all(await db.query(`select ${thing.columnsOf('things')} from ${table} things order by label nulls last`));
  assert.deepEqual(await read('things'), [whole, sparse]);
  await db.query('delete from things');
  await db.query(
    `insert into things (${thing.written}) select ${thing.written} from json_to_recordset($1) as t ${thing.recordset}`,
    [thing.json([whole, sparse])],
  );
  assert.deepEqual(await read('things'), [whole, sparse]);
  assert.deepEqual(thing.one(await db.query(`select ${thing.columns} from things where label is null`)), sparse);
  assert.equal(thing.one([]), null);
});

test('what is only read is not written, and a null is read as the description says', async () => {
  assert.equal(thing.written.includes('scope'), false);
  await db.query(`update things set scope = 'a b'`);
  const [first] = thing.all(await db.query(`select ${thing.columns} from things`));
  assert.deepEqual(first?.scopes, ['a', 'b']);
});
