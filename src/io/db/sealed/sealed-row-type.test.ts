// A sealed row is valid as it was written, in every output format of PostgreSQL, and in no other form.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { guarded } from '../../../../test/rig/access/guarded-database.ts';
import { testDatabase } from '../../../../test/rig/database.ts';
import { canonical } from '../../secrets/row-form.ts';
import * as of from '../row-type.ts';
import { RowTampered, sealed } from './sealed-row-type.ts';

const plain = of.rowType({
  id: of.uuid,
  appId: of.uuid,
  label: of.nullable(of.text),
  owed: of.nullable(of.amount),
  price: of.nullable(of.decimal),
  height: of.nullable(of.count),
  isLive: of.boolean,
  at: of.nullable(of.time),
  key: of.nullable(of.bytes),
  words: of.texts,
  terms: of.jsonb<object>(),
  note: of.text,
});
type Thing = of.RowOf<typeof plain>;
const { note, ...sealedMembers } = Object.fromEntries(plain.members.map(({ member }) => [member, '']));
const table = { table: 'things', mac: 'mac', app: 'appId', fields: sealedMembers };
const thing = sealed(plain, 'thing', table);
const other = sealed(plain, 'another', table);

const database = await testDatabase();
const db = guarded(database.db);
after(() => database.drop());
await db.query(
  `create table things (id uuid, app_id uuid, label text, owed numeric(78, 0), price numeric, height bigint,
     is_live boolean, at timestamptz, key bytea, words text[], terms jsonb, note text, mac bytea)`,
);

const [one, two] = ['0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b', '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5c'] as const;
const whole: Thing = {
  id: one,
  appId: two,
  label: 'a, "b"',
  owed: 2n ** 200n,
  price: '0010.500',
  height: 7,
  isLive: true,
  at: new Date('2026-01-02T03:04:05.678Z'),
  key: Buffer.from([0, 92, 255]),
  words: ['c,d', ''],
  terms: { z: 1.5, a: { y: null, b: [true, 'e'] } },
  note: 'not sealed',
};
const empty: Thing = {
  id: two,
  appId: two,
  label: null,
  owed: null,
  price: null,
  height: null,
  isLive: false,
  at: null,
  key: null,
  words: [],
  terms: {},
  note: '',
};
const all = async () => db.query(`select ${thing.columns} from things order by id`);

test('a row holds as it is written one by one or in a set, and read alone or among other tables', async () => {
  await db.query(`insert into things (${thing.written}) values (${thing.placeholders})`, thing.values(db, whole));
  await db.query(
    `insert into things (${thing.written})
     select ${thing.columnsOf('n')} from json_to_recordset($1) n ${thing.recordset}`,
    [thing.json(db, [empty])],
  );
  assert.deepEqual(thing.all(db, await all()), [{ ...whole, price: '10.500' }, empty]);
  const under = thing.under('t_');
  const [joined] = await db.query(`select ${under.columnsOf('t')}, 1 as id from things t order by t.id`);
  assert.equal(under.fault(db, joined ?? {}), null);
  await db.query(`update things set note = 'changed'`);
  assert.equal(thing.apart(db, await all()).tampered.length, 0, 'what is not sealed may change');
});

test('a row that SQL changed in any sealed column, or whose MAC is of another row or kind, fails', async () => {
  const changes = [
    `label = ''`,
    `label = null`,
    'owed = owed - 1',
    'price = price - 0.001',
    'height = null',
    'is_live = false',
    `at = at - interval '1 millisecond'`,
    `key = ''`,
    `words = '{c,d,""}'`,
    `words = '{"c,d"}'`,
    `terms = terms || '{"a": null}'`,
    'app_id = id',
    'mac = null',
    `mac = ''`,
    `mac = (select mac from things where id <> t.id)`,
  ];
  await db.query('create table kept as select * from things');
  for (const change of changes) {
    await db.query(`update things t set ${change} where id = $1`, [one]);
    const found = await all();
    const { rows, tampered } = thing.apart(db, found);
    assert.equal(rows.length, 1, change);
    assert.deepEqual([tampered.length, tampered[0]?.id, tampered[0]?.table], [1, one, 'things'], change);
    assert.throws(() => void thing.one(db, found), RowTampered, change);
    await db.query('delete from things');
    await db.query('insert into things select * from kept');
  }
  assert.equal(other.all(db, await all()).length, 0, 'a MAC holds for one kind');
  await db.query('update things set id = $2, mac = (select mac from kept where id = $1) where id = $1', [one, two]);
  assert.ok(thing.apart(db, await all()).tampered.some(({ id }) => id === two));
});

test('one value has one form, as it is given and as PostgreSQL answers it', () => {
  const sames: readonly (readonly [type: string, ...values: unknown[]])[] = [
    ['numeric', '10', '10.0', '010.00', '10.'],
    ['numeric', '0', '-0', '0.000'],
    ['numeric', '-1.5', '-01.50'],
    ['bytea', '\\x005cff', Buffer.from([0, 92, 255])],
    ['timestamptz', '2026-01-02T03:04:05.678Z', new Date('2026-01-02T03:04:05.678Z')],
    ['text', null, undefined],
  ];
  for (const [type, first, ...others] of sames)
    for (const value of others) assert.deepEqual(canonical(type, value), canonical(type, first), `${type} ${value}`);
  for (const [type, value, unlike] of [
    ['numeric', '10', '1'],
    ['numeric', '100', '1'],
    ['numeric', '0.1', '0.01'],
    ['text', '', null],
  ] as const)
    assert.notDeepEqual(canonical(type, value), canonical(type, unlike), `${type} ${value}`);
});

test('a connection without the key of the instance neither signs nor reads a sealed row', async () => {
  assert.throws(() => thing.values(database.db, whole), /need a connection with the key/);
  await assert.rejects(async () => thing.all(database.db, await all()), /need a connection with the key/);
});
