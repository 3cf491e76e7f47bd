// No insert names one unique key in ON CONFLICT if a row could violate another one.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { testDatabase } from '../../../test/rig/database.ts';
import { sourceFiles } from '../../../test/rig/house/source-tree.ts';

const rig = await testDatabase();
after(() => rig.drop());

/**
 * Tables with a unique key that contains the columns of another one, so that a row that conflicts on one conflicts on
 * both.
 */
async function tablesWithKeysInKeys(): Promise<string[]> {
  const rows = await rig.db.query<{ name: string }>(
    `select distinct a.indrelid::regclass::text as name from pg_index a
     join pg_index b on b.indrelid = a.indrelid and b.indexrelid <> a.indexrelid and b.indisunique
     where a.indisunique and a.indkey::int2[] <@ b.indkey::int2[] and a.indrelid in (
       select oid from pg_class where relnamespace = 'public'::regnamespace)`,
  );
  return rows.map(({ name }) => name);
}

// PostgreSQL checks the named key before the insert, and the others during it. A row that another session inserts in
// between fails there (https://www.postgresql.org/docs/current/sql-insert.html, ON CONFLICT).
test('a row that others may insert in the same moment names no key where two would meet it', async () => {
  const tables = await tablesWithKeysInKeys();
  assert.ok(tables.includes('address_owners'));
  const insertions = sourceFiles(['src'], ['.ts']).flatMap(({ path, text }) =>
    text
      .split(/(?=insert into )/)
      .filter((part) => tables.some((table) => part.startsWith(`insert into ${table} `)))
      .map((part) => ({ path, conflict: /on conflict[^`;]*?do \w+/.exec(part)?.[0] })),
  );
  assert.ok(insertions.length >= 3);
  assert.deepEqual(
    insertions.filter(({ conflict }) => conflict !== 'on conflict do nothing'),
    [],
  );
});
