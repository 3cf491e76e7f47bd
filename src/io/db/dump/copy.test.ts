// COPY transfers every value unchanged from one table to another, reports rejected rows, and sequences continue.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { type TestDatabase, testDatabase } from '../../../../test/rig/database.ts';
import { copyIn, copyOut } from './copy.ts';
import { copyColumns, listSequences, listTables, setSequence } from './tables.ts';

let rig: TestDatabase;
let client: pg.Client;

before(async () => {
  rig = await testDatabase();
  client = new pg.Client({ connectionString: rig.url });
  await client.connect();
});
after(async () => {
  await client?.end();
  await rig?.drop();
});

test('rows come out and go in as they are: odd text, bytes, large numbers, nothing at all', async () => {
  await client.query(`create table odd_things (
      id int primary key, text text, bytes bytea, large numeric, json jsonb, list text[], at timestamptz);
    insert into odd_things
      select n, E'a\\tb\\nc\\\\.' || repeat('é', n % 50), decode(md5(n::text), 'hex'), 10::numeric ^ 77 + n,
        jsonb_build_object('n', n, 'none', null), array['x', null, 'y"z'], now() + n * interval '1 microsecond'
      from generate_series(1, 20000) n;
    insert into odd_things (id) values (0);
    create table odd_things_again (like odd_things)`);
  const shape = (await listTables(client)).find((table) => table.name === 'odd_things');
  assert.ok(shape);
  const rows: Buffer[] = [];
  for await (const row of copyOut(client, `copy ${copyColumns(shape)} to stdout`)) rows.push(row);
  assert.equal(rows.length, 20_001);
  const into = await copyIn(client, `copy ${copyColumns({ ...shape, name: 'odd_things_again' })} from stdin`);
  for (const row of rows) await into.write(row);
  assert.equal(await into.end(), 20_001);
  const { rows: apart } = await client.query('table odd_things except table odd_things_again');
  assert.deepEqual(apart, []);
});

test('a row that breaks a rule, and a table that is not there, are refused; the connection goes on', async () => {
  await client.query('create table even_numbers (n int check (n % 2 = 0))');
  const into = await copyIn(client, 'copy even_numbers from stdin');
  await into.write(Buffer.from('2\n3\n'));
  await assert.rejects(into.end(), /even_numbers_n_check/);
  await assert.rejects(copyIn(client, 'copy nothing_there from stdin'), /nothing_there/);
  await assert.rejects(copyOut(client, 'copy nothing_there to stdout').next(), /nothing_there/);
  assert.equal((await client.query('select count(*)::int as n from even_numbers')).rows[0].n, 0);
});

test('tables are listed those first that others refer to, without what is computed or counts commits', async () => {
  const tables = await listTables(client);
  const place = (name: string) => tables.findIndex((table) => table.name === name);
  assert.ok(place('users') < place('uploads') && place('uploads') < place('apps') && place('apps') < place('invoices'));
  assert.ok(!tables[place('watched_addresses')]?.columns.includes('created_xid'));
  assert.equal(place('request_counts'), -1);
});

test('a sequence goes on above the number it is set to', async () => {
  await client.query(
    'create table numbered (id serial primary key); insert into numbered select from generate_series(1, 7)',
  );
  const [sequence] = await listSequences(client);
  assert.deepEqual(sequence, { name: 'numbered_id_seq', value: '7' });
  await setSequence(client, 'numbered_id_seq', '41');
  const { rows } = await client.query('insert into numbered default values returning id');
  assert.deepEqual(rows, [{ id: 42 }]);
});
