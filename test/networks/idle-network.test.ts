// A network without open transactions is polled rarely and as a whole, so that a free plan suffices for a small shop.
// No payment is lost.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { signChanged } from '../rig/access/signed-rows.ts';
import { type Json, ok, until } from '../rig/client.ts';
import { type Anvil, startAnvil } from '../rig/evm/anvil.ts';
import { type FaultProxy, startFaultProxy } from '../rig/evm/fault-proxy.ts';
import { hasReadAll } from '../rig/following.ts';
import { createMerchant } from '../rig/merchant.ts';
import { etherFor, newAddress, newExtendedKey, type Shop, type Stage, startStage, units } from '../rig/stage.ts';

let stage: Stage;
let proxy: FaultProxy;
let shop: Shop;
/** A network next to the built-in one, with blocks in slots. */
let slotted: Anvil;
let slottedProxy: FaultProxy;

before(async () => {
  slotted = await startAnvil({ chainId: 1 });
  slottedProxy = await startFaultProxy(slotted.url);
  stage = await startStage({
    confirmations: 2,
    networks: { ethereum: { rpc: [slottedProxy.url], poll_interval_ms: 200, traces: 'off' } },
    network: async (anvil) => {
      proxy = await startFaultProxy(anvil.url);
      return { rpc: [proxy.url], idle_every: '1s', traces: 'off' };
    },
  });
});

after(async () => {
  await stage.close();
  await proxy.stop();
  await slottedProxy.stop();
  await slotted.stop();
});

/** The state of the network as an operator's command shows it. */
async function progress(): Promise<{ is_swept: boolean; is_resting: boolean; block: number }> {
  const [row] = await stage.database.db.query<{ is_swept: boolean; is_resting: boolean; block: number }>(
    `select is_swept, is_resting, block_number::int as block from network_cursors
     where network_id = (select id from networks where symbol = 'local')`,
  );
  return row ?? { is_swept: false, is_resting: false, block: -1 };
}

/** Waits for this many sweeps, or one more; returns their number and the calls that they took. */
async function callsOfLooks(count: number): Promise<{ looks: number; calls: number }> {
  const looks = () => proxy.calls('eth_getLogs');
  const first = looks();
  await until(async () => {
    await stage.anvil.mine();
    return looks() > first;
  }, 'a look to begin');
  const from = { looks: looks(), calls: proxy.calls() };
  await until(async () => {
    await stage.anvil.mine();
    return looks() >= from.looks + count;
  }, `${count} looks`);
  return { looks: looks() - from.looks, calls: proxy.calls() - from.calls };
}

/** An invoice with a transaction that the customer gave up, on a network that is already swept. */
async function givenUp(total: string, cryptocurrency = 'ETH'): Promise<{ invoice: Json; attempt: Json }> {
  const invoice = await shop.invoice(total);
  const attempt = await stage.attempt(invoice, newAddress(), cryptocurrency);
  await ok(stage.anyone.delete(`/transaction/${attempt.id}`));
  await stage.anvil.mine(2);
  await untilSwept();
  return { invoice, attempt };
}

/** The network is swept only if there are unread blocks, so the helper goes on mining. */
async function untilSwept(): Promise<void> {
  const isSwept = async () => (await progress()).is_swept || void (await stage.anvil.mine());
  await until(isSwept, 'the network to be swept', { everyMs: 500 });
}

test('where no app has an address, nothing is asked', async () => {
  await until(async () => (await progress()).is_resting, 'the network to rest');
  const before = proxy.calls();
  await stage.anvil.mine(20);
  await stage.rounds(5);
  assert.equal(proxy.calls(), before);
  const networks = await ok<Json[]>(stage.anyone.get('/networks'));
  assert.equal(networks.find(({ symbol }) => symbol === 'local').available, true);
});

test('a network in which nothing is open is asked four calls a look, however many blocks came', async () => {
  shop = await stage.shop();
  await until(async () => (await progress()).is_swept, 'the network to be swept');
  await stage.anvil.mine(40);
  const quiet = await callsOfLooks(3);
  // The head, the last block of the previous sweep, the logs, and the balance of the one address. A sweep in progress
  // has made three calls before it asks for the logs.
  assert.ok(quiet.calls <= quiet.looks * 4 + 3, `${quiet.calls} calls for ${quiet.looks} looks`);
  const networks = await ok<Json[]>(stage.anyone.get('/networks'));
  assert.equal(networks.find(({ symbol }) => symbol === 'local').available, true);
});

test('whoever pays while nothing is open is found within one look: native coin and tokens', async () => {
  const customer = await stage.customer();
  const native = await givenUp('20');
  await customer.pay(native.attempt.to, etherFor('20'));
  await stage.anvil.mine(30);
  await stage.invoiceBecomes(native.invoice.id, { status: 'paid' });
  const token = await givenUp('30', 'USDT');
  await customer.payToken(token.attempt.to, 30_000_000n);
  await stage.anvil.mine(30);
  await stage.invoiceBecomes(token.invoice.id, { status: 'paid' });
});

test('an attempt ends the idleness: it is paid at once, and so is what was paid between the looks', async () => {
  await untilSwept();
  const customer = await stage.customer();
  await stage.anvil.mine(25);
  const invoice = await shop.invoice('50');
  const attempt = await stage.attempt(invoice, customer.address);
  await customer.pay(attempt.to, etherFor('50'));
  await stage.anvil.mine(3);
  await stage.invoiceBecomes(invoice.id, { status: 'paid' });
});

test('a reorg between two looks is walked back, and what it took away is found again', async () => {
  const customer = await stage.customer();
  const { invoice, attempt } = await givenUp('40');
  const { raw } = await customer.pay(attempt.to, etherFor('40'));
  await stage.anvil.mine(2);
  await stage.invoiceBecomes(invoice.id, { status: 'paid' });
  const [paid] = await ok<Json[]>(stage.anyone.get('/transactions', { query: { invoice_id: invoice.id } }));
  await untilSwept();
  await stage.anvil.mine(3);
  await stage.anvil.rpc('anvil_reorg', [(await stage.anvil.blockNumber()) - paid?.block + 1, []]);
  await stage.anvil.mine();
  await stage.invoiceBecomes(invoice.id, { status: 'open' });
  await stage.anvil.rpc('eth_sendRawTransaction', [raw]);
  await stage.anvil.mine(3);
  await stage.invoiceBecomes(invoice.id, { status: 'paid' });
});

test('an invoice ends in time though nobody opened an attempt', async () => {
  const invoice = await shop.invoice('10');
  await stage.database.db.query('update invoices set deadline = now(), expires_at = now() where id = $1', [invoice.id]);
  await signChanged({ db: stage.database.db, service: stage.service });
  await until(async () => {
    await stage.anvil.mine();
    return (await stage.getInvoice(invoice.id)).status === 'expired';
  }, 'the invoice to expire');
});

/** Mines a block in the next free slot, once it has begun; returns its height. */
async function mineInSlot(): Promise<number> {
  const [seconds, from] = [12, 1_606_824_023];
  const block = await slotted.rpc<Json>('eth_getBlockByNumber', ['latest', false]);
  const slot = Math.ceil((Number(block.timestamp) + 1 - from) / seconds);
  const time = from + seconds * Math.max(slot, Math.floor((Date.now() / 1000 - from) / seconds));
  await until(async () => Date.now() / 1000 >= time, 'the slot to begin');
  await slotted.rpc('evm_setNextBlockTimestamp', [time]);
  await slotted.mine();
  return slotted.blockNumber();
}

test('where blocks come in slots the next one is asked for once, and a reorg is seen all the same', async () => {
  const merchant = await createMerchant(stage.service, {
    environment: 'production',
    accepts: [['ETH', 'ethereum']],
    receives: [{ network: 'ethereum', kind: 'xpub', value: newExtendedKey() }],
  });
  const read: number[] = [];
  slottedProxy.lie('eth_getBlockByNumber', (block, [height, isWhole]) => {
    if (isWhole === true && block !== null) read.push(Number(height));
    return block;
  });
  await mineInSlot();
  const invoice = await ok<Json>(merchant.appApi.post('/invoice', { total: '20.00', currency: 'USD' }));
  const sought = { invoice_id: invoice.id, from: slotted.accounts[1]?.address, cryptocurrency: 'ETH' };
  const attempt = await ok<Json>(stage.anyone.post('/transaction', { ...sought, network: 'ethereum' }));
  const hashOf = async () => (await slotted.rpc<Json>('eth_getBlockByNumber', ['latest', false])).hash;
  await hasReadAll(stage.database, 'ethereum', hashOf);
  const payment = { from: attempt.from, to: attempt.to, value: units(attempt.amount, 18) };
  const pay = () => slotted.send(payment);
  await pay();
  const paid = await mineInSlot();
  await stage.transactionBecomes(attempt.id, { block: paid });
  assert.deepEqual(
    read.filter((height) => height === paid),
    [paid],
  );
  await slotted.reorg(1);
  await mineInSlot();
  await stage.transactionBecomes(attempt.id, { block: null });
  await pay();
  await stage.transactionBecomes(attempt.id, { block: await mineInSlot() });
});
