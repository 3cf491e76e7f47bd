// Proves that no migration interrupts a service in production.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { readMigrations } from '../../../src/io/db/migrate/migration-files.ts';
import { blockingStatements, largeTables } from './migrations.ts';
import { projectRoot } from './source-tree.ts';

test('no migration blocks work on a large table', async () => {
  const files = await readMigrations(join(projectRoot, 'migrations'));
  const made = files.flatMap(({ sql }) =>
    [...sql.matchAll(/^create (?:unlogged )?table (\w+)/gm)].map(([, name]) => name),
  );
  assert.deepEqual(
    largeTables.filter((table) => !made.includes(table)),
    [],
  );
  // Earlier migrations were applied to databases without sales.
  assert.deepEqual(files.filter(({ name }) => name > '0018-team.sql').flatMap(blockingStatements), []);
  const refused = (sql: string, name = '0019-trees.sql') => blockingStatements({ name, sql }).length > 0;
  const allowed = [
    'alter table events add column note text',
    'create table trees (id uuid primary key, invoice_id uuid references invoices); create index on trees (id)',
    'alter table events add constraint positive check (sequence > 0) not valid',
    'update apps set name = name',
    'create table trees (id int); alter table trees alter column id type bigint; -- as events, update events set x',
  ];
  assert.deepEqual(
    allowed.filter((sql) => refused(sql)),
    [],
  );
  const forbidden = [
    'create index late on events (created_at)',
    'ALTER TABLE events\n  ALTER COLUMN sequence TYPE numeric',
    'alter table deliveries add column made uuid not null default gen_random_uuid()',
    'alter table only invoices alter column total set not null',
    'alter table credits add constraint whole check (value > 0)',
    'alter table credits add column transfer_id uuid references transfers',
    'update transactions set status = status',
    'insert into trees select id from transfers',
    'alter table credits validate constraint whole',
  ];
  assert.deepEqual(
    forbidden.filter((sql) => !refused(sql)),
    [],
  );
  assert.ok(!refused('create index concurrently if not exists late on events (id)', '0019-late-concurrently.sql'));
  assert.ok(refused('create index concurrently late on events (id)', '0019-late-concurrently.sql'));
});
