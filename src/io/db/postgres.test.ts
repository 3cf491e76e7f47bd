// The service's assumptions about its database hold: atomic transactions, exact values, and clear errors while it is
// unreachable.
import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { type TestDatabase, testDatabase } from '../../../test/rig/database.ts';
import { Overload } from '../../core/problem.ts';
import { StartFault } from '../start-fault.ts';
import type { Queryable } from './database.ts';
import { connectPostgres } from './postgres.ts';
import { DatabaseAway, isUniqueViolation } from './sql-fault.ts';

let rig: TestDatabase;
before(async () => {
  rig = await testDatabase({ deadlocks: true });
  await rig.db.query('create table counters (id int primary key, value numeric not null)');
  await rig.db.query('insert into counters values (1, 0), (2, 0), (3, 0)');
});
after(() => rig.drop());

const connect = (maxConnections = 2, url = rig.url) =>
  connectPostgres({ url, maxConnections, applicationName: 'postgres.test', onError: () => {} });
const storedValue = async (id: number) =>
  (await rig.db.query<{ value: string }>('select value from counters where id = $1', [id]))[0]?.value;

describe('a database transaction', () => {
  test('keeps nothing when its act throws, and passes the error on', async () => {
    const refusal = new Error('refused');
    const act = rig.db.atomically(async (trx) => {
      await trx.query('update counters set value = 99 where id = 1');
      throw refusal;
    });
    await assert.rejects(act, refusal);
    assert.equal(await storedValue(1), '0');
  });

  test('never reports success when a swallowed error made the database give it up', async () => {
    const act = rig.db.atomically(async (trx) => {
      await trx.query('update counters set value = 99 where id = 1');
      await trx.query('insert into counters values (1, 0)').catch(() => {});
    });
    await assert.rejects(act, /nothing was committed/);
    assert.equal(await storedValue(1), '0');
  });

  test('no statement drops parts of a table while it runs, which would crash PostgreSQL 18', async () => {
    const pruned = async (db: Queryable) =>
      (await db.query<{ setting: string }>('select current_setting($1) as setting', ['enable_partition_pruning']))[0];
    const off = { setting: 'off' };
    for (const db of [rig.db, rig.db.byKey, rig.db.byValue, rig.db.publicReads])
      assert.deepEqual(await pruned(db), off);
    assert.deepEqual(await rig.db.atomically(pruned), off);
  });

  test('F24-deadlock: runs again when it lost a deadlock', async () => {
    const db = await connect();
    let runs = 0;
    let locked = 0;
    const bothStarted = Promise.withResolvers<void>();
    const lockInOrder = (first: number, second: number) =>
      db.atomically(async (trx) => {
        runs += 1;
        await trx.query('update counters set value = value + 1 where id = $1', [first]);
        locked += 1;
        if (locked === 2) bothStarted.resolve();
        await bothStarted.promise;
        await trx.query('update counters set value = value + 1 where id = $1', [second]);
      });
    await Promise.all([lockInOrder(2, 3), lockInOrder(3, 2)]);
    // PostgreSQL may end both at once.
    assert.ok(runs >= 3);
    assert.deepEqual([await storedValue(2), await storedValue(3)], ['2', '2']);
    await db.close();
  });

  test('that loses every time is DatabaseAway, to be answered with "try again"', async () => {
    let runs = 0;
    const act = rig.db.atomically(async (trx) => {
      runs += 1;
      await trx.query(`do $$ begin raise exception 'contended' using errcode = '40001'; end $$`);
    });
    await assert.rejects(act, DatabaseAway);
    assert.equal(runs, 3);
  });
});

describe('a statement', () => {
  test('is prepared once on a connection', async () => {
    const db = await connect(1);
    for (const id of [1, 2, 3]) await db.query('select value + 1 from counters where id = $1', [id]);
    const prepared = await db.query('select from pg_prepared_statements where statement like $1', [
      'select value + 1%',
    ]);
    assert.equal(prepared.length, 1);
    await db.close();
  });

  test('keeps every digit of numeric and bigint, and a day as a day', async () => {
    const wei = 2n ** 255n + 1n;
    const [row] = await rig.db.query(
      'select $1::numeric as n, array[$1::numeric] as many, $2::int8 as big, $3::date as day',
      [wei, 2n ** 63n - 1n, '2026-02-28'],
    );
    assert.deepEqual(row, { n: `${wei}`, many: [`${wei}`], big: '9223372036854775807', day: '2026-02-28' });
  });

  test('that breaks a unique rule says so and keeps its connection', async () => {
    const db = await connect(1);
    const backend = () => db.query('select pg_backend_pid() as pid');
    const before = await backend();
    await assert.rejects(db.query('insert into counters values (1, 0)'), (error) => {
      assert(isUniqueViolation(error));
      assert(isUniqueViolation(error, 'counters_pkey'));
      assert(!isUniqueViolation(error, 'another_key'));
      return true;
    });
    assert.deepEqual(await backend(), before);
    await db.close();
  });

  test('survives a migration that changes the shape of its answer', async () => {
    const db = await connect(1);
    await db.query('create table shapes (id int)');
    assert.deepEqual(await db.query('select * from shapes'), []);
    await rig.db.query('alter table shapes add column name text');
    assert.deepEqual(await db.query('select * from shapes'), []);
    await db.close();
  });
});

describe('a statement by key', () => {
  test('uses the index although it was planned for an empty table, and keeps its plan as that grows', async () => {
    const db = await connect(2);
    await db.query('create table parcels (id int primary key, code text unique)');
    const find = `select p.id from json_to_recordset($1::json) as w (code text) join parcels p on p.code = w.code`;
    const wanted = [JSON.stringify([{ code: 'c7' }, { code: 'c9' }])];
    assert.deepEqual(await db.byKey.query(find, wanted), []);
    await db.query(`insert into parcels select n, 'c' || n from generate_series(1, 20000) n`);
    for (let times = 0; times < 8; times++) assert.equal((await db.byKey.query(find, wanted)).length, 2);
    const [kept] = await db.byKey.query<{ name: string; generic: string; custom: string }>(
      'select name, generic_plans as generic, custom_plans as custom from pg_prepared_statements where statement = $1',
      [find],
    );
    assert.deepEqual([kept?.generic, kept?.custom], ['9', '0']);
    const plan = await db.byKey.query<{ 'QUERY PLAN': string }>(`explain execute ${kept?.name}('[]')`);
    assert.match(plan.map((line) => line['QUERY PLAN']).join(), /Index.*Scan using parcels_code_key/);
    await db.close();
  });
});

describe('what strangers read', () => {
  test('waits in a queue of its own that has an end, and keeps nobody else waiting', async () => {
    const db = await connect(2);
    const asked = Array.from({ length: 600 }, () => db.publicReads.query('select pg_sleep(0.01)'));
    const ending = Promise.allSettled(asked);
    assert.deepEqual(await db.query('select 1 as one'), [{ one: 1 }]);
    const refused = (await ending).flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    assert.equal(refused.length, 98, 'all but two that run and five hundred that wait');
    assert.ok(refused.every((reason) => reason instanceof Overload && reason.headers['retry-after'] === '1'));
    assert.deepEqual(await db.publicReads.query('select 1 as one'), [{ one: 1 }]);
    await db.close();
  });
});

describe('a database that is away', () => {
  test('is told from a broken rule when its server ends the connection, and comes back by itself', async () => {
    const db = await connect(1);
    await assert.rejects(db.query('select pg_terminate_backend(pg_backend_pid())'), DatabaseAway);
    assert.deepEqual(await db.query('select 1 as one'), [{ one: 1 }]);
    await db.close();
  });

  test('leaves nothing half done when the connection ends inside a database transaction', async () => {
    const db = await connect(1);
    const act = db.atomically(async (trx) => {
      await trx.query('update counters set value = 99 where id = 1');
      await trx.query('select pg_terminate_backend(pg_backend_pid())');
    });
    await assert.rejects(act, DatabaseAway);
    assert.equal(await storedValue(1), '0');
    await db.close();
  });

  test('loses idle connections without ending the process', async () => {
    const lost = Promise.withResolvers<Error>();
    const db = await connectPostgres({
      url: rig.url,
      maxConnections: 1,
      applicationName: 'idle',
      onError: lost.resolve,
    });
    await rig.db.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'idle'`);
    await lost.promise;
    assert.deepEqual(await db.query('select 1 as one'), [{ one: 1 }]);
    await db.close();
  });

  test('F24-read-only: is one that takes no writes', async () => {
    const db = await connect(1);
    await db.query('set default_transaction_read_only = on');
    await assert.rejects(db.query('delete from counters'), DatabaseAway);
    await db.close();
  });

  test('is one where nobody listens', async () => {
    const port = await new Promise<number>((resolve) => {
      const probe = createServer().listen(0, '127.0.0.1', () => {
        const { port } = probe.address() as { port: number };
        probe.close(() => resolve(port));
      });
    });
    await assert.rejects(connect(1, `postgres://somebody@127.0.0.1:${port}/anything`), DatabaseAway);
  });
});

describe('a wrong DATABASE_URL', () => {
  const withUrl = (change: (url: URL) => void) => {
    const url = new URL(rig.url);
    change(url);
    return connect(1, url.href);
  };

  test('is the operator’s to mend, in words that do not show the password', async () => {
    const password = new URL(rig.url).password || 'no-password-at-all';
    const attempts = [
      () =>
        withUrl((url) => {
          url.username = 'somebody_else';
        }),
      () =>
        withUrl((url) => {
          url.pathname = '/no_such_database';
        }),
      () => connect(1, `postgres://me:${password}@[broken`),
    ];
    for (const attempt of attempts) {
      await assert.rejects(attempt, (error) => error instanceof StartFault && !`${error.stack}`.includes(password));
    }
  });
});
