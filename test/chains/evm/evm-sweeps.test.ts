// Requests about many blocks at once: the blocks that contain payments, and the change of balances over them.
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import type { Hex } from 'viem';
import type { Chain } from '../../../src/io/chains/chain.ts';
import { evmChain } from '../../../src/io/chains/evm/chain.ts';
import { multicallAddress } from '../../../src/io/chains/evm/sweep/balances-at.ts';
import { type Anvil, startAnvil } from '../../rig/evm/anvil.ts';
import { type FaultProxy, startFaultProxy } from '../../rig/evm/fault-proxy.ts';
import { someAddress } from '../../rig/evm/scanning.ts';

const { signal } = new AbortController();
const shops = Array.from({ length: 40 }, (_, at) => someAddress(at));
const head = 60;
let anvil: Anvil;
let proxy: FaultProxy;
let token: Hex;
let chain: Chain;

before(async () => {
  anvil = await startAnvil();
  token = await anvil.deployToken();
  const unlisted = await anvil.deployToken();
  await anvil.mine(10);
  await anvil.call(token, 'Token.transfer', [shops[3], 7n]);
  await anvil.call(unlisted, 'Token.transfer', [shops[4], 7n]);
  await anvil.call(token, 'Token.transfer', [shops[5], 0n]);
  await anvil.call(token, 'Token.transfer', [someAddress(99), 7n]);
  await anvil.mine(20);
  await anvil.call(token, 'Token.transfer', [shops[39], 7n]);
  await anvil.call(token, 'Token.transfer', [shops[1], 8n]);
  await anvil.mine();
  await anvil.call(token, 'Token.transfer', [shops[5], 0n]);
  await anvil.mine();
  for (const [at, shop] of shops.entries()) await anvil.setBalance(shop, BigInt(at) * 10n ** 30n);
  await anvil.mine(head - (await anvil.blockNumber()));
});

beforeEach(async () => {
  proxy = await startFaultProxy(anvil.url);
  const terms = { symbol: 'local', chainId: anvil.chainId, endpoints: [proxy.url], contracts: [{ address: token }] };
  chain = evmChain({ ...terms, timeoutMs: 10_000 });
});

afterEach(async () => {
  await chain.close();
  await proxy.stop();
});

after(() => anvil.stop());

const heights = (asked: readonly string[] = shops) => chain.transfersSince?.(1, head, asked, signal);

test('one question tells in which of many blocks a listed token paid somebody', async () => {
  assert.deepEqual(await heights(), [13, 33]);
  assert.equal(proxy.calls('eth_getLogs'), 1);
  assert.deepEqual(await heights([someAddress(98)]), []);
  assert.deepEqual(await heights([]), []);
});

test('an endpoint that answers few blocks at once is asked for fewer, and from then on at once', async () => {
  proxy.on('range_limit', { setting: 9 });
  assert.deepEqual(await heights(), [13, 33]);
  const before = proxy.fired('range_limit');
  assert.deepEqual(await heights(), [13, 33]);
  assert.equal(proxy.fired('range_limit'), before);
});

test('one that answers few addresses at once is asked for fewer, of as many blocks as before', async () => {
  proxy.on('topic_limit', { setting: 16 });
  assert.deepEqual(await heights(), [13, 33]);
  const [asked, refused] = [proxy.calls('eth_getLogs'), proxy.fired('topic_limit')];
  assert.deepEqual(await heights(), [13, 33]);
  assert.deepEqual([proxy.calls('eth_getLogs') - asked, proxy.fired('topic_limit') - refused], [4, 0]);
});

test('logs that nobody asked for are no answer, and an endpoint that is away ends the question soon', async () => {
  proxy.lie('eth_getLogs', (logs) => (logs as object[]).map((log) => ({ ...log, address: someAddress(7) })));
  await assert.rejects(async () => heights(), /include others than requested/);
  proxy.lie('eth_getLogs');
  proxy.on('reset', { method: 'eth_getLogs' });
  await assert.rejects(async () => heights());
  assert.ok(proxy.fired('reset') < 20, String(proxy.fired('reset')));
});

test('balances come in one call at each block where Multicall3 is deployed, and are the same without it', async () => {
  const number = await anvil.blockNumber();
  const { hash } = (await chain.headerAt(number)) ?? assert.fail();
  const wanted = shops.map((_, at) => BigInt(at) * 10n ** 30n);
  const told = async () => chain.balancesAt?.(shops, { number, hash }, signal);
  assert.deepEqual(await told(), wanted);
  assert.equal(proxy.calls('eth_getBalance'), shops.length);
  const deployed = await anvil.deploy('Multicall');
  await anvil.rpc('anvil_setCode', [multicallAddress, await anvil.rpc('eth_getCode', [deployed, 'latest'])]);
  await anvil.mine();
  const newest = (await chain.headerAt(await anvil.blockNumber())) ?? assert.fail();
  assert.deepEqual(await chain.balancesAt?.(shops, newest, signal), wanted);
  assert.equal(proxy.calls('eth_call'), 2, 'one that found nothing there, and one that did');
  assert.equal(proxy.calls('eth_getBalance'), shops.length);
  assert.deepEqual(await told(), wanted, 'the block at which it was missing');
  assert.deepEqual([proxy.calls('eth_call'), proxy.calls('eth_getBalance')], [2, 2 * shops.length]);
  proxy.on('no_old_state');
  assert.equal(await chain.balancesAt?.(shops, newest, signal), null);
});
