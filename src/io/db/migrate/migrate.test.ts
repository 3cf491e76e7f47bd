// A schema only moves forward, applies each file once, and rejects a file that differs from the applied one.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import pg from 'pg';
import { until } from '../../../../test/rig/client.ts';
import { MIGRATIONS, type TestDatabase, testDatabase } from '../../../../test/rig/database.ts';
import { StartFault } from '../../start-fault.ts';
import { listTables } from '../dump/tables.ts';
import { migrate, migrateWithin, migrationsPending, plannedMigrations } from './migrate.ts';
import { readMigrations } from './migration-files.ts';

let rig: TestDatabase;
let folder: string;
before(async () => {
  rig = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), 'quittance-migrations-'));
});
after(async () => {
  await rm(folder, { recursive: true });
  await rig.drop();
});
beforeEach(async () => {
  await rm(folder, { recursive: true });
  await mkdir(folder);
  await rig.db.query('drop table if exists schema_migrations, trees, leaves');
  await lay('0001-trees.sql', 'create table trees (id int primary key); insert into trees values (1);');
  await lay('0002-leaves.sql', 'create table leaves (tree_id int references trees);');
});

const lay = (name: string, sql: string) => writeFile(join(folder, name), sql);
const refused = (words: RegExp) => (error: unknown) => error instanceof StartFault && words.test(error.message);

test('each file is applied once, in order', async () => {
  assert.deepEqual(await migrationsPending(rig.db, folder), ['0001-trees.sql', '0002-leaves.sql']);
  assert.deepEqual(await migrate(rig.url, folder), { applied: ['0001-trees.sql', '0002-leaves.sql'] });
  assert.deepEqual(await migrationsPending(rig.db, folder), []);
  assert.deepEqual(await migrate(rig.url, folder), { applied: [] });
});

test('of processes that migrate at once, one does and the others wait for it', async () => {
  const outcomes = await Promise.all([1, 2, 3, 4].map(() => migrate(rig.url, folder)));
  assert.deepEqual(outcomes.flatMap(({ applied }) => applied).sort(), ['0001-trees.sql', '0002-leaves.sql']);
});

test('a file that fails leaves nothing of itself, and what came before it stays', async () => {
  await lay('0002-leaves.sql', 'create table leaves (id int); select broken;');
  await assert.rejects(migrate(rig.url, folder), /Migration 0002-leaves\.sql: column "broken" does not exist/);
  assert.deepEqual(await rig.db.query(`select to_regclass('leaves') as leaves, to_regclass('trees')::text as trees`), [
    { leaves: null, trees: 'trees' },
  ]);
  assert.deepEqual(await migrationsPending(rig.db, folder), ['0002-leaves.sql']);
});

test('an applied file that was changed since is refused; other line ends are no change', async () => {
  await lay('0001-trees.sql', 'create table trees (id int primary key);\ninsert into trees values (1);\n');
  await migrate(rig.url, folder);
  await lay('0001-trees.sql', 'create table trees (id int primary key);\r\ninsert into trees values (1);\r\n');
  assert.deepEqual(await migrate(rig.url, folder), { applied: [] });
  await lay('0001-trees.sql', 'create table trees (id bigint primary key);');
  await assert.rejects(migrate(rig.url, folder), refused(/0001-trees\.sql was changed after it had been applied/));
});

test('a database newer than the files is refused', async () => {
  await migrate(rig.url, folder);
  await rm(join(folder, '0002-leaves.sql'));
  await assert.rejects(migrate(rig.url, folder), refused(/newer than this version.*0002-leaves\.sql/));
});

test('a file that comes before an applied one is refused, and so are two of one number', async () => {
  await lay('0003-roots.sql', 'select 1');
  await migrate(rig.url, folder);
  await rm(join(folder, '0002-leaves.sql'));
  await lay('0002-bark.sql', 'select 1');
  await assert.rejects(migrate(rig.url, folder), StartFault);
  await lay('0002-leaves.sql', 'select 1');
  await assert.rejects(migrate(rig.url, folder), refused(/Two migrations have the number 0002/));
});

test('F26-busy-table: a migration that waits for a busy table lets others pass, and gets its turn', async () => {
  await migrate(rig.url, folder);
  await lay('0003-names.sql', 'alter table trees add column name text;');
  const [held, busy] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = rig.db.atomically(async (trx) => {
    await trx.query('select * from trees');
    held.resolve();
    await busy.promise;
  });
  await held.promise;
  const migrating = migrate(rig.url, folder);
  const waiting = `select from pg_locks where not granted and relation = 'trees'::regclass`;
  await until(async () => (await rig.db.query(waiting)).length > 0, 'the migration to wait', { everyMs: 1 });
  // This statement queues behind the waiting migration, until the migration times out.
  assert.deepEqual(await rig.db.query('select id from trees'), [{ id: 1 }]);
  busy.resolve();
  await holding;
  assert.deepEqual(await migrating, { applied: ['0003-names.sql'] });
});

test('a file for large tables is applied beside open transactions, and again where it was interrupted', async () => {
  await migrate(rig.url, folder);
  await lay(
    '0003-numbers-concurrently.sql',
    `-- Two; ways to find a tree.
     create index concurrently if not exists trees_by_number on trees ((id % 10));
     create unique index concurrently if not exists trees_by_size on trees ((id / 10));`,
  );
  await rig.db.query('insert into trees values (2)');
  await assert.rejects(migrate(rig.url, folder), /0003-numbers-concurrently\.sql: could not create unique index/);
  assert.deepEqual(await migrationsPending(rig.db, folder), ['0003-numbers-concurrently.sql']);
  await rig.db.query('delete from trees where id = 2');
  const told: string[] = [];
  // All start at once. A process that waits for its turn must not block the index build.
  const outcomes = await Promise.all(
    [1, 2, 3].map(() =>
      migrate(rig.url, folder, { statement: (name, statement) => void told.push(`${name}: ${statement}`) }),
    ),
  );
  assert.deepEqual(
    outcomes.flatMap(({ applied }) => applied),
    ['0003-numbers-concurrently.sql'],
  );
  assert.match(told.join('\n'), /^0003-numbers-concurrently\.sql: create index .*\n.*: create unique index/);
  const made = `select indexrelid::regclass::text as name, indisvalid from pg_index
    where indrelid = 'trees'::regclass and not indisprimary order by 1`;
  assert.deepEqual(await rig.db.query(made), [
    { name: 'trees_by_number', indisvalid: true },
    { name: 'trees_by_size', indisvalid: true },
  ]);
});

test('a file for large tables is part of the one commit that a restored backup is', async () => {
  await lay('0003-numbers-concurrently.sql', 'create index concurrently if not exists trees_by_number on trees (id);');
  const client = new pg.Client({ connectionString: rig.url });
  await client.connect();
  await client.query('begin');
  await migrateWithin(client, await readMigrations(folder));
  await client.query('commit');
  await client.end();
  assert.deepEqual(await migrationsPending(rig.db, folder), []);
});

test('a plan names what is not applied and how large the tables are, and applies nothing', async () => {
  await lay('0003-numbers-concurrently.sql', 'create index concurrently if not exists trees_by_number on trees (id);');
  const names = async () => (await plannedMigrations(rig.url, folder)).map(({ name }) => name);
  assert.deepEqual(await names(), ['0001-trees.sql', '0002-leaves.sql', '0003-numbers-concurrently.sql']);
  assert.deepEqual(await migrationsPending(rig.db, folder), await names());
  await rm(join(folder, '0003-numbers-concurrently.sql'));
  await migrate(rig.url, folder);
  await rig.db.query('analyze trees');
  await lay('0003-numbers-concurrently.sql', 'create index concurrently if not exists trees_by_number on trees (id);');
  const [planned, ...others] = await plannedMigrations(rig.url, folder);
  assert.deepEqual(others, []);
  const [table] = planned?.tables ?? [];
  assert.deepEqual([planned?.isConcurrent, table?.name, table?.rows], [true, 'trees', 1n]);
  assert.ok((table?.bytes ?? 0n) > 0n);
  assert.deepEqual(await migrationsPending(rig.db, folder), ['0003-numbers-concurrently.sql']);
});

test('the service’s own migrations are all applied to a test database', async () => {
  const fresh = await testDatabase();
  assert.deepEqual(await migrationsPending(fresh.db, MIGRATIONS), []);
  await fresh.drop();
});

test('no two tables of the service refer to each other, so that a backup can be restored table by table', async () => {
  const fresh = await testDatabase();
  const client = new pg.Client({ connectionString: fresh.url });
  await client.connect();
  const names = (await listTables(client)).map(({ name }) => name);
  await client.end();
  assert(names.indexOf('transfers') < names.indexOf('unmatched_payments'));
  await fresh.drop();
});
