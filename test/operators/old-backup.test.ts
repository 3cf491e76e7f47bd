// A database that was restored from an old copy: the chain is read again from where the copy stood, and what it paid is
// paid.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { type Customer, type Shop, type Stage, startStage, units } from '../rig/stage.ts';

const confirmations = 3;
let stage: Stage;
let shop: Shop;
let customer: Customer;

before(async () => {
  stage = await startStage({ confirmations });
  shop = await stage.shop();
  customer = await stage.customer();
});

after(() => stage?.close());

test('F25-old-backup: what was paid after the copy was made is found again, credited once, and told', async () => {
  const invoices = [await shop.invoice('100.00'), await shop.invoice('50.00')];
  const attempts = [];
  for (const invoice of invoices) attempts.push(await stage.attempt(invoice, customer.address));
  const [first, second] = attempts;
  await customer.pay(first.to, units(first.amount, 18));
  await stage.mine(1);
  const seen = await stage.transactionBecomes(first.id, { confirmations: 1 });
  const restore = await backUp();
  await customer.pay(second.to, units(second.amount, 18));
  await stage.mine(confirmations);
  const paid = [];
  for (const invoice of invoices) paid.push(await stage.invoiceBecomes(invoice.id, { status: 'paid' }));
  await restore();
  for (const [at, invoice] of invoices.entries()) {
    const again = await stage.invoiceBecomes(invoice.id, { status: 'paid' });
    assert.deepEqual([again.paid, again.pending, again.exceptions], [paid[at].paid, '0.00', []]);
    const told = (await shop.events()).filter((event) => event.invoice_id === invoice.id);
    assert.equal(told.filter((event) => event.type === 'invoice.paid').length, 1);
    assert.equal((await stage.transactionsOf(invoice.id)).length, 1);
  }
  assert.equal((await stage.getTransaction(first.id)).hash, seen.hash);
});

/**
 * Copies the database while nothing uses it; what it answers puts the copy in its place. The service starts again after
 * each.
 */
async function backUp(): Promise<() => Promise<void>> {
  const url = new URL(stage.database.url);
  const name = url.pathname.slice(1);
  const copy = `${name}_copy`;
  await stage.service.kill('SIGTERM');
  await asAdmin(`create database ${copy} template ${name} strategy wal_log`);
  await stage.service.restart();
  return async () => {
    await stage.service.kill('SIGTERM');
    await asAdmin(`drop database ${name} with (force)`);
    await asAdmin(`alter database ${copy} rename to ${name}`);
    await stage.service.restart();
    await stage.caughtUp();
  };
}

/** From another database of the same server. Connections to the one that is copied are ended first. */
async function asAdmin(statement: string): Promise<void> {
  const url = new URL(stage.database.url);
  const name = url.pathname.slice(1);
  url.pathname = '/postgres';
  const admin = new pg.Client({ connectionString: url.href });
  await admin.connect();
  try {
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
    await admin.query(statement);
  } finally {
    await admin.end();
  }
}
