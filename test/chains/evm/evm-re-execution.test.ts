// Re-execution on a real node, by calls alone and without a trace. It shows which addresses a chain transaction
// touches, and whether code there can self-destruct.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { encodeDeployData, type Hex } from 'viem';
import { ChainFault } from '../../../src/io/chains/chain.ts';
import type { ReExecution } from '../../../src/io/chains/evm/balance-probe/sent-by-call.ts';
import { type EvmChain, evmChain } from '../../../src/io/chains/evm/chain.ts';
import { type Anvil, startAnvil } from '../../rig/evm/anvil.ts';
import { contract } from '../../rig/evm/contracts.ts';
import { type FaultProxy, startFaultProxy } from '../../rig/evm/fault-proxy.ts';
import { someAddress } from '../../rig/evm/scanning.ts';

let anvil: Anvil;
let proxy: FaultProxy;
let wallet: Hex;
let relayer: Hex;
let shop: Hex;
let shops = 70_000;

before(async () => {
  anvil = await startAnvil();
  proxy = await startFaultProxy(anvil.url);
  wallet = await anvil.deploy('SmartWallet');
  relayer = anvil.accounts[3]?.address as Hex;
  await anvil.setBalance(wallet, 10n ** 20n);
});

after(async () => {
  await proxy?.stop();
  await anvil?.stop();
});

beforeEach(() => {
  shops += 1;
  shop = someAddress(shops);
  proxy.off();
  proxy.on('no_traces');
  for (const method of ['eth_createAccessList', 'eth_getCode', 'eth_getTransactionByHash']) proxy.lie(method);
});

const { signal } = new AbortController();

async function withChain<T>(act: (chain: EvmChain) => Promise<T>, more: readonly string[] = []): Promise<T> {
  const network = { symbol: 'local', chainId: anvil.chainId, contracts: [], traces: 'auto' } as const;
  const chain = evmChain({ ...network, endpoints: [proxy.url, ...more] });
  try {
    return await act(chain);
  } finally {
    await chain.close();
  }
}

/** Re-executes the chain transaction in its own block. */
async function runOf(txHash: Hex, chain: EvmChain): Promise<ReExecution | null> {
  const { blockNumber } = await anvil.rpc<{ blockNumber: Hex }>('eth_getTransactionByHash', [txHash]);
  const header = (await chain.headerAt(Number(blockNumber))) ?? assert.fail('the block is gone');
  return (await chain.balances?.reexecute(header, txHash, signal)) ?? null;
}

/** Mines the chain transaction and one more block, so that its state is not that of the newest block. */
async function mineAndRun(txHash: Hex): Promise<ReExecution | null> {
  await anvil.mine(2);
  return withChain((chain) => runOf(txHash, chain));
}

/** Whether the recipient was touched, and whether any code there can self-destruct. */
function seen(run: ReExecution | null): readonly [boolean, boolean] | null {
  return run === null ? null : [run.touched.has(shop), run.maySelfdestruct];
}

const payInternally = (value = 5n) => anvil.call(wallet, 'SmartWallet.pay', [shop, value], { from: relayer });

test('A14-by-call: wallets, batches and borrowed code are executed again, and cannot self-destruct', async () => {
  assert.deepEqual(seen(await mineAndRun(await payInternally())), [true, false]);
  const multisend = await anvil.deploy('Multisend');
  const batch = [
    [shop, someAddress(9)],
    [1n, 2n],
  ] as const;
  const sent = await anvil.call(multisend, 'Multisend.sendNative', batch, { value: 3n });
  assert.deepEqual(seen(await mineAndRun(sent)), [true, false]);
  const proxied = await anvil.deploy('Proxy', [wallet]);
  await anvil.setBalance(proxied, 100n);
  const borrowed = await mineAndRun(await anvil.call(proxied, 'SmartWallet.pay', [shop, 7n]));
  assert.deepEqual([seen(borrowed), borrowed?.touched.has(wallet)], [[true, false], true]);
});

test('A15-selfdestruct-call: contracts that self-destruct, create others or borrow such code are found', async () => {
  const doomed = await anvil.deploy('Doomed');
  await anvil.setBalance(doomed, 13n);
  assert.deepEqual(seen(await mineAndRun(await anvil.call(doomed, 'Doomed.end', [shop]))), [true, true]);
  const maker = await anvil.deploy('Maker');
  const made = await anvil.call(maker, 'Maker.stillbornTo', [shop], { value: 3n, gas: 1_000_000n });
  assert.equal(seen(await mineAndRun(made))?.[1], true);
  const proxied = await anvil.deploy('Proxy', [doomed]);
  await anvil.setBalance(proxied, 13n);
  assert.deepEqual(seen(await mineAndRun(await anvil.call(proxied, 'Doomed.end', [shop]))), [true, true]);
  // The access list omits this account, since it is the recipient of the chain transaction itself. It delegates to the
  // code (EIP-7702).
  const account = someAddress(77_000);
  await anvil.rpc('anvil_setCode', [account, `0xef0100${doomed.slice(2)}`]);
  await anvil.setBalance(account, 13n);
  assert.deepEqual(seen(await mineAndRun(await anvil.call(account, 'Doomed.end', [shop]))), [true, true]);
});

test('A15-made-to-die: a chain transaction that creates a contract proves nothing', async () => {
  const data = encodeDeployData({ ...contract('Stillborn'), args: [shop] });
  const born = await anvil.send({ data, value: 3n, gas: 1_000_000n });
  assert.equal(await mineAndRun(born), null);
  assert.equal(BigInt(await anvil.rpc<Hex>('eth_getBalance', [shop, 'latest'])), 3n);
});

test('A15-other-path: what runs otherwise on the state before the block does not reach whom it paid', async () => {
  const [doomed, onOff] = [await anvil.deploy('Doomed'), await anvil.deploy('Switch')];
  await anvil.setBalance(doomed, 13n);
  await anvil.call(onOff, 'Switch.turnOn', []);
  const ending = await anvil.call(onOff, 'Switch.endIfOn', [doomed, shop]);
  assert.deepEqual(seen(await mineAndRun(ending)), [false, false]);
  assert.equal(BigInt(await anvil.rpc<Hex>('eth_getBalance', [shop, 'latest'])), 13n);
});

test('A15-other-code: an account whose code changed in the block may have run either code', async () => {
  const hash = await payInternally();
  await anvil.mine();
  const { blockHash } = await anvil.rpc<{ blockHash: Hex }>('eth_getTransactionByHash', [hash]);
  await anvil.mine();
  const told =
    (at: Hex, code: string) =>
    (answer: unknown, [address, place]: readonly unknown[]) =>
      address === wallet && (place as { blockHash: Hex }).blockHash === at ? code : answer;
  proxy.lie('eth_getCode', told(blockHash, '0x'));
  assert.deepEqual(seen(await withChain((chain) => runOf(hash, chain))), [true, true]);
  proxy.lie('eth_getCode');
  assert.deepEqual(seen(await withChain((chain) => runOf(hash, chain))), [true, false]);
});

test('it runs on the state before its block: what a wallet has no longer, it had then', async () => {
  const spent = await anvil.deploy('SmartWallet');
  await anvil.setBalance(spent, 5n);
  assert.deepEqual(seen(await mineAndRun(await anvil.call(spent, 'SmartWallet.pay', [shop, 5n]))), [true, false]);
  assert.equal(BigInt(await anvil.rpc<Hex>('eth_getBalance', [spent, 'latest'])), 0n);
});

test('where one endpoint keeps the method or the state to itself, another one is asked', async () => {
  const hash = await payInternally();
  await anvil.mine(2);
  for (const fault of ['no_access_lists', 'no_old_state'] as const) {
    proxy.on(fault);
    assert.deepEqual(seen(await withChain((chain) => runOf(hash, chain), [anvil.url])), [true, false], fault);
    proxy.off(fault);
  }
});

test('a run that fails only for want of gas or of a price is tried once more, amply', async () => {
  const hash = await payInternally();
  await anvil.mine(2);
  const asked: unknown[] = [];
  proxy.lie('eth_createAccessList', (answer, [call]) => {
    asked.push(call);
    return asked.length === 1 ? { ...(answer as object), error: 'out of gas' } : answer;
  });
  assert.deepEqual(seen(await withChain((chain) => runOf(hash, chain))), [true, false]);
  const [plain, ample] = asked as [Record<string, string>, Record<string, string>];
  assert.deepEqual([plain.gas, plain.gasPrice], ['0x493e0', undefined]);
  assert.equal(ample.gas, '0x6ddd0');
  assert.match(ample.gasPrice as string, /^0x[0-9a-f]+$/);
});

test('a run that fails both times, too many accounts, and a list that is none prove nothing', async () => {
  const hash = await payInternally();
  await anvil.mine(2);
  for (const answer of [{ accessList: [], error: 'execution reverted' }, null, {}, { accessList: 'none' }]) {
    proxy.lie('eth_createAccessList', () => answer);
    assert.equal(await withChain((chain) => runOf(hash, chain)), null, JSON.stringify(answer));
  }
  const accessList = Array.from({ length: 70 }, (_, at) => ({ address: someAddress(at), storageKeys: [] }));
  proxy.lie('eth_createAccessList', () => ({ accessList: [...accessList, { address: shop, storageKeys: [] }] }));
  assert.deepEqual(seen(await withChain((chain) => runOf(hash, chain))), [true, true]);
});

test('an endpoint that withholds the method or the state is believed; a busy or absent one is retried', async () => {
  const hash = await payInternally();
  await anvil.mine(2);
  proxy.on('no_access_lists');
  assert.equal(await withChain((chain) => runOf(hash, chain)), null);
  proxy.off('no_access_lists');
  proxy.on('no_old_state', { method: 'eth_getCode' });
  assert.equal(await withChain((chain) => runOf(hash, chain)), null);
  proxy.off('no_old_state');
  await withChain(async (chain) => {
    for (const fault of ['reset', 'internal_error'] as const) {
      proxy.on(fault, { method: 'eth_createAccessList' });
      await assert.rejects(runOf(hash, chain), isPassing);
      proxy.off(fault);
      assert.deepEqual(seen(await runOf(hash, chain)), [true, false], fault);
    }
    proxy.on('rate_limit_error', { method: 'eth_createAccessList', times: 1 });
    assert.deepEqual(seen(await runOf(hash, chain)), [true, false]);
  });
});

test('an endpoint that breaks down over the same question again and again is not asked for ever', async () => {
  const hash = await payInternally();
  await anvil.mine(2);
  proxy.on('reset', { method: 'eth_createAccessList' });
  await withChain(async (chain) => {
    for (let times = 1; times < 20; times += 1) await assert.rejects(runOf(hash, chain), isPassing);
    assert.equal(await runOf(hash, chain), null);
  });
});

test('a chain transaction that is told to be in another block, or in none, is not run', async () => {
  const hash = await payInternally();
  await anvil.mine(2);
  for (const answer of [null, { blockHash: null }, { blockHash: `0x${'7'.repeat(64)}` }]) {
    proxy.lie('eth_getTransactionByHash', (told) => (answer === null ? null : { ...(told as object), ...answer }));
    await assert.rejects(
      withChain((chain) => runOf(hash, chain)),
      isPassing,
    );
  }
});

function isPassing(fault: unknown): boolean {
  return fault instanceof ChainFault && fault.retryable;
}
