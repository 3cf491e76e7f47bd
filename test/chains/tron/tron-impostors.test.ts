// Imitations of payments on TRON credit nothing. Real payments are found, even if an endpoint omits data.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { type Json, ok, until } from '../../rig/client.ts';
import { units } from '../../rig/stage.ts';
import { honestMood } from '../../rig/tron/tron-mood.ts';
import {
  newTronAddress,
  solidAfter,
  startTronStage,
  type TronShop,
  type TronStage,
  usdt,
} from '../../rig/tron/tron-stage.ts';
import { canonicalOf, prefixedOf, type TronWallet, word } from '../../rig/tron/tron-wallet.ts';

let stage: TronStage;
let shop: TronShop;
const lookAlike = newTronAddress();
const forwarder = newTronAddress();
const unpaid: Json[] = [];

before(async () => {
  stage = await startTronStage();
  shop = await stage.shop();
  await stage.node.placeToken('LookAlikeToken', canonicalOf(lookAlike), ['Tether USD', 'USDT', 6]);
  await stage.node.placeToken('Forwarder', canonicalOf(forwarder), []);
});

afterEach(async () => {
  Object.assign(stage.node.mood, honestMood());
  for (const invoice of unpaid.splice(0)) {
    const { status, paid, pending } = await stage.invoiceBecomes(invoice.id, { status: 'open' });
    assert.deepEqual({ status, paid, pending }, { status: 'open', paid: '0.00', pending: '0.00' });
  }
});

after(() => stage?.close());

interface Wanting {
  readonly invoice: Json;
  readonly attempt: Json;
  readonly customer: TronWallet;
  readonly amount: bigint;
}

/** A customer with a quote. First mines enough blocks that a later fork leaves the setup unchanged. */
async function wanting(cryptocurrency = 'USDT'): Promise<Wanting> {
  const customer = await stage.customer();
  await stage.mine(solidAfter);
  const invoice = await shop.invoice('100.00');
  const attempt = await stage.attempt(invoice, customer.address, cryptocurrency);
  return { invoice, attempt, customer, amount: units(attempt.amount, 6) };
}

test('M4-contract: a contract is a receiving address only once it is confirmed, a listed token never', async () => {
  const enter = (value: string, more: Json = {}) =>
    stage.merchant.api.post<Json>('/app-address', {
      app_id: shop.app.id,
      network: 'nile',
      kind: 'address',
      value,
      ...more,
    });
  const codeOf = ({ status, body }: { status: number; body: Json }) => [status, body.errors?.[0]?.code];
  assert.deepEqual(codeOf(await enter(forwarder)), [422, 'confirm_needed']);
  assert.deepEqual(codeOf(await enter(usdt, { confirm: true })), [422, 'not_spendable']);
  const taken = await enter(forwarder, { confirm: true });
  assert.deepEqual([taken.status, taken.body.findings.map(({ code }: Json) => code)], [201, ['contract']]);
  await ok(stage.merchant.api.delete(`/app-address/${taken.body.id}`));
});

/** Everything is mined and solidified. The transaction still waits, and the merchant has only its own events. */
async function isIgnored({ attempt, invoice }: Wanting): Promise<void> {
  unpaid.push(invoice);
  await stage.mine(1 + solidAfter);
  const now = await stage.transactionBecomes(attempt.id, { status: 'processing' });
  assert.deepEqual([now.hash, now.received_amount], [null, null]);
  assert.ok(!(await shop.eventTypes()).includes('payment.unmatched'));
}

async function isPaid({ invoice, attempt }: Wanting, hash: string): Promise<void> {
  await stage.mine(1 + solidAfter);
  await stage.invoiceBecomes(invoice.id, { status: 'paid', paid: '100.00' });
  await stage.transactionBecomes(attempt.id, { status: 'success', hash });
}

test('D1-failed-call: out of energy, reverted or out of time, nothing moved, and the attempt is rejected', async () => {
  const failures: Record<string, (one: Wanting) => Promise<string>> = {
    OUT_OF_ENERGY: ({ customer, attempt, amount }) =>
      customer.payToken(usdt, attempt.to, amount, { feeLimit: 100_000 }),
    REVERT: ({ customer, attempt }) => customer.payToken(usdt, attempt.to, 10n ** 15n),
    async OUT_OF_TIME({ customer, attempt, amount }) {
      const hash = await customer.payToken(usdt, attempt.to, amount);
      stage.node.order(hash, 'OUT_OF_TIME');
      return hash;
    },
  };
  for (const [outcome, fail] of Object.entries(failures)) {
    const one = await wanting();
    const hash = await fail(one);
    await stage.mine();
    const mined = stage.node.block(stage.node.height()).transactions.find(({ txID }) => txID === hash);
    assert.equal(mined.ret[0].contractRet, outcome);
    const rejected = await stage.transactionBecomes(one.attempt.id, { status: 'rejected' });
    assert.deepEqual([rejected.reason, rejected.hash, rejected.received_amount], ['failed_on_chain', hash, null]);
    unpaid.push(one.invoice);
  }
});

test('D2-nothing-known-yet: a payment has no outcome until its logs and results are there', async () => {
  const one = await wanting();
  const { mood } = stage.node;
  Object.assign(mood, { logs: 'empty', results: 'empty' });
  const asked = stage.node.asked('/wallet/gettransactioninfobyblocknum');
  const hash = await one.customer.payToken(usdt, one.attempt.to, one.amount);
  await stage.node.mine(1 + solidAfter);
  await until(async () => stage.node.asked('/wallet/gettransactioninfobyblocknum') > asked + 2, 'some tries');
  const now = await stage.transactionBecomes(one.attempt.id, { status: 'processing' });
  assert.deepEqual([now.hash, now.block], [null, null]);
  Object.assign(mood, { logs: 'whole', results: 'whole' });
  await isPaid(one, hash);
});

test('B10-D12-lagging-index: a log that the index lacks is found in the results of the block', async () => {
  for (const fault of [{ logs: 'empty' }, { logs: 'cut' }, { jsonRpc: false }]) {
    const one = await wanting();
    Object.assign(stage.node.mood, fault);
    await isPaid(one, await one.customer.payToken(usdt, one.attempt.to, one.amount));
    Object.assign(stage.node.mood, { logs: 'whole', jsonRpc: true });
  }
});

test('S12-unproved: a block that is cut, or has changed addresses, pays nothing until it is complete', async () => {
  for (const fault of [{ transactions: 'none' }, { transactions: 'cut' }, { visible: true }] as const) {
    const one = await wanting();
    Object.assign(stage.node.mood, fault);
    const hash = await one.customer.payToken(usdt, one.attempt.to, one.amount);
    await isRefused(one, () => stage.node.mine(1 + solidAfter));
    Object.assign(stage.node.mood, honestMood());
    await isPaid(one, hash);
  }
});

test('a payment in blocks that nobody elected has signed pays nobody, and the network goes on', async () => {
  const one = await wanting();
  const hash = await one.customer.payToken(usdt, one.attempt.to, one.amount);
  stage.node.representatives.signedBy = 'stranger';
  await isRefused(one, () => stage.node.mine(1 + solidAfter));
  stage.node.representatives.signedBy = 'elected';
  await stage.node.fork(1 + solidAfter, [[], [hash], [], [], [], []]);
  await isPaid(one, hash);
});

/** The service requests the mined blocks several times in vain. The transaction still waits, without a payment. */
async function isRefused({ attempt }: Wanting, mine: () => Promise<void>): Promise<void> {
  const heads = () => stage.node.asked('/wallet/getblock') + stage.node.asked('/wallet/getblockbynum');
  await mine();
  const asked = heads();
  await until(async () => heads() > asked + 2, 'some tries');
  const now = await stage.transactionBecomes(attempt.id, { status: 'processing' });
  assert.deepEqual([now.hash, now.block], [null, null]);
}

test('D3-trc10: a TRC-10 token called USDT, a delegation and a vote never count', async () => {
  const token = await wanting();
  const sendToken = ({ customer, attempt, amount }: Wanting, asset: string) =>
    customer.act('TransferAssetContract', {
      to_address: prefixedOf(attempt.to),
      amount: Number(amount),
      asset_name: Buffer.from(asset).toString('hex'),
    });
  await sendToken(token, 'USDT');
  const trx = await wanting('TRX');
  await sendToken(trx, '1004083');
  const { act } = trx.customer;
  const [sun, to] = [Number(trx.amount), prefixedOf(trx.attempt.to)];
  await act('DelegateResourceContract', { receiver_address: to, balance: sun, resource: 'ENERGY' });
  await act('FreezeBalanceV2Contract', { frozen_balance: sun, resource: 'ENERGY' });
  await act('VoteWitnessContract', { votes: [{ vote_address: to, vote_count: sun }] });
  await isIgnored(token);
  await isIgnored(trx);
});

test('D4-not-solidified: confirmations are not enough while the solidified block does not move', async () => {
  for (const tag of [true, false]) {
    const one = await wanting();
    Object.assign(stage.node.mood, { finalizedTag: tag, solidUpTo: stage.node.height() });
    const hash = await one.customer.payToken(usdt, one.attempt.to, one.amount);
    await stage.mine(3 * solidAfter);
    const now = await stage.transactionBecomes(one.attempt.id, { hash, confirmations: 3 * solidAfter });
    assert.equal(now.status, 'processing');
    stage.node.mood.solidUpTo = Number.POSITIVE_INFINITY;
    await isPaid(one, hash);
  }
});

test('D5-broadcast: a transaction that a node accepted is not a payment yet', async () => {
  const one = await wanting();
  const hash = await one.customer.payToken(usdt, one.attempt.to, one.amount);
  const now = await stage.transactionBecomes(one.attempt.id, { status: 'processing' });
  assert.equal(now.hash, null);
  const claim = await stage.anyone.post<Json>(`/transaction/${one.attempt.id}/claim`, { hash });
  assert.equal(claim.status, 202);
  await isPaid(one, hash);
});

test('D6-answers-false: the event and the outcome decide, not the return value of the token', async () => {
  await stage.node.placeToken('UnsureToken', canonicalOf(usdt), []);
  const one = await wanting();
  await isPaid(one, await one.customer.payToken(usdt, one.attempt.to, one.amount));
});

test('D8-inner-trx: TRX that a contract passes on is not credited, reverted or not', async () => {
  const held = async () => BigInt(await stage.node.anvil.rpc('eth_getBalance', [canonicalOf(shop.address), 'latest']));
  for (const [way, arrives] of [
    ['forward(address)', true],
    ['swallow(address)', false],
  ] as const) {
    const one = await wanting('TRX');
    const before = await held();
    await one.customer.call(forwarder, way, [word('address', one.attempt.to)], Number(one.amount));
    await isIgnored(one);
    assert.equal((await held()) - before, arrives ? one.amount : 0n);
  }
});

test('A4-look-alike-token: a token of the same name, and its forged events, do not count', async () => {
  const one = await wanting();
  const { customer, attempt, amount } = one;
  await stage.node.grant(canonicalOf(lookAlike), customer.canonical, amount);
  await customer.payToken(lookAlike, attempt.to, amount);
  const forged = [word('address', customer.address), word('address', attempt.to), word('uint256', String(amount))];
  await customer.call(lookAlike, 'forge(address,address,uint256)', forged);
  await isIgnored(one);
});

test('D13-fork: a payment that a fork removed is reverted, and counts once when it is mined again', async () => {
  const one = await wanting();
  const hash = await one.customer.payToken(usdt, one.attempt.to, one.amount);
  await stage.mine(2);
  await stage.transactionBecomes(one.attempt.id, { hash });
  await stage.invoiceBecomes(one.invoice.id, { pending: '100.00' });
  await stage.node.fork(2, [[], [], []]);
  await stage.caughtUp();
  await stage.invoiceBecomes(one.invoice.id, { pending: '0.00' });
  const back = await stage.transactionBecomes(one.attempt.id, { block: null });
  assert.equal(back.status, 'processing');
  await stage.node.fork(1, [[hash], []]);
  await isPaid(one, hash);
});

test('D13-other-outcome: a payment that failed on the surviving branch is not credited', async () => {
  const one = await wanting();
  const hash = await one.customer.payToken(usdt, one.attempt.to, one.amount);
  await stage.mine();
  await stage.transactionBecomes(one.attempt.id, { hash });
  stage.node.order(hash, 'OUT_OF_TIME');
  await stage.node.fork(1, [[hash], []]);
  await stage.caughtUp();
  const rejected = await stage.transactionBecomes(one.attempt.id, { status: 'rejected' });
  assert.equal(rejected.reason, 'failed_on_chain');
  unpaid.push(one.invoice);
});

test('an endpoint that suspends the caller for a while delays payments and loses none', async () => {
  const one = await wanting();
  const hash = await one.customer.payToken(usdt, one.attempt.to, one.amount);
  stage.node.mood.suspended = 2;
  await isPaid(one, hash);
  assert.equal(stage.node.mood.suspended, 0);
});
