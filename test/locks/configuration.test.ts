// Two commits change the same settings at once, or two processes start at once: no change of the first one is lost.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import type pg from 'pg';
import type { NetworkEntry } from '../../src/core/config/network-entry.ts';
import { createWebhook } from '../../src/features/events/webhooks/create-webhook.ts';
import { countWebhooks } from '../../src/features/events/webhooks/store.ts';
import { updateWebhook } from '../../src/features/events/webhooks/update-webhook.ts';
import { loadCatalog } from '../../src/features/known/catalog/load-catalog.ts';
import { registry } from '../../src/features/known/catalog/registry.ts';
import { recoverDatabase } from '../../src/features/operations/failover/recover-database.ts';
import { recordWentBack, type Standing } from '../../src/features/operations/failover/standing-store.ts';
import { openVault } from '../../src/features/operations/keys/open-vault.ts';
import * as createAccepted from '../../src/features/receiving/app-cryptocurrencies/create-app-cryptocurrency.ts';
import * as updateAccepted from '../../src/features/receiving/app-cryptocurrencies/update-app-cryptocurrency.ts';
import { createPaymentLink } from '../../src/features/selling/payment-links/create-payment-link.ts';
import { updatePaymentLink } from '../../src/features/selling/payment-links/update-payment-link.ts';
import { openTestChain } from '../../src/io/chains/test-chain/test-chain.ts';
import type { Database, Queryable } from '../../src/io/db/database.ts';
import { migrate, migrateWithin } from '../../src/io/db/migrate/migrate.ts';
import type { Operation } from '../../src/io/http/operation.ts';
import { StartFault } from '../../src/io/start-fault.ts';
import { waits } from '../rig/barrier.ts';
import { until } from '../rig/client.ts';
import { MIGRATIONS } from '../rig/database.ts';
import { openLockStage, perform } from './lock-stage.ts';

const stage = await openLockStage();
const { instance } = stage;
const { db } = instance;
const owner = await stage.newUser();
const app = await stage.newApp(owner);
after(() => stage.close());

test('two changes of one payment link at once are both kept', async () => {
  const terms = { app_id: app.id, slug: 'coffee', total: '4.00', currency: 'USD' };
  const { id } = await perform(createPaymentLink(instance), db, owner, { body: terms });
  const changed = await changeTwice(updatePaymentLink(instance), id, { description: 'Beans' }, { total: '5.00' });
  assert.deepEqual([changed.description, changed.total], ['Beans', '5.00']);
});

test('two changes of the terms of one coin at once are both kept', async () => {
  const coin = { app_id: app.id, cryptocurrency: 'ETH', network: 'local' };
  const { id } = await perform(createAccepted.createAppCryptocurrency(instance), db, owner, { body: coin });
  const changed = await changeTwice(
    updateAccepted.updateAppCryptocurrency(instance),
    id,
    { confirmations: 7 },
    { max_total: '90' },
  );
  assert.deepEqual([changed.confirmations, changed.max_total], [7, '90']);
});

test('two changes of one webhook at once are both kept', async () => {
  const { id } = await addWebhook(db, app.id);
  const changed = await changeTwice(updateWebhook(instance), id, { description: 'Till' }, { events: ['invoice.paid'] });
  assert.deepEqual([changed.description, changed.events], ['Till', ['invoice.paid']]);
});

test('of two webhooks that are added at once, one takes the last place', async () => {
  const { id } = await stage.newApp(owner);
  for (let added = 1; added < 20; added += 1) await addWebhook(db, id);
  await waits(
    db,
    (held) => addWebhook(held, id),
    () => assert.rejects(addWebhook(db, id), { code: 'too_many_webhooks' }),
  );
  assert.equal(await countWebhooks(db, id), 20);
});

test('processes that load a new network at once know it by one id', async () => {
  const entry = {
    ...(registry[0] as NetworkEntry),
    symbol: 'second',
    name: 'Second chain',
    chainId: 31338,
    tokens: [],
  };
  const load = (to: Database) => loadCatalog(to, [entry], { now: instance.clock.now(), newId: instance.newId });
  const catalogs = await waits(db, load, () => load(db));
  const [first, second] = catalogs.map((catalog) => catalog.networkBySymbol('second')?.id);
  assert.ok(first);
  assert.equal(second, first);
});

test('two processes that make blocks of the test chain at once make each block once', async () => {
  const now = instance.clock.now();
  const mine = (to: Database) => openTestChain(to).mine?.(now) ?? Promise.resolve();
  await waits(db, mine, () => mine(db));
  const [row] = await db.query<{ count: string; last: string }>(
    'select count(*), max(number) as last from test_blocks',
  );
  assert.deepEqual([row?.count, row?.last], ['11', '11']);
});

test('of two processes that recover a database that went back, one moves the keys ahead', async () => {
  await recordWentBack(db, 'restored');
  const onlyIf = ({ wentBackAt }: Standing) => wentBackAt !== null;
  const recover = (to: Database) =>
    recoverDatabase({ db: to, networks: new Map(), now: instance.clock.now() }, { onlyIf });
  assert.deepEqual(await waits(db, recover, () => recover(db)), [[], null]);
});

test('while a restore lays the schema, no other one does', async () => {
  const lay = (to: Database) => to.atomically((trx) => migrateWithin(clientOf(trx), []));
  await waits(db, lay, () => lay(db));
});

test('a migration does nothing before another one has ended', async () => {
  const order: string[] = [];
  let migrating = Promise.resolve();
  await db.atomically(async (trx) => {
    await migrateWithin(clientOf(trx), []);
    migrating = migrate(stage.databaseUrl, MIGRATIONS).then(
      ({ applied }) => void order.push(`applied ${applied.length}`),
    );
    const asks = `select from pg_stat_activity where datname = current_database() and state = 'idle'
      and application_name = 'quittance migrate' and query like '%pg_try_advisory_lock%'`;
    await until(async () => order.length > 0 || (await db.query(asks)).length > 0, 'the migration to ask for its turn');
    order.push('restored');
  });
  await migrating;
  assert.deepEqual(order, ['restored', 'applied 0']);
});

test('of two processes that bring an empty instance its first key, one does', async () => {
  await db.query('delete from kept_keys');
  await db.query('delete from key_checks');
  const open = (to: Database) => openVault(to, { secretKey: randomBytes(32), older: [], source: 'The key' });
  await waits(db, open, () => assert.rejects(open(db), StartFault));
});

/** Two concurrent changes of one object; returns the object after the second one. */
async function changeTwice(change: Operation, id: string, first: object, second: object) {
  const [, last] = await waits(
    db,
    (held) => perform(change, held, owner, { id, body: first }),
    () => perform(change, db, owner, { id, body: second }),
  );
  return last;
}

function addWebhook(to: Database, appId: string) {
  return perform(createWebhook(instance), to, owner, { body: { app_id: appId, url: 'https://hooks.example/hook' } });
}

/** A restore runs in one transaction of a `pg.Client`. Creating the schema uses only its `query`. */
function clientOf({ query }: Queryable): pg.Client {
  return { query } as unknown as pg.Client;
}
