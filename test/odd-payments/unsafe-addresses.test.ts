// A receiving address must be one that the merchant can spend from. Token contracts, burn addresses and precompiles are
// refused. Other contracts and busy wallets need a confirmation.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Hex } from 'viem';
import { checksumAddress } from 'viem';
import { type Answer, type Json, ok, until } from '../rig/client.ts';
import { newAddress, startStage } from '../rig/stage.ts';

const stage = await startStage();
const shop = await stage.shop();
const { api } = stage.merchant;

after(() => stage.close());

function enter(value: string, more: Json = {}): Promise<Answer<Json>> {
  return api.post<Json>('/app-address', { app_id: shop.app.id, network: 'local', kind: 'address', value, ...more });
}

function refusals({ status, body }: Answer<Json>): string[] {
  return [String(status), ...(body.errors ?? []).map((one: Json) => `${one.field} ${one.code}`)];
}

const unspendable = ['422', 'value not_spendable'];
const asked = ['422', 'value confirm_needed'];
const codesOf = (address: Json): string[] => address.findings.map(({ code }: Json) => code);

test('M4-token-contract: no token of the catalog is a receiving address on any network of its family', async () => {
  // The stage's own tokens, and Ethereum's USDT and USDC: an address is the same on all networks of the family.
  const usdt = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
  const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
  for (const value of [stage.token, checksumAddress(stage.otherToken), usdt, usdt.toLowerCase(), usdc])
    for (const more of [{}, { confirm: true }])
      assert.deepEqual(refusals(await enter(value, more)), unspendable, value);
  assert.deepEqual(refusals(await enter(usdt, { network: 'sepolia' })), unspendable);
});

test('M4-burn-address: addresses without a key are refused even if the merchant confirms them', async () => {
  const padded = (digits: string) => `0x${digits.padStart(40, '0')}`;
  for (const value of [padded('dead'), padded(''), padded('1'), padded('11'), padded('100'), `0x${'f'.repeat(40)}`])
    for (const more of [{}, { confirm: true }, { network: 'sepolia' }])
      assert.deepEqual(refusals(await enter(value, more)), unspendable, value);
  assert.deepEqual(refusals(await enter('0xcA11bde05977b3631167028862bE2a173976CA11')), unspendable);
});

test('M4-contract: a contract that is no known wallet is taken only once it is confirmed', async () => {
  const vault = await stage.anvil.deploy('Multisend');
  const refused = await enter(vault);
  assert.deepEqual(refusals(refused), asked);
  assert.match(refused.body.errors[0].message, /contract/);
  assert.deepEqual(refusals(await enter(vault, { confirm: false })), asked);
  const taken = await ok<Json>(enter(vault, { confirm: true }));
  assert.deepEqual(taken.findings, [{ ...taken.findings[0], code: 'contract', confirmed: true }]);
  // Without a reachable endpoint the address is accepted, and the daily check examines it later.
  assert.equal((await enter(vault, { network: 'sepolia' })).status, 201);
});

test('M4-contract: wallets that are contracts are taken like keys', async () => {
  const [owner] = stage.anvil.accounts;
  const signing = await stage.anvil.deploy('OwnedWallet', [owner?.address]);
  assert.deepEqual(codesOf(await ok<Json>(enter(signing))), []);
  const safe = newAddress() as Hex;
  await stage.anvil.rpc('anvil_setCode', [safe, '0x60006000fd']);
  await stage.anvil.rpc('anvil_setStorageAt', [
    safe,
    `0x${'0'.repeat(64)}`,
    `0x${'41675c099f32341bf84bfc5382af534df5c7461a'.padStart(64, '0')}`,
  ]);
  const clone = newAddress() as Hex;
  const implementation = '000100abaad02f1cfc8bbe32bd5a564817339e72';
  await stage.anvil.rpc('anvil_setCode', [
    clone,
    `0x363d3d373d3d3d363d73${implementation}5af43d82803e903d91602b57fd5bf3`,
  ]);
  const delegated = newAddress() as Hex;
  await stage.anvil.rpc('anvil_setCode', [delegated, `0xef0100${'ab'.repeat(20)}`]);
  for (const value of [safe, clone, delegated]) assert.deepEqual(codesOf(await ok<Json>(enter(value))), [], value);
});

test('M4-shared-wallet: more than a thousand transactions sent must be confirmed', async () => {
  const [usual, busy] = [newAddress(), newAddress()] as [Hex, Hex];
  await stage.anvil.rpc('anvil_setNonce', [usual, '0x3e8']);
  await stage.anvil.rpc('anvil_setNonce', [busy, '0x3e9']);
  assert.equal((await enter(usual)).status, 201);
  const refused = await enter(busy);
  assert.deepEqual(refusals(refused), asked);
  assert.match(refused.body.errors[0].message, /exchange/);
  const taken = await ok<Json>(enter(busy, { confirm: true }));
  // A confirmed address can be disabled and enabled again, and attention does not list it.
  await ok(api.put(`/app-address/${taken.id}`, { enabled: false }));
  assert.deepEqual(codesOf(await ok<Json>(api.put(`/app-address/${taken.id}`, { enabled: true }))), ['shared_wallet']);
  const kinds = (await ok<Json[]>(api.get(`/app/${shop.app.id}/attention`))).map(({ kind }) => kind);
  assert.ok(!kinds.includes('addresses_unsafe'));
});

test('M4-since-entered: what became unsafe since is asked about when it is switched on again, and shown', async () => {
  const value = newAddress() as Hex;
  const { id } = await ok<Json>(enter(value));
  await stage.anvil.rpc('anvil_setCode', [value, '0x60006000fd']);
  await ok(api.put(`/app-address/${id}`, { enabled: false }));
  const on = (more: Json = {}) => api.put<Json>(`/app-address/${id}`, { enabled: true, ...more });
  assert.deepEqual(refusals(await on()), asked);
  assert.equal((await ok<Json>(api.get(`/app-address/${id}`))).enabled, false);
  assert.deepEqual(codesOf(await ok<Json>(on({ confirm: true }))), ['contract']);
});

test('M4-since-entered: a start judges the addresses in use, and attention names unsafe ones', async () => {
  const value = newAddress() as Hex;
  const { id } = await ok<Json>(enter(value));
  // Simulates an address from before this rule: a burn address in the row of an address in use.
  await stage.database.db.query('update wallets set value = $2, identity = $2 where value = $1', [
    value.toLowerCase(),
    `0x${'e'.repeat(40)}`,
  ]);
  await stage.service.restart();
  await until(async () => {
    const concerns = await ok<Json[]>(api.get(`/app/${shop.app.id}/attention`));
    return concerns.some(({ kind, ids }) => kind === 'addresses_unsafe' && ids.includes(id));
  }, 'attention names the address');
  assert.deepEqual(codesOf(await ok<Json>(api.get(`/app-address/${id}`))), ['burn_address']);
});
