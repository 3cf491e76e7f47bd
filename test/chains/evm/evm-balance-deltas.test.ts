// Internal calls of a block are detected from balances: the rise of a balance, less all other income, with the sender
// where it is certain.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Hex } from 'viem';
import type { BalanceDelta } from '../../../src/io/chains/evm/balance-probe/block-deltas.ts';
import { evmChain } from '../../../src/io/chains/evm/chain.ts';
import { type Anvil, startAnvil } from '../../rig/evm/anvil.ts';
import { type FaultProxy, startFaultProxy } from '../../rig/evm/fault-proxy.ts';
import { someAddress } from '../../rig/evm/scanning.ts';

let anvil: Anvil;
let proxy: FaultProxy;
let wallet: Hex;
let relayer: Hex;
let shop: Hex;
let shops = 50_000;

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
  proxy.lie('eth_getBlockByNumber');
});

const { signal } = new AbortController();

/** Mines a block and reads its balance deltas. */
async function deltasOf(addresses: readonly string[]): Promise<readonly BalanceDelta[]> {
  await anvil.mine();
  const chain = evmChain({
    symbol: 'local',
    chainId: anvil.chainId,
    endpoints: [proxy.url],
    contracts: [],
    traces: 'auto',
  });
  try {
    const delta = await chain.balances?.deltasIn(await anvil.blockNumber(), addresses, signal);
    return addresses.map((address) => delta?.of.get(address) ?? assert.fail(`nothing is told of ${address}`));
  } finally {
    await chain.close();
  }
}

/** Makes the node add members to each block that it returns. */
function blocksSay(more: object): void {
  proxy.lie('eth_getBlockByNumber', (block) => (block === null ? null : { ...(block as object), ...more }));
}

const payInternally = (value: bigint) => anvil.call(wallet, 'SmartWallet.pay', [shop, value], { from: relayer });

test('direct payments are taken off, and who pays in a call is named; what failed pays nothing', async () => {
  const txHash = await payInternally(5n);
  await anvil.send({ to: shop, value: 7n });
  await anvil.call(wallet, 'SmartWallet.payAndRevert', [shop, 9n], { from: relayer, gas: 200_000n });
  assert.deepEqual(await deltasOf([shop]), [{ amount: 5n, namedBy: [{ txHash, sender: null }] }]);
});

test('the signer is the sender of value that moved with the chain transaction, for several addresses too', async () => {
  const multisend = await anvil.deploy('Multisend');
  const other = someAddress(shops + 10_000);
  const txHash = await anvil.call(
    multisend,
    'Multisend.sendNative',
    [
      [shop, other],
      [3n, 4n],
    ],
    { from: relayer, value: 7n },
  );
  const namedBy = [{ txHash, sender: relayer.toLowerCase() }];
  assert.deepEqual(await deltasOf([shop, other]), [
    { amount: 3n, namedBy },
    { amount: 4n, namedBy },
  ]);
});

test('an address is named by an event as well as by data, and not by digits that lie across bytes', async () => {
  const crier = someAddress(shops + 20_000);
  // PUSH32 the address, PUSH0, PUSH0, LOG1, STOP: emits an event with the address as a topic. The calldata does not
  // contain it.
  await anvil.rpc('anvil_setCode', [crier, `0x7f${shop.slice(2).padStart(64, '0')}5f5fa100`]);
  const byEvent = await anvil.send({ to: crier, gas: 100_000n });
  await anvil.send({ to: someAddress(4), data: `0xf${shop.slice(2)}0`, gas: 100_000n });
  const byData = await anvil.send({ to: someAddress(4), data: `0xff${shop.slice(2)}`, gas: 100_000n });
  const [delta] = await deltasOf([shop]);
  assert.equal(delta?.amount, 0n);
  assert.deepEqual(new Set(delta?.namedBy.map(({ txHash }) => txHash)), new Set([byEvent, byData]));
});

test('A15-withdrawal-by-balance: a validator’s withdrawal is subtracted, to the unit', async () => {
  blocksSay({
    withdrawals: [
      { index: '0x0', validatorIndex: '0x1', address: shop, amount: '0x2' },
      { index: '0x1', validatorIndex: '0x2', address: someAddress(1), amount: '0x9' },
    ],
  });
  await payInternally(2_000_000_000n + 11n);
  assert.equal((await deltasOf([shop]))[0]?.amount, 11n);
});

test('A15-reward: a balance proves nothing for the maker of a block, or in a block with uncles', async () => {
  for (const more of [{ miner: shop.toUpperCase().replace('0X', '0x') }, { uncles: [`0x${'7'.repeat(64)}`] }]) {
    blocksSay(more);
    await payInternally(5n);
    assert.deepEqual(await deltasOf([shop]), [{ amount: null, namedBy: [] }], JSON.stringify(more));
  }
});

test('nothing can be told of an address that signs in the block: its fees come out of the same balance', async () => {
  shop = (anvil.accounts[7]?.address as Hex).toLowerCase() as Hex;
  await payInternally(5n);
  await anvil.send({ from: shop, to: someAddress(2), value: 1n });
  assert.deepEqual(await deltasOf([shop]), [{ amount: null, namedBy: [] }]);
});

test('where batches or receipts of whole blocks are refused, the same is told', async () => {
  proxy.on('no_batch');
  proxy.on('no_block_receipts');
  const txHash = await payInternally(5n);
  await payInternally(6n);
  const [delta, nothing] = await deltasOf([shop, someAddress(3)]);
  assert.deepEqual([delta?.amount, delta?.namedBy.length, delta?.namedBy[0]?.txHash], [11n, 2, txHash]);
  assert.deepEqual(nothing, { amount: 0n, namedBy: [] });
});

test('if an endpoint lacks the state of a block, another one that has it is used', async () => {
  proxy.on('no_old_state');
  await payInternally(5n);
  await anvil.mine();
  const terms = { symbol: 'local', chainId: anvil.chainId, contracts: [], traces: 'auto' } as const;
  const number = await anvil.blockNumber();
  for (const [endpoints, amount] of [
    [[proxy.url], undefined],
    [[proxy.url, anvil.url], 5n],
  ] as const) {
    const chain = evmChain({ ...terms, endpoints });
    const delta = await chain.balances?.deltasIn(number, [shop], signal);
    assert.equal(delta?.of.get(shop)?.amount, amount);
    await chain.close();
  }
});
