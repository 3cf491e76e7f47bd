// Tokens that keep a fee, are paused or change their units, and unusual transfers of native coin.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { encodeFunctionData, type Hex } from 'viem';
import { type Json, ok, until } from '../rig/client.ts';
import { contract } from '../rig/evm/contracts.ts';
import { etherFor, newAddress, type Shop, type Stage, startStage, units } from '../rig/stage.ts';

const confirmations = 2;
let stage: Stage;
let wallet: Hex;
let plainCode: Hex;

before(async () => {
  stage = await startStage({ confirmations });
  wallet = await stage.anvil.deploy('SmartWallet');
  await stage.anvil.setBalance(wallet, 10n ** 20n);
  plainCode = await codeOf(stage.token);
  await until(
    async () => (await networkNow()).internal_transfers === 'traced',
    'the network to say that inner transfers are seen',
  );
});

after(() => stage?.close());

const codeOf = (address: Hex) => stage.anvil.rpc<Hex>('eth_getCode', [address, 'latest']);

/** Replaces the code of the USDT contract, as an upgrade would; its balances stay. */
async function upgrade(code: Hex): Promise<void> {
  await stage.anvil.rpc('anvil_setCode', [stage.token, code]);
}

async function networkNow(): Promise<Json> {
  const networks = await ok<Json[]>(stage.anyone.get('/networks'));
  return networks.find((network) => network.symbol === 'local') ?? assert.fail();
}

async function unmatchedOf(shop: Shop): Promise<Json[]> {
  return ok(shop.api.get('/unmatched-payments', { query: { app_id: shop.app.id } }));
}

test('A7-fee-on-transfer: the received amount is credited, not the amount in the event', async () => {
  const shop = await stage.shop();
  const customer = await stage.customer();
  const invoice = await shop.invoice('100.00');
  const attempt = await stage.attempt(invoice, customer.address, 'USDT');
  await upgrade(await codeOf(await stage.anvil.deploy('SkimToken', [6])));
  await customer.payToken(attempt.to, units(attempt.amount, 6));
  await stage.mine(confirmations + 1);
  const paid = await stage.invoiceBecomes(invoice.id, { status: 'partially_paid' });
  assert.equal(paid.paid, '98.00');
  await upgrade(plainCode);
});

test('A7-several-short-transfers: several short transfers in one block wait for the merchant', async () => {
  const shop = await stage.shop();
  const customer = await stage.customer();
  const invoice = await shop.invoice('100.00');
  const attempt = await stage.attempt(invoice, customer.address, 'USDT');
  await upgrade(await codeOf(await stage.anvil.deploy('SkimToken', [6])));
  await customer.payToken(attempt.to, units(attempt.amount, 6) / 2n);
  await customer.payToken(attempt.to, units(attempt.amount, 6) / 2n);
  await stage.mine(confirmations + 1);
  const waiting = await unmatchedOf(shop);
  assert.deepEqual(
    waiting.map((one) => [one.reason, one.candidates]),
    [
      ['short_delivery', [attempt.id]],
      ['short_delivery', [attempt.id]],
    ],
  );
  assert.equal((await stage.getInvoice(invoice.id)).paid, '0.00');
  await upgrade(plainCode);
});

test('A8-airdrop: other growth of a balance adds nothing to a payment', async () => {
  const shop = await stage.shop();
  const customer = await stage.customer();
  const invoice = await shop.invoice('100.00');
  const attempt = await stage.attempt(invoice, customer.address, 'ETH');
  await stage.anvil.setBalance(attempt.to, 10n ** 18n);
  await customer.pay(attempt.to, units(attempt.amount, 18));
  await stage.mine(confirmations);
  const paid = await stage.invoiceBecomes(invoice.id, { status: 'paid' });
  assert.deepEqual([paid.paid, paid.exceptions], ['100.00', []]);
});

test('A14-smart-wallet: an invoice is paid from a contract’s balance, by any signer', async () => {
  const shop = await stage.shop({ receives: 'xpub' });
  const relayer = await stage.customer();
  const invoice = await shop.invoice('100.00');
  const attempt = await stage.attempt(invoice, wallet, 'ETH');
  const data = encodeFunctionData({
    abi: contract('SmartWallet').abi,
    functionName: 'pay',
    args: [attempt.to, etherFor('100.00')],
  });
  const { hash } = await relayer.call(wallet, data);
  await stage.mine(confirmations);
  const paid = await stage.transactionBecomes(attempt.id, { status: 'success' });
  assert.equal(paid.hash, hash);
  assert.equal((await stage.invoiceBecomes(invoice.id, { status: 'paid' })).paid, '100.00');
});

test('A28-contract-payer: on a shared address, the account that the value left counts as the sender', async () => {
  const shop = await stage.shop({ receives: newAddress() });
  const [invoice, other] = [await shop.invoice('100.00'), await shop.invoice('100.00')];
  const attempt = await stage.attempt(invoice, wallet, 'ETH');
  await stage.attempt(other, newAddress(), 'ETH');
  const args = [attempt.to, etherFor('50.00')];
  await stage.anvil.call(wallet, 'SmartWallet.pay', args, { from: stage.anvil.accounts[8]?.address as Hex });
  await stage.mine(confirmations);
  const paid = await stage.invoiceBecomes(invoice.id, { status: 'partially_paid' });
  assert.equal(paid.paid, '50.00');
  assert.equal((await stage.getInvoice(other.id)).paid, '0.00');
});

test('A15-selfdestruct: coins of a destroyed contract wait for the merchant, even in the exact amount', async () => {
  const shop = await stage.shop({ receives: 'xpub' });
  const customer = await stage.customer();
  const invoice = await shop.invoice('100.00');
  const attempt = await stage.attempt(invoice, customer.address, 'ETH');
  const maker = await stage.anvil.deploy('Maker');
  const data = encodeFunctionData({ abi: contract('Maker').abi, functionName: 'doomedTo', args: [attempt.to] });
  await customer.call(maker, data, units(attempt.amount, 18));
  await stage.mine(confirmations + 1);
  const waiting = await until(async () => (await unmatchedOf(shop))[0], 'the merchant to be told');
  assert.deepEqual([waiting.reason, waiting.candidates], ['selfdestruct', [attempt.id]]);
  assert.equal((await stage.getTransaction(attempt.id)).status, 'processing');
});

test('A19-claimed-too: claiming the hash of a credited inner payment credits nothing more', async () => {
  const shop = await stage.shop({ receives: 'xpub' });
  const invoice = await shop.invoice('100.00');
  const attempt = await stage.attempt(invoice, wallet, 'ETH');
  const hash = await stage.anvil.call(wallet, 'SmartWallet.pay', [attempt.to, etherFor('100.00')]);
  await stage.mine(confirmations);
  await stage.invoiceBecomes(invoice.id, { status: 'paid' });
  const claimed = await stage.anyone.post(`/transaction/${attempt.id}/claim`, { hash });
  assert.equal(claimed.status, 200);
  const now = await stage.getInvoice(invoice.id);
  assert.deepEqual([now.paid, now.exceptions], ['100.00', []]);
});

test('A30-other-decimals: a token with other decimals is stopped, until the pinned ones are back', async () => {
  const shop = await stage.shop();
  const customer = await stage.customer();
  const invoice = await shop.invoice('100.00');
  const attempt = await stage.attempt(invoice, customer.address, 'USDT');
  await upgrade(await codeOf(await stage.anvil.deployToken({ decimals: 18 })));
  // The service reads the properties of tokens at every start, and every ten minutes.
  await stage.service.restart();
  await stage.service.says('6 decimals in the catalog, but its contract says 18');
  await tokenIs('stopped');
  await customer.payToken(attempt.to, units(attempt.amount, 6));
  await stage.mine(confirmations + 1);
  assert.deepEqual(
    (await unmatchedOf(shop)).map((one) => one.reason),
    ['asset_stopped'],
  );
  await upgrade(plainCode);
  await stage.service.restart();
  await tokenIs('taken');
  const second = await stage.attempt(invoice, customer.address, 'USDT');
  await customer.payToken(second.to, units(second.amount, 6));
  await stage.mine(confirmations);
  await stage.invoiceBecomes(invoice.id, { status: 'paid' });
});

test('A23-paused: a token that its issuer paused credits nothing, and is not offered', async () => {
  const shop = await stage.shop();
  const customer = await stage.customer();
  const invoice = await shop.invoice('100.00');
  const attempt = await stage.attempt(invoice, customer.address, 'USDT');
  await upgrade(await codeOf(await stage.anvil.deploy('PausableToken', [6])));
  await stage.anvil.call(stage.token, 'PausableToken.setPaused', [true]);
  await stage.mine();
  await stage.service.restart();
  await stage.service.says('USDT is paused by its issuer');
  await tokenIs('stopped');
  await customer.payToken(attempt.to, units(attempt.amount, 6));
  await stage.mine(confirmations);
  await stage.transactionBecomes(attempt.id, { status: 'rejected', reason: 'failed_on_chain' });
  assert.equal((await stage.getInvoice(invoice.id)).paid, '0.00');
  await upgrade(plainCode);
  await stage.service.restart();
  await tokenIs('taken');
});

/** Waits until the API reports the state, both in `available` and in the response to a request for a quote. */
async function tokenIs(wanted: 'stopped' | 'taken'): Promise<void> {
  await until(async () => {
    const usdt = await ok<Json>(stage.anyone.get('/cryptocurrency/USDT'));
    return usdt.networks.find((one: Json) => one.symbol === 'local').available === (wanted === 'taken');
  }, `USDT to be ${wanted}`);
  if (wanted === 'taken') return;
  const invoice = await (await stage.shop()).invoice('10.00');
  const wish = { invoice_id: invoice.id, from: newAddress(), cryptocurrency: 'USDT', network: 'local' };
  const refused = await stage.anyone.post('/transaction', wish);
  assert.deepEqual([refused.status, refused.body.errors[0].code], [422, 'stopped']);
}
