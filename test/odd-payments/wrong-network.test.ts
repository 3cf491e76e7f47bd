// Money at the right address on the wrong network is not lost: it pays no invoice, and the merchant learns where it is.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type Hex, toHex } from 'viem';
import {
  type WatchedAddresses,
  type WatchedNetwork,
  watchedByNetwork,
} from '../../src/features/evidence/chain-sync/watched-addresses.ts';
import { AddressTable } from '../../src/io/chains/accounts/address-table.ts';
import { type Json, ok, until } from '../rig/client.ts';
import { type TestDatabase, testDatabase } from '../rig/database.ts';
import { type Anvil, startAnvil } from '../rig/evm/anvil.ts';
import { localNetwork } from '../rig/evm/local-network.ts';
import { someAddress } from '../rig/evm/scanning.ts';
import { hasReadAll } from '../rig/following.ts';
import { createMerchant, type Merchant } from '../rig/merchant.ts';
import { expectTransfers } from '../rig/payment/expected-transfers.ts';
import { type ServiceProcess, startService } from '../rig/service.ts';
import { newExtendedKey, units } from '../rig/stage.ts';

let right: Anvil;
let wrong: Anvil;
let database: TestDatabase;
let service: ServiceProcess;
let merchant: Merchant;
let payers = 90_000;

before(async () => {
  right = await startAnvil();
  wrong = await startAnvil({ chainId: 31338 });
  database = await testDatabase();
  const network = (anvil: Anvil) => localNetwork(anvil, { confirmations: 2 });
  service = await startService({
    databaseUrl: database.url,
    config: {
      networks: { right: network(right), wrong: network(wrong) },
      rates: { sources: [], fixed: { ETH: { USD: '2000' } } },
    },
  });
  merchant = await createMerchant(service, {
    accepts: [['ETH', 'right']],
    receives: [{ network: 'right', kind: 'xpub', value: newExtendedKey() }],
  });
});

after(async () => {
  await service?.stop();
  await right?.stop();
  await wrong?.stop();
  await database?.drop();
});

test('A26-wrong-network: the exact amount on another chain pays nothing, and is listed as wrong_network', async () => {
  const anyone = merchant.api.as(null);
  const invoice = await ok<Json>(merchant.appApi.post('/invoice', { total: '100.00', currency: 'USD' }));
  const from = wrong.accounts[2]?.address as Hex;
  const wish = { invoice_id: invoice.id, from, cryptocurrency: 'ETH', network: 'right' };
  const attempt = await ok<Json>(anyone.post('/transaction', wish));
  await wrong.mine();
  const hash = await wrong.send({ from, to: attempt.to, value: units(attempt.amount, 18) });
  await wrong.mine(4);
  const waiting = await until(async () => {
    const [one] = await ok<Json[]>(merchant.appApi.get('/unmatched-payments', { query: { limit: 10 } }));
    return one ?? null;
  }, 'the payment to wait for the merchant');
  assert.deepEqual(
    [waiting.reason, waiting.network, waiting.hash, waiting.candidates],
    ['wrong_network', 'wrong', hash, [attempt.id]],
  );
  await right.mine(4);
  const now = await ok<Json>(anyone.get(`/transaction/${attempt.id}`));
  assert.deepEqual([now.status, now.hash], ['processing', null]);
  assert.equal((await ok<Json>(anyone.get(`/invoice/${invoice.id}`))).paid, '0.00');
});

test('dust on another network is no payment on the wrong one: it matches nothing, and is one entry', async () => {
  const anyone = merchant.api.as(null);
  const invoice = await ok<Json>(merchant.appApi.post('/invoice', { total: '100.00', currency: 'USD' }));
  const [sender, declared] = [wrong.accounts[3]?.address as Hex, wrong.accounts[4]?.address as Hex];
  const wish = { invoice_id: invoice.id, from: declared, cryptocurrency: 'ETH', network: 'right' };
  const attempt = await ok<Json>(anyone.post('/transaction', wish));
  await wrong.mine();
  const hashes = new Set<string>();
  for (const value of [1n, 2n, 3n, 4n, 5n]) hashes.add(await wrong.send({ from: sender, to: attempt.to, value }));
  await wrong.mine(4);
  const entry = await until(async () => {
    const listed = await ok<Json[]>(merchant.appApi.get('/unmatched-payments', { query: { limit: 10 } }));
    return listed.find((one) => one.to === attempt.to && one.amount === '0.000000000000000015');
  }, 'the dust to be one entry');
  assert.deepEqual([entry.reason, entry.network, entry.dust], ['unknown', 'wrong', true]);
  const events = await ok<Json[]>(merchant.appApi.get('/events', { query: { type: 'payment.unmatched', limit: 50 } }));
  assert.equal(events.filter(({ data }) => hashes.has(data.hash)).length, 1);
});

test('an outgoing transfer on another network than the expected one is recorded nowhere', async () => {
  const outgoing = await expectTransfers({ service, database });
  try {
    const to = someAddress(70_000);
    const id = await outgoing.expect({ coin: 'ETH on right', to, amount: 5_000n });
    const pay = async (anvil: Anvil) =>
      anvil.rpc<Hex>('eth_sendTransaction', [{ from: anvil.accounts[3]?.address, to, value: toHex(5_000n) }]);
    const astray = await pay(wrong);
    await wrong.mine(3);
    await hasReadAll(database, 'wrong', async () => (await headOf(wrong)).hash);
    const hash = await pay(right);
    await right.mine(2);
    await outgoing.becomes(id, 'final', hash);
    for (const table of ['transfers', 'outgoing_transfers'])
      assert.equal((await database.db.query(`select from ${table} where tx_hash = $1`, [astray])).length, 0, table);
  } finally {
    await outgoing.close();
  }
});

const headOf = (anvil: Anvil) => anvil.rpc<{ hash: string }>('eth_getBlockByNumber', ['latest', false]);

test('networks of a family share one set of watched addresses; with other addresses each has its own', async () => {
  const rows = await database.db.query<{ id: string; symbol: string }>(
    `select id, symbol from networks where symbol in ('right', 'wrong') order by symbol`,
  );
  const evm = rows.map(({ id }) => ({ id, family: 'EVM', facts: {} }) as unknown as WatchedNetwork);
  const others = [1, 2].map(() => ({ ...evm[0], id: randomUUID(), family: 'UTXO' }) as WatchedNetwork);
  const watched = watchedByNetwork(database.db, [...evm, ...others], () => new AddressTable());
  assert.equal(evm.length, 2);
  assert.equal(new Set(evm.map((one) => watched.get(one))).size, 1);
  assert.equal(new Set(others.map((one) => watched.get(one))).size, 2);
  const shared = watched.get(evm[0] as WatchedNetwork) as WatchedAddresses;
  const shown = await Promise.all([shownAddress(), shownAddress()]);
  await Promise.all(evm.map((one) => watched.get(one)?.refresh()));
  shown.push(await shownAddress());
  await watched.get(evm[1] as WatchedNetwork)?.refresh();
  for (const address of shown) assert.ok(shared.set.has(address), `${address} is not watched`);
  // The gap limit of BIP-44 is counted from the last shown address at the time of the refresh.
  assert.equal(shared.lookahead.size, 20);
  for (const address of shared.lookahead.keys()) assert.ok(shared.set.has(address));
});

async function shownAddress(): Promise<string> {
  const invoice = await ok<Json>(merchant.appApi.post('/invoice', { total: '100.00', currency: 'USD' }));
  payers += 1;
  const wish = { invoice_id: invoice.id, from: someAddress(payers), cryptocurrency: 'ETH', network: 'right' };
  return (await ok<Json>(merchant.api.as(null).post('/transaction', wish))).to.toLowerCase();
}

test('S4-W48-elsewhere: a contract proves nothing for the same address on another network', async () => {
  const [owner, stranger] = right.accounts;
  assert.ok(owner && stranger);
  const wallet = await right.deploy('OwnedWallet', [owner.address]);
  const copy = await wrong.deploy('OwnedWallet', [stranger.address]);
  await wrong.rpc('anvil_setCode', [wallet, await wrong.rpc('eth_getCode', [copy, 'latest'])]);
  const neighbour = await createMerchant(service, { accepts: [['ETH', 'wrong']], appName: 'Neighbour' });
  const enter = (by: Merchant, network: string, more: Json = {}) =>
    by.api.post<Json>('/app-address', { app_id: by.app.id, network, kind: 'address', value: wallet, ...more });
  await ok(enter(merchant, 'right'));
  const refused = await enter(neighbour, 'wrong');
  assert.equal(refused.body.errors[0].code, 'address_in_use');
  const signature = await stranger.signMessage({ message: refused.body.errors[0].proof_text });
  const kept = await enter(neighbour, 'wrong', { signature });
  assert.deepEqual([kept.status, kept.body.errors[0].code], [422, 'address_in_use']);
  assert.match(kept.body.errors[0].message, /on another network/);
  // Without a contract at the address, no one can be paid there by a contract.
  await right.rpc('anvil_setCode', [wallet, '0x']);
  assert.ok((await ok<Json>(enter(neighbour, 'wrong', { signature }))).proved_at);
});
