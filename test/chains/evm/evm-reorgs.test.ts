// An EVM scan while the chain changes: every sequence of blocks that it returns belongs to one branch.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { ScannedBlock } from '../../../src/core/payment/transfer.ts';
import type { Chain, WatchedSet } from '../../../src/io/chains/chain.ts';
import { evmChain } from '../../../src/io/chains/evm/chain.ts';
import { type Anvil, startAnvil } from '../../rig/evm/anvil.ts';
import { startFaultProxy } from '../../rig/evm/fault-proxy.ts';
import { scanOutcome, someAddress } from '../../rig/evm/scanning.ts';

const shop = someAddress(1);
let anvil: Anvil;
let chain: Chain;
let watched: WatchedSet;

before(async () => {
  anvil = await startAnvil({ slotsInAnEpoch: 2 });
  chain = evmChain({ symbol: 'local', chainId: anvil.chainId, endpoints: [anvil.url], contracts: [] });
});

beforeEach(() => {
  watched = chain.watch();
  watched.add(shop);
});

after(async () => {
  await chain.close();
  await anvil.stop();
});

test('where the branch changes, the scan ends without a fault before the first unlinked block (B9)', async () => {
  // Two nodes of one network, each on its own branch.
  const other = await startAnvil();
  const proxy = await startFaultProxy(anvil.url);
  const reader = evmChain({ symbol: 'local', chainId: anvil.chainId, endpoints: [proxy.url], contracts: [] });
  try {
    await anvil.mine(200);
    await other.setBalance(shop, 1n);
    await other.mine(200);
    const seen: ScannedBlock[] = [];
    for await (const block of reader.scan(1, 200, watched, new AbortController().signal)) {
      seen.push(block);
      if (seen.length === 3) proxy.pointAt(other.url);
    }
    assert.ok(seen.length >= 3 && seen.length < 200, `${seen.length} blocks`);
    for (const { header } of seen) assert.equal(header.hash, (await chain.headerAt(header.number))?.hash);
  } finally {
    await reader.close();
    await proxy.stop();
    await other.stop();
  }
});

test('a payment dropped by a reorg is not in the new branch; one mined again is there once (B1, B2)', async () => {
  const first = (await anvil.blockNumber()) + 1;
  const account = anvil.accounts[1];
  assert.ok(account);
  const kept = await account.signTransaction({
    chainId: anvil.chainId,
    type: 'eip1559',
    nonce: 0,
    to: shop,
    value: 2n,
    gas: 60_000n,
    maxFeePerGas: 10n ** 12n,
    maxPriorityFeePerGas: 10n ** 9n,
  });
  await anvil.send({ to: shop, value: 1n });
  await anvil.rpc('eth_sendRawTransaction', [kept]);
  await anvil.mine(5);
  const before = await scanOutcome(chain, first, first + 4, watched);
  assert.deepEqual(before.blocks[0]?.transfers.map(({ amount }) => amount).sort(), [1n, 2n]);
  await anvil.reorg(5, [[kept, 3]]);
  const after = await scanOutcome(chain, first, first + 4, watched);
  assert.equal(after.fault, undefined);
  assert.deepEqual(
    after.blocks.map(({ transfers }) => transfers.map(({ amount }) => amount)),
    [[], [], [], [2n], []],
  );
  assert.notEqual(after.blocks[0]?.header.hash, before.blocks[0]?.header.hash);
});

test('a chain that became shorter has no block where there was one (B12)', async () => {
  const head = await chain.head();
  await anvil.rollback(2);
  assert.equal((await chain.head()).number, head.number - 2);
  assert.equal(await chain.headerAt(head.number), null);
  await anvil.mine(2);
});

test('the finalized block is the one that the network names', async () => {
  const head = await anvil.blockNumber();
  assert.equal(await chain.finalized(), head - 4);
});
