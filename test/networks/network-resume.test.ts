// A halted network is followed again on the operator's command, from a block that is certain, without any guess.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Json, until } from '../rig/client.ts';
import { quittance } from '../rig/service/command-line.ts';
import { type Customer, type Shop, type Stage, startStage, units } from '../rig/stage.ts';

let stage: Stage;
let shop: Shop;
let customer: Customer;

before(async () => {
  stage = await startStage({ reorgDepth: 16 });
  shop = await stage.shop();
  customer = await stage.customer();
});
after(() => stage?.close());

const run = (...args: string[]) => quittance(stage.service, args);

async function refused(why: RegExp, ...args: string[]): Promise<void> {
  const { code, stderr } = await run('network', 'resume', ...args);
  assert.deepEqual([code, stderr.trim().split('\n').length], [1, 1], stderr);
  assert.match(stderr, why);
}

async function listed(): Promise<Json> {
  const { code, stdout, stderr } = await run('network', 'list', '--json');
  assert.equal(code, 0, stderr);
  return (JSON.parse(stdout) as Json[]).find((one) => one.network === 'local');
}

async function paidInvoice(): Promise<{ invoice: Json; attempt: Json; raw: `0x${string}`; block: number }> {
  const invoice = await shop.invoice('100.00');
  const attempt = await stage.attempt(invoice, customer.address);
  const { raw } = await customer.pay(attempt.to, units(attempt.amount, 18));
  await stage.mine(4);
  await stage.invoiceBecomes(invoice.id, { status: 'paid' });
  return { invoice, attempt, raw, block: (await stage.getTransaction(attempt.id)).block };
}

test('B5: a reorg deeper than remembered is resumed from the newest payment that is still on the chain', async () => {
  const kept = await paidInvoice();
  await stage.mine(2);
  const gone = await paidInvoice();
  await stage.mine(18);
  await refused(/is not halted; nothing was changed/, 'local');
  await refused(/There is no network nowhere/, 'nowhere');
  await refused(/--from must be the height/, 'local', '--from', 'yesterday');

  // The lost payment is mined again on the new branch, one block later than before.
  const head = await stage.anvil.blockNumber();
  await stage.anvil.reorg(head - gone.block + 1, [[gone.raw, 1]]);
  const halted = await until(async () => {
    const one = await listed();
    return one.state === 'halted' ? one : null;
  }, 'the network to be halted');
  assert.match(halted.halted, /network resume local/);
  await refused(/has recorded payments.*not on the chain.*--from must be below it/, 'local', '--from', String(head));
  await refused(/above the newest block/, 'local', '--from', '1000000');

  const resumed = await run('network', 'resume', 'local');
  assert.equal(resumed.code, 0, resumed.stderr);
  assert.match(resumed.stdout, new RegExp(`resumes from block ${kept.block} \\(it had been read up to ${head}\\)`));
  assert.deepEqual(
    [(await stage.getTransaction(gone.attempt.id)).status, (await stage.getTransaction(gone.attempt.id)).reason],
    ['rejected', 'reorged'],
  );
  await stage.mine(4);
  const again = await stage.invoiceBecomes(gone.invoice.id, { status: 'paid' });
  assert.deepEqual([again.paid, again.exceptions], ['100.00', ['reorged']]);
  assert.equal((await stage.getTransaction(kept.attempt.id)).status, 'success');
  const shown = await listed();
  assert.deepEqual([shown.state, shown.behind, shown.halted], ['followed', 0, null]);
  assert.match(
    (await run('network', 'list')).stdout,
    /^network +state +read +head +behind +calls a day +units a day\n/,
  );
});

test('where nothing that was recorded is on the chain, only a height that somebody names is gone back to', async () => {
  await stage.mine(2);
  // The whole chain is replaced, as when a test chain is reset.
  await stage.anvil.reorg(await stage.anvil.blockNumber());
  await until(async () => (await listed()).state === 'halted' || null, 'the network to be halted');
  await refused(/No recorded block is on the chain/, 'local');
  const resumed = await run('network', 'resume', 'local', '--from', '0');
  assert.equal(resumed.code, 0, resumed.stderr);
  assert.match(resumed.stdout, /resumes from block 0 /);
  await stage.mine(1);
  assert.equal((await listed()).state, 'followed');
  const paid = await stage.database.db.query(`select 1 from invoices where status = 'paid'`);
  assert.deepEqual(paid, []);
});
