// Payments that return after a reorg in another form: behind another payment, as a failure, or after a person's
// decision.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type Json, ok, until } from '../rig/client.ts';
import { quittance } from '../rig/service/command-line.ts';
import { newAddress, type Shop, type Stage, startStage, units } from '../rig/stage.ts';

const confirmations = 4;
let stage: Stage;
let shop: Shop;

before(async () => {
  stage = await startStage({ confirmations, reorgDepth: 16 });
  shop = await stage.shop({ settings: { app_token_may: ['refund'] } });
});

after(() => stage?.close());

test('a payment that comes back after another one took its place is a late payment, and holds nothing up', async () => {
  const [customer, friend] = [await stage.customer(), await stage.customer()];
  await stage.mine();
  const invoice = await shop.invoice('100.00');
  const attempt = await stage.attempt(invoice, customer.address);
  const first = await customer.pay(attempt.to, units(attempt.amount, 18));
  await stage.mine();
  await stage.transactionBecomes(attempt.id, { hash: first.hash, confirmations: 1 });

  await stage.anvil.reorg(1);
  await stage.caughtUp();
  const second = await friend.pay(attempt.to, units(attempt.amount, 18));
  await stage.mine();
  await stage.transactionBecomes(attempt.id, { hash: second.hash, matched_by: 'amount' });

  await stage.anvil.rpc('eth_sendRawTransaction', [first.raw]);
  await stage.mine();
  await stage.mine(confirmations);
  const paid = await stage.invoiceBecomes(invoice.id, { status: 'paid', paid: '200.00' });
  assert.deepEqual([paid.pending, paid.exceptions], ['0.00', ['overpaid']]);
  const transactions = await stage.transactionsOf(invoice.id);
  assert.deepEqual(
    transactions.map((one) => [one.hash, one.status, one.reason]),
    [
      [first.hash, 'success', 'late'],
      [second.hash, 'success', null],
    ],
  );
});

test('a payment that is mined again, but fails this time, credits nothing', async () => {
  const [customer, lender] = [await stage.customer(), await stage.customer()];
  await stage.mine();
  // More than the customer has. Another account lends the rest one block earlier, and that block will be removed.
  const invoice = await shop.invoice('1500000.00');
  const attempt = await stage.attempt(invoice, customer.address, 'USDT');
  await lender.payToken(customer.address, 600_000_000_000n);
  await stage.mine();
  const sent = await customer.payToken(attempt.to, units(attempt.amount, 6));
  await stage.mine();
  await stage.invoiceBecomes(invoice.id, { pending: '1500000.00' });

  await stage.anvil.reorg(2, [[sent.raw, 0]]);
  await stage.caughtUp();
  const rejected = await stage.transactionBecomes(attempt.id, { status: 'rejected' });
  assert.deepEqual([rejected.reason, rejected.hash], ['failed_on_chain', sent.hash]);
  await stage.mine(confirmations);
  const left = await stage.getInvoice(invoice.id);
  assert.deepEqual([left.status, left.paid, left.pending], ['open', '0.00', '0.00']);
});

test('a halted network resumes from a block that the operator names, and reverts later payments', async () => {
  const customer = await stage.customer();
  await stage.mine();
  const invoice = await shop.invoice('100.00');
  const attempt = await stage.attempt(invoice, customer.address);
  const shared = await stage.anvil.rpc<Json>('eth_getBlockByNumber', ['latest', false]);
  await customer.pay(attempt.to, units(attempt.amount, 18));
  await stage.mine();
  await stage.mine(20);
  await stage.invoiceBecomes(invoice.id, { status: 'paid' });
  await stage.anvil.reorg(21);
  const { db } = stage.database;
  const isHalted = async () => (await db.query('select from network_cursors where halted is not null')).length === 1;
  await until(isHalted, 'the network is halted');
  const doctor = await quittance(stage.service, ['doctor']);
  assert.equal(doctor.code, 1);
  assert.match(doctor.stdout, /^BAD {2}network local: halted\. .*diverged below block/m);

  // As docs/how-to/resume-a-halted-network.md describes it.
  await db.atomically(async (trx) => {
    await trx.query(
      `insert into network_blocks (network_id, number, hash, parent_hash, time)
       select id, $2, $3, $4, to_timestamp($5) from networks where symbol = $1`,
      ['local', Number(shared.number), shared.hash, shared.parentHash, Number(shared.timestamp)],
    );
    await trx.query(
      'update network_cursors set halted = null where network_id = (select id from networks where symbol = $1)',
      ['local'],
    );
  });
  await stage.caughtUp();
  const reversed = await stage.invoiceBecomes(invoice.id, { status: 'open' });
  assert.deepEqual([reversed.paid, reversed.exceptions], ['0.00', ['reorged']]);
  await stage.transactionBecomes(attempt.id, { status: 'rejected', reason: 'reorged' });
  await until(async () => {
    const networks = await ok<Json[]>(stage.anyone.get('/networks'));
    return networks.find((one) => one.symbol === 'local')?.available === true;
  }, 'the network is available again');
});

test('L12-rebuild: a second reading of the chain agrees, and names foreign changes', async (t) => {
  const customer = await stage.customer();
  await stage.mine();
  const invoice = await shop.invoice('100.00');
  const attempt = await stage.attempt(invoice, customer.address);
  const paid = await customer.pay(attempt.to, units(attempt.amount, 18));
  const unasked = await customer.payToken(attempt.to, 5_000_000n);
  await stage.mine(confirmations);
  await stage.invoiceBecomes(invoice.id, { status: 'paid' });
  const refunds: { readonly to: string; readonly hash: string }[] = [];
  for (const fiat_value of ['20.00', '30.00']) {
    const refund = await ok<Json>(shop.api.post('/refund', { invoice_id: invoice.id, fiat_value, to: newAddress() }));
    refunds.push({ to: refund.to.toLowerCase(), hash: (await customer.pay(refund.to, units(refund.amount, 18))).hash });
    await stage.mine(confirmations);
  }
  await stage.invoiceBecomes(invoice.id, { refunded: '50.00' });
  const [altered, lost] = refunds as [(typeof refunds)[0], (typeof refunds)[0]];
  const rebuild = () => quittance(stage.service, ['audit', '--rebuild', 'local']);
  const well = await rebuild();
  assert.equal(well.code, 0, well.stdout + well.stderr);
  assert.match(well.stdout, /local: blocks \d+ to \d+ were reread, with \d+ recorded transfers\. The records agree/);

  const { db } = stage.database;
  // Another process holds the network's lease, so the service corrects no row before the comparison.
  const other = randomUUID();
  const presence = await db.attend(other);
  t.after(() => presence.leave());
  const lease = `update network_cursors set lease_owner = $1, lease_until = now() + interval '10 minutes'`;
  await db.query(lease, [other]);
  await db.query('create table kept as select * from transfers');
  const madeUp = `0x${'ab'.repeat(32)}`;
  await db.query('update transfers set amount = amount + 1 where tx_hash = $1', [paid.hash]);
  await db.query('update transfers set block = null, block_hash = null where tx_hash = $1', [unasked.hash]);
  await db.query(
    `insert into transfers select (jsonb_populate_record(k, n)).* from kept k,
       jsonb_build_object('id', gen_random_uuid(), 'tx_hash', $2::text) n where tx_hash = $1`,
    [paid.hash, madeUp],
  );
  await db.query('create table kept_out as select * from outgoing_transfers');
  await db.query('create table kept_expected as select * from expected_transfers');
  await db.query('update outgoing_transfers set amount = amount + 1 where tx_hash = $1', [altered.hash]);
  await db.query(
    'update outgoing_transfers set block = null, block_hash = null, block_time = null where tx_hash = $1',
    [lost.hash],
  );
  await db.query(`update expected_transfers set status = 'awaited', transfer_id = null where recipient = $1`, [
    lost.to,
  ]);
  const ill = await rebuild();
  assert.equal(ill.code, 1, ill.stdout + ill.stderr);
  for (const named of [
    `The recorded amount differs from the chain: ${paid.hash} `,
    `Not recorded: 5000000 of ${unasked.hash} `,
    `of ${madeUp} `,
    'This does not hold: a credit agrees with its transfer and transaction.',
    `differs from the chain: ${altered.hash} (native)`,
    `recorded 10000000000000001, on the chain 10000000000000000`,
    `Not recorded: 15000000000000000 of ${lost.hash} `,
    `to ${lost.to}, as a refund`,
    'This does not hold: a refund has the state of its expected transfers.',
    'Found: 5 differences, ',
  ])
    assert.ok(ill.stdout.includes(named), `${named}\n${ill.stdout}`);
  const wrong = await quittance(stage.service, ['audit', '--rebuild', 'nowhere']);
  assert.match(wrong.stderr, /There is no network nowhere/);

  await db.query('delete from transfers where tx_hash = $1', [madeUp]);
  await db.query(
    `update transfers t set amount = k.amount, block = k.block, block_hash = k.block_hash
     from kept k where k.id = t.id`,
  );
  await db.query(
    `update outgoing_transfers t set amount = k.amount, block = k.block, block_hash = k.block_hash,
       block_time = k.block_time from kept_out k where k.id = t.id`,
  );
  await db.query(
    `update expected_transfers e set status = k.status, transfer_id = k.transfer_id from kept_expected k
     where k.id = e.id`,
  );
  for (const table of ['kept', 'kept_out', 'kept_expected']) await db.query(`drop table ${table}`);
  assert.equal((await rebuild()).code, 0);
});
