// Imitations of payments credit nothing, whichever names, amounts and senders they show.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { encodeFunctionData, type Hex } from 'viem';
import type { Json } from '../rig/client.ts';
import { type ContractName, contract } from '../rig/evm/contracts.ts';
import { type Customer, type Shop, type Stage, startStage, units } from '../rig/stage.ts';

const confirmations = 2;
let stage: Stage;
let shop: Shop;
let lookAlike: Hex;
let forwarder: Hex;
let falseToken: Hex;
const invoices: Json[] = [];

before(async () => {
  stage = await startStage({ confirmations });
  shop = await stage.shop();
  lookAlike = await stage.anvil.deploy('LookAlikeToken', ['Tether USD', 'USDT', 6]);
  forwarder = await stage.anvil.deploy('Forwarder');
  falseToken = await stage.anvil.deploy('FalseToken');
});

afterEach(async () => {
  for (const invoice of invoices.splice(0)) {
    const { status, paid, pending } = await stage.getInvoice(invoice.id);
    assert.deepEqual({ status, paid, pending }, { status: 'open', paid: '0.00', pending: '0.00' });
  }
});

after(() => stage?.close());

async function wanting(cryptocurrency: string, at: Shop = shop): Promise<{ attempt: Json; customer: Customer }> {
  const customer = await stage.customer();
  const invoice = await at.invoice('100.00');
  invoices.push(invoice);
  const attempt = await stage.attempt(invoice, customer.address, cryptocurrency);
  return { attempt, customer };
}

/** Everything is mined and confirmed. The transaction still waits, and the merchant has only its own events. */
async function isIgnored(attempt: Json): Promise<void> {
  await stage.mine(confirmations + 1);
  const now = await stage.getTransaction(attempt.id);
  assert.deepEqual([now.status, now.hash, now.received_amount], ['processing', null, null]);
  const told = (await shop.events()).filter((event) => event.type === 'payment.unmatched');
  assert.deepEqual(told, []);
}

test('A4-look-alike-token: a token of the same name and decimals does not count, in any amount', async () => {
  const { attempt, customer } = await wanting('USDT');
  const amount = units(attempt.amount, 6);
  await stage.anvil.call(lookAlike, 'LookAlikeToken.transfer', [customer.address, amount]);
  await customer.payToken(attempt.to, amount, lookAlike);
  await isIgnored(attempt);
});

test('A5-forged-sender: a forged event that names the declared sender does not count', async () => {
  const { attempt, customer } = await wanting('USDT');
  const amount = units(attempt.amount, 6);
  await stage.anvil.call(lookAlike, 'LookAlikeToken.forge', [customer.address, attempt.to, amount]);
  await isIgnored(attempt);
});

test('A2-inner-call-reverted: value that was returned within a successful call does not count', async () => {
  const native = await wanting('ETH');
  const amount = units(native.attempt.amount, 18);
  await native.customer.call(forwarder, data('Forwarder', 'swallow', [native.attempt.to]), amount);
  await isIgnored(native.attempt);
  const token = await wanting('USDT');
  const swallow = [stage.token, token.customer.address, token.attempt.to, units(token.attempt.amount, 6)];
  await token.customer.call(forwarder, data('Forwarder', 'swallowToken', swallow));
  await isIgnored(token.attempt);
});

test('A6-token-returns-false: a transfer that returns false moves nothing and emits nothing', async () => {
  const { attempt, customer } = await wanting('USDT');
  await customer.payToken(attempt.to, units(attempt.amount, 6), falseToken);
  await isIgnored(attempt);
});

test('A11-approve-only: an approval is not a payment', async () => {
  const { attempt, customer } = await wanting('USDT');
  await customer.call(stage.token, data('Token', 'approve', [attempt.to, units(attempt.amount, 6)]));
  await isIgnored(attempt);
});

test('A12-zero-value-poisoning: transfers of zero in the customer’s name change nothing', async () => {
  const { attempt, customer } = await wanting('USDT');
  const stranger = await stage.customer();
  await stranger.call(stage.token, data('Token', 'transferFrom', [customer.address, attempt.to, 0n]));
  await customer.payToken(attempt.to, 0n);
  await isIgnored(attempt);
  const native = await wanting('ETH');
  await native.customer.pay(native.attempt.to, 0n);
  await isIgnored(native.attempt);
});

test('A1-failed-native-payment: status 0 from the declared sender rejects the attempt and names the hash', async () => {
  // A contract that accepts no money: the only way for a plain payment to fail on the chain.
  const closed = await stage.shop({ receives: await stage.anvil.deploy('Forwarder') });
  const { attempt, customer } = await wanting('ETH', closed);
  const { hash } = await customer.pay(attempt.to, units(attempt.amount, 18));
  await stage.mine(1);
  const rejected = await stage.transactionBecomes(attempt.id, { status: 'rejected' });
  assert.deepEqual([rejected.reason, rejected.hash, rejected.received_amount], ['failed_on_chain', hash, null]);
  assert.equal((await closed.events()).at(-1).type, 'transaction.rejected');
  await stage.mine(confirmations);
});

test('A1-failed-token-payment: a reverted token call rejects the attempt of its sender, and only that', async () => {
  const { attempt, customer } = await wanting('USDT');
  const bystander = await wanting('USDT');
  const { hash } = await customer.payToken(attempt.to, 10n ** 13n);
  await stage.mine(1);
  const rejected = await stage.transactionBecomes(attempt.id, { status: 'rejected' });
  assert.deepEqual([rejected.reason, rejected.hash], ['failed_on_chain', hash]);
  assert.equal((await stage.getTransaction(bystander.attempt.id)).status, 'processing');
  await stage.mine(confirmations);
});

test('a failure after which the customer pays for real: the invoice is paid by a new attempt', async () => {
  const customer = await stage.customer();
  const invoice = await shop.invoice('100.00');
  const first = await stage.attempt(invoice, customer.address, 'USDT');
  await customer.payToken(first.to, 10n ** 13n);
  await stage.mine(1);
  await stage.transactionBecomes(first.id, { status: 'rejected' });
  const second = await stage.attempt(invoice, customer.address, 'USDT');
  await customer.payToken(second.to, units(second.amount, 6));
  await stage.mine(confirmations);
  const paid = await stage.invoiceBecomes(invoice.id, { status: 'paid' });
  assert.deepEqual([paid.paid, paid.exceptions], ['100.00', []]);
});

test('a failed call by a stranger rejects nobody', async () => {
  const { attempt } = await wanting('USDT');
  const stranger = await stage.customer();
  await stranger.payToken(attempt.to, 10n ** 13n);
  await isIgnored(attempt);
});

test('A13-spam: hundreds of worthless transfers to the address hide no payment in the same block', async () => {
  const customer = await stage.customer();
  const invoice = await shop.invoice('100.00');
  const attempt = await stage.attempt(invoice, customer.address, 'USDT');
  const forged = [customer.address, attempt.to, units(attempt.amount, 6), 500n];
  await stage.anvil.call(lookAlike, 'LookAlikeToken.forgeMany', forged, { gas: 10_000_000n });
  await customer.payToken(attempt.to, units(attempt.amount, 6));
  await stage.mine(confirmations);
  const paid = await stage.invoiceBecomes(invoice.id, { status: 'paid' });
  assert.equal(paid.paid, '100.00');
  const [kept] = await stage.database.db.query<{ count: string }>(
    'select count(*) from transfers where recipient = $1',
    [attempt.to.toLowerCase()],
  );
  assert.ok(Number(kept?.count) < 50, 'spam is not kept');
});

function data(name: ContractName, functionName: string, args: readonly unknown[]): Hex {
  return encodeFunctionData({ abi: contract(name).abi, functionName, args });
}
