// Token issuers can block addresses. The merchant learns of a blocked address, since payments there cannot be spent,
// and no new customer is asked to pay there.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Hex } from 'viem';
import { listPaidPlaces, type PaidPlace } from '../../src/features/known/networks/blocklist-store.ts';
import { evmChain } from '../../src/io/chains/evm/chain.ts';
import { type Json, ok, until } from '../rig/client.ts';
import type { ContractName } from '../rig/evm/contracts.ts';
import { startFaultProxy } from '../rig/evm/fault-proxy.ts';
import { type MailServer, startMailServer } from '../rig/outside/mail-server.ts';
import { quittance } from '../rig/service/command-line.ts';
import { newAddress, type Shop, type Stage, startStage, units } from '../rig/stage.ts';

const confirmations = 2;
let mail: MailServer;
let stage: Stage;
let plainCode: Hex;

before(async () => {
  mail = await startMailServer();
  stage = await startStage({ confirmations, env: { SMTP_URL: mail.url } });
  plainCode = await codeOf(stage.token);
});

after(async () => {
  await stage?.close();
  await mail?.close();
});

const codeOf = (address: Hex) => stage.anvil.rpc<Hex>('eth_getCode', [address, 'latest']);

/** Replaces the code of the USDT contract, as an upgrade would; its balances stay. */
async function upgrade(name: ContractName): Promise<void> {
  const code = await codeOf(await stage.anvil.deploy(name, [6]));
  await stage.anvil.rpc('anvil_setCode', [stage.token, code]);
}

/** The service checks tokens at every start, and every ten minutes. */
async function setBlocked(address: Hex, isBlocked: boolean): Promise<void> {
  await stage.anvil.call(stage.token, 'BlacklistToken.setBlocked', [address, isBlocked]);
  await stage.mine();
  await stage.service.restart();
  await stage.caughtUp();
  // The check for blocks runs after a round has read its blocks, so it is complete when the second round after a start
  // begins.
  await stage.rounds(2);
}

const addressesOf = (shop: Shop) =>
  ok<Json[]>(stage.merchant.api.get('/app-addresses', { query: { app_id: shop.app.id } }));

const attemptAt = async (shop: Shop, cryptocurrency: string, from = newAddress()) => {
  const { id } = await shop.invoice('10.00');
  return stage.anyone.post<Json>('/transaction', { invoice_id: id, from, cryptocurrency, network: 'local' });
};

const offersOf = async (shop: Shop) => {
  const offers = await ok<Json[]>(stage.anyone.get('/app-cryptocurrencies', { query: { app_id: shop.app.id } }));
  return Object.fromEntries(offers.map((offer) => [offer.cryptocurrency.symbol, offer.available]));
};

/** Quotes are refused immediately, since they read the stored state. Offers may follow a second later. */
async function isRefused(shop: Shop): Promise<void> {
  const refused = await attemptAt(shop, 'USDT');
  assert.equal(refused.status, 422);
  const [{ field, code, message }] = refused.body.errors;
  assert.deepEqual([field, code], ['cryptocurrency', 'blocked']);
  assert.match(message, /The issuer of USDT on local has blocked/);
  await until(async () => !(await offersOf(shop)).USDT, 'USDT to be offered no more');
  assert.deepEqual(await offersOf(shop), { ETH: true, USDT: false });
}

for (const style of ['BlacklistToken', 'DenylistToken'] as const) {
  test(`A23-blocklist: a blocked address no longer takes the token; mails at start and end (${style})`, async () => {
    await upgrade(style);
    const receives = newAddress();
    const [shop, other] = [await stage.shop({ receives }), await stage.shop()];
    await setBlocked(receives, true);
    const address = await until(
      async () => (await addressesOf(shop)).find((one) => one.blocked_for.length > 0),
      'the address to be shown as blocked',
    );
    assert.deepEqual(address.blocked_for, ['USDT']);
    const line = `the issuer of USDT has blocked ${address.value}`;
    await stage.service.says(line);
    await isRefused(shop);
    assert.equal((await attemptAt(shop, 'ETH')).status, 201, 'other coins are paid there as before');
    assert.equal((await attemptAt(other, 'USDT')).status, 201, 'another shop takes the token as before');
    const doctor = await quittance(stage.service, ['doctor']);
    assert.equal(doctor.code, 1);
    assert.ok(doctor.stdout.includes(`BAD  network local, USDT: ${line}`), doctor.stdout);

    await setBlocked(receives, false);
    await until(async () => (await attemptAt(shop, 'USDT')).status === 201, 'USDT to be taken again');
    assert.deepEqual((await addressesOf(shop))[0].blocked_for, []);
    assert.deepEqual(await offersOf(shop), { ETH: true, USDT: true });
    const told = (await shop.events()).filter(({ type }) => type === 'address.changed').map(({ data }) => data);
    assert.deepEqual(
      told.map(({ change, cryptocurrency, address: shown }) => [change, cryptocurrency, shown.blocked_for]),
      [
        ['added', undefined, []],
        ['blocked', 'USDT', ['USDT']],
        ['unblocked', 'USDT', []],
      ],
    );
    const mails = () => mail.mails.filter(({ text }) => text.includes('issuer') && text.includes(address.value));
    await until(() => mails().length === 2, 'the two mails');
    assert.ok(mails().every(({ to }) => to.includes(stage.merchant.email)));
  });
}

test('A23-blocklist: a payment to a blocked address is not credited, but waits for the merchant', async () => {
  await upgrade('BlacklistToken');
  const receives = newAddress();
  const shop = await stage.shop({ receives });
  const customer = await stage.customer();
  const invoice = await shop.invoice('100.00');
  const attempt = await stage.attempt(invoice, customer.address, 'USDT');
  await setBlocked(receives, true);
  await isRefused(shop);
  // The watcher learns of it within a second after quotes are refused.
  await stage.rounds(40);
  await customer.payToken(attempt.to, units(attempt.amount, 6));
  await stage.mine(confirmations + 1);
  const waiting = await ok<Json[]>(shop.api.get('/unmatched-payments', { query: { app_id: shop.app.id } }));
  assert.deepEqual(
    waiting.map(({ reason, candidates }) => [reason, candidates]),
    [['address_blocked', [attempt.id]]],
  );
  assert.equal((await stage.getInvoice(invoice.id)).paid, '0.00');
});

test('A23-blocklist: if the issuer blocks incoming tokens, a payment fails and credits nothing', async () => {
  await upgrade('DenylistToken');
  const receives = newAddress();
  const shop = await stage.shop({ receives });
  const customer = await stage.customer();
  const invoice = await shop.invoice('100.00');
  const attempt = await stage.attempt(invoice, customer.address, 'USDT');
  await setBlocked(receives, true);
  await customer.payToken(attempt.to, units(attempt.amount, 6));
  await stage.mine(confirmations + 1);
  await stage.transactionBecomes(attempt.id, { status: 'rejected', reason: 'failed_on_chain' });
  assert.equal((await stage.getInvoice(invoice.id)).paid, '0.00');
});

test('A23-blocklist: another address replaces it at once, for earlier customers too', async () => {
  await upgrade('BlacklistToken');
  const [receives, second] = [newAddress(), newAddress()];
  const [shop, derived] = [await stage.shop({ receives }), await stage.shop({ receives: 'xpub' })];
  const customer = await stage.customer();
  const invoice = await shop.invoice('10.00');
  const before = await stage.attempt(invoice, customer.address, 'USDT');
  assert.equal(before.to.toLowerCase(), receives);
  await setBlocked(receives, true);
  await isRefused(shop);
  await ok(
    stage.merchant.api.post('/app-address', { app_id: shop.app.id, network: 'local', kind: 'address', value: second }),
  );
  assert.deepEqual(await offersOf(shop), { ETH: true, USDT: true });
  const next = await stage.attempt(invoice, customer.address, 'USDT');
  assert.equal(next.to.toLowerCase(), second);
  await customer.payToken(next.to, units(next.amount, 6));
  await stage.mine(confirmations);
  await stage.invoiceBecomes(invoice.id, { status: 'paid' });
  const one = await attemptAt(derived, 'USDT');
  assert.equal(one.status, 201);
  assert.deepEqual((await addressesOf(derived))[0].blocked_for, []);
});

test('A23-blocklist: a round goes on where the last one ended, and checks every address and token once', async () => {
  for (let shops = 0; shops < 4; shops += 1) await stage.shop();
  const [network] = await stage.database.db.query<{ id: string }>(`select id from networks where symbol = 'local'`);
  const read = (after: PaidPlace | null, limit: number) =>
    listPaidPlaces(stage.database.db, network?.id ?? '', { limit, after });
  const all = await read(null, 1_000);
  assert.ok(all.length > 3);
  const inTurn: PaidPlace[] = [];
  for (let part = await read(null, 2); part.length > 0; part = await read(part.at(-1) as PaidPlace, 2))
    inTurn.push(...part);
  assert.deepEqual(inTurn, all);
});

test('A23-blocklist: many addresses are all checked; a contract that says yes to all blocks none', async () => {
  const { anvil } = stage;
  const [token, yes] = [await anvil.deploy('DenylistToken', [6]), await anvil.deploy('YesToken', [6])];
  const addresses = Array.from({ length: 120 }, newAddress);
  const blocked = new Set([addresses[0], addresses[60], addresses[119]]);
  for (const address of blocked) await anvil.call(token, 'DenylistToken.setBlocked', [address, true]);
  await anvil.mine();
  const chain = evmChain({ symbol: 'local', chainId: anvil.chainId, endpoints: [anvil.url], contracts: [] });
  try {
    const told = await chain.blockedAddresses?.(token, addresses);
    assert.deepEqual(
      [...(told ?? [])],
      addresses.map((address) => [address, blocked.has(address)]),
    );
    for (const harmless of [yes, stage.otherToken]) {
      const none = await chain.blockedAddresses?.(harmless, addresses.slice(0, 3));
      assert.deepEqual([...(none?.values() ?? [])], [false, false, false]);
    }
    assert.equal((await chain.blockedAddresses?.(newAddress(), addresses))?.size, 0, 'no contract, no answer');
  } finally {
    await chain.close();
  }
});

test('A23-facts: a contract without paused() or a blocklist is normal, on any endpoint', async () => {
  const { anvil, otherToken } = stage;
  const proxy = await startFaultProxy(anvil.url);
  proxy.on('no_batch');
  for (const endpoints of [[anvil.url, 'http://127.0.0.1:9'], [proxy.url]]) {
    const chain = evmChain({ symbol: 'local', chainId: anvil.chainId, endpoints, contracts: [] });
    try {
      assert.deepEqual(await chain.tokenFacts?.(otherToken), { decimals: 6, isPaused: false });
      const address = newAddress();
      assert.deepEqual([...((await chain.blockedAddresses?.(otherToken, [address])) ?? [])], [[address, false]]);
    } finally {
      await chain.close();
    }
  }
  assert.ok(proxy.fired('no_batch') > 0);
  await proxy.stop();
});

test('A23-blocklist: a token that loses its blocklist blocks nobody any more', async () => {
  await upgrade('BlacklistToken');
  const receives = newAddress();
  const shop = await stage.shop({ receives });
  await setBlocked(receives, true);
  await isRefused(shop);
  await stage.anvil.rpc('anvil_setCode', [stage.token, plainCode]);
  await stage.mine();
  await stage.service.restart();
  await until(async () => (await attemptAt(shop, 'USDT')).status === 201, 'USDT to be taken again');
});
