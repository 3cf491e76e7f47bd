// Without traces, a rise of a balance is credited automatically if the call that caused it is proved. Otherwise the
// merchant decides.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { encodeDeployData, type Hex } from 'viem';
import { type Json, ok, until } from '../rig/client.ts';
import { callData, type FunctionName } from '../rig/evm/anvil.ts';
import { contract } from '../rig/evm/contracts.ts';
import type { FaultProxy } from '../rig/evm/fault-proxy.ts';
import { startUntracedStage, untilInternalTransfers } from '../rig/evm/untraced-network.ts';
import { type Customer, type Sent, type Shop, type Stage, units } from '../rig/stage.ts';

const confirmations = 3;
let proxy: FaultProxy;
let stage: Stage;
let shop: Shop;
let relayer: Customer;
let wallet: Hex;

before(async () => {
  ({ stage, proxy } = await startUntracedStage(confirmations));
  relayer = await stage.customer();
  wallet = await stage.anvil.deploy('SmartWallet');
  await stage.anvil.setBalance(wallet, 10n ** 22n);
  await stage.mine();
  await untilInternalTransfers(stage, 'one_time_addresses');
});

beforeEach(async () => {
  shop = await stage.shop({ receives: 'xpub' });
});

after(async () => {
  await stage?.close();
  await proxy?.stop();
});

interface Asked {
  readonly invoice: Json;
  readonly attempt: Json;
  readonly units: bigint;
}

/** An invoice over 100 USD with a transaction. */
async function ask(): Promise<Asked> {
  const invoice = await shop.invoice('100.00');
  const attempt = await stage.attempt(invoice, relayer.address);
  return { invoice, attempt, units: units(attempt.amount, 18) };
}

/** Calls a contract from the relayer; it is mined with the next block. */
function call(to: Hex, name: FunctionName, args: readonly unknown[], value = 0n): Promise<Sent> {
  return relayer.call(to, callData(name, args), value);
}

const payInternally = (asked: Asked) => call(wallet, 'SmartWallet.pay', [asked.attempt.to, asked.units]);

async function isPaidOnce({ invoice, attempt }: Asked, hash: Hex): Promise<void> {
  const paid = await stage.transactionBecomes(attempt.id, { status: 'success' });
  assert.deepEqual([paid.hash, paid.received_amount], [hash, attempt.amount]);
  const now = await stage.getInvoice(invoice.id);
  assert.deepEqual([now.status, now.paid, now.pending, now.exceptions], ['paid', '100.00', '0.00', []]);
  assert.deepEqual(await listOf('waiting'), []);
}

const listOf = (status: string) =>
  ok<Json[]>(shop.api.get('/unmatched-payments', { query: { app_id: shop.app.id, status } }));

/** Waits until it waits for the merchant, in the exact amount, and credits nothing, however deep it is. */
async function isHeld({ invoice, attempt }: Asked, hash: Hex): Promise<Json> {
  const [waiting] = await until(async () => {
    const list = await listOf('waiting');
    return list.length > 0 ? list : null;
  }, 'the merchant to be told');
  const { reason, hash: by, amount, to, candidates } = waiting as Json;
  assert.deepEqual(
    [reason, by, amount, to, candidates],
    ['unproved_call', hash, attempt.amount, attempt.to, [attempt.id]],
  );
  await stage.mine(confirmations);
  const now = await stage.getInvoice(invoice.id);
  assert.deepEqual([now.status, now.paid, now.pending], ['open', '0.00', '0.00']);
  assert.equal((await stage.getTransaction(attempt.id)).hash, null);
  const events = (await shop.events()).filter(({ type }) => type === 'payment.unmatched');
  assert.deepEqual(
    events.map(({ data }) => [data.reason, data.hash, data.amount]),
    [['unproved_call', hash, attempt.amount]],
  );
  return waiting as Json;
}

/** The merchant assigns the payment to the invoice. */
async function assign(waiting: Json, { invoice, attempt }: Asked): Promise<Json> {
  const made = await ok<Json>(shop.api.post(`/unmatched-payment/${waiting.id}/assign`, { invoice_id: invoice.id }));
  const paid = await stage.transactionBecomes(made.id, { status: 'success' });
  assert.deepEqual([paid.hash, paid.received_amount, paid.matched_by], [waiting.hash, attempt.amount, 'merchant']);
  assert.equal((await stage.invoiceBecomes(invoice.id, { status: 'paid' })).paid, '100.00');
  assert.deepEqual(await listOf('waiting'), []);
  return paid;
}

test('A15-selfdestruct-by-balance: coins of a destroyed contract are held for the merchant', async () => {
  const asked = await ask();
  const doomed = await stage.anvil.deploy('Doomed');
  await stage.anvil.setBalance(doomed, asked.units);
  const { hash } = await call(doomed, 'Doomed.end', [asked.attempt.to]);
  await stage.mine();
  await assign(await isHeld(asked, hash), asked);
});

test('A15-selfdestruct-by-balance: coins of a contract that is destroyed in its creation are held too', async () => {
  const asked = await ask();
  const maker = await stage.anvil.deploy('Maker');
  const { hash } = await call(maker, 'Maker.stillbornTo', [asked.attempt.to], asked.units);
  await stage.mine();
  await assign(await isHeld(asked, hash), asked);
  shop = await stage.shop({ receives: 'xpub' });
  const next = await ask();
  const data = encodeDeployData({ ...contract('Stillborn'), args: [next.attempt.to] });
  const born = await stage.anvil.send({ data, value: next.units, gas: 1_000_000n });
  await stage.mine();
  await assign(await isHeld(next, born), next);
});

test('A15-other-path: a payment that takes another path when it is executed again is held', async () => {
  const asked = await ask();
  const [doomed, onOff] = [await stage.anvil.deploy('Doomed'), await stage.anvil.deploy('Switch')];
  await stage.anvil.setBalance(doomed, asked.units);
  await call(onOff, 'Switch.turnOn', []);
  const { hash } = await call(onOff, 'Switch.endIfOn', [doomed, asked.attempt.to]);
  await stage.mine();
  await assign(await isHeld(asked, hash), asked);
});

test('A14-proxy-by-balance: payments of a proxied wallet or a forwarder are credited automatically', async () => {
  const proxied = await stage.anvil.deploy('Proxy', [wallet]);
  await stage.anvil.setBalance(proxied, 10n ** 18n);
  const forwarder = await stage.anvil.deploy('Forwarder');
  const [asked, other] = [await ask(), await ask()];
  const paid = await call(proxied, 'SmartWallet.pay', [asked.attempt.to, asked.units]);
  const forwarded = await call(forwarder, 'Forwarder.forward', [other.attempt.to], other.units);
  await stage.mine();
  await stage.transactionBecomes(asked.attempt.id, { hash: paid.hash });
  await stage.transactionBecomes(other.attempt.id, { hash: forwarded.hash });
  await stage.mine(confirmations);
  await isPaidOnce(asked, paid.hash);
  await isPaidOnce(other, forwarded.hash);
});

test('A14-no-access-lists: without re-execution payments are held, for the merchant to decide', async () => {
  proxy.on('no_access_lists');
  const asked = await ask();
  const { hash } = await payInternally(asked);
  await stage.mine();
  const waiting = await isHeld(asked, hash);
  const claimed = await stage.anyone.post<Json>(`/transaction/${asked.attempt.id}/claim`, { hash });
  assert.equal(claimed.status, 202);
  assert.deepEqual((await listOf('waiting'))[0]?.claims, [asked.attempt.id]);
  await assign(waiting, asked);
  shop = await stage.shop({ receives: 'xpub' });
  const next = await ask();
  const second = await payInternally(next);
  await stage.mine();
  await ok(shop.api.post(`/unmatched-payment/${(await isHeld(next, second.hash)).id}/dismiss`));
  assert.deepEqual(await listOf('waiting'), []);
  proxy.off('no_access_lists');
});

test('A14-claim-by-balance: a claim is held unless proved if several chain transactions name the address', async () => {
  const asked = await ask();
  const doomed = await stage.anvil.deploy('Doomed');
  await stage.anvil.setBalance(doomed, asked.units);
  const ending = await call(doomed, 'Doomed.end', [asked.attempt.to]);
  await call(stage.token, 'Token.approve', [asked.attempt.to, 1n]);
  await stage.mine();
  await until(
    () => stage.service.lines.some((line) => line.includes('unknown chain transaction') && line.includes(ending.hash)),
    'the doubt to be told of',
  );
  const claimed = await stage.anyone.post<Json>(`/transaction/${asked.attempt.id}/claim`, { hash: ending.hash });
  assert.equal(claimed.status, 202);
  await assign(await isHeld(asked, ending.hash), asked);
});

test('A14-passing-fault: a payment stays open while re-execution fails, and is credited afterwards', async () => {
  const asked = await ask();
  proxy.on('rate_limit_error', { method: 'eth_createAccessList' });
  const { hash } = await payInternally(asked);
  await stage.mine();
  await until(() => proxy.fired('rate_limit_error') > 0, 'the endpoint to be asked');
  assert.deepEqual([(await stage.getTransaction(asked.attempt.id)).hash, await listOf('waiting')], [null, []]);
  proxy.off('rate_limit_error');
  await stage.transactionBecomes(asked.attempt.id, { hash });
  await stage.mine(confirmations);
  await isPaidOnce(asked, hash);
});

test('A19-traced-later: a held or assigned payment counts once when a trace proves its call', async () => {
  proxy.on('no_access_lists');
  const [waiting, assigned] = [await ask(), await ask()];
  const held = await payInternally(waiting);
  const taken = await payInternally(assigned);
  await stage.mine();
  const list = await until(async () => {
    const both = await listOf('waiting');
    return both.length === 2 ? both : null;
  }, 'both to wait for the merchant');
  const payment = list.find(({ hash }) => hash === taken.hash) ?? assert.fail();
  const made = await ok<Json>(
    shop.api.post(`/unmatched-payment/${payment.id}/assign`, { invoice_id: assigned.invoice.id }),
  );
  await stage.crash();
  proxy.off('no_access_lists');
  proxy.off('no_traces');
  await stage.service.restart();
  await untilInternalTransfers(stage, 'traced');
  await stage.anvil.reorg(1, [
    [held.raw, 0],
    [taken.raw, 0],
  ]);
  await stage.mine(confirmations);
  await isPaidOnce(waiting, held.hash);
  await stage.transactionBecomes(made.id, { status: 'success', hash: taken.hash });
  assert.deepEqual((await stage.getInvoice(assigned.invoice.id)).paid, '100.00');
  const rows = await stage.database.db.query<{ position: string; held: string | null }>(
    'select position, held from transfers where tx_hash = any($1::text[]) order by position',
    [[held.hash, taken.hash]],
  );
  const places = [waiting, assigned].map(({ attempt }) => `balance:${attempt.to.toLowerCase()}`).sort();
  assert.deepEqual(
    rows,
    places.map((position) => ({ position, held: null })),
  );
});
