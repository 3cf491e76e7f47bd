// A reader of the UTXO family against endpoints that lie, lag, refuse and break: it returns correct blocks, or none.
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { type Chain, ChainFault, type WatchedSet } from '../../../src/io/chains/chain.ts';
import { utxoChain } from '../../../src/io/chains/utxo/chain.ts';
import { utxoParams } from '../../../src/io/chains/utxo/params.ts';
import { scanOutcome } from '../../rig/evm/scanning.ts';
import { type Litecoind, startLitecoind } from '../../rig/utxo/litecoind.ts';
import { lagging, type Spoil, startUtxoProxy, type UtxoProxy } from '../../rig/utxo/utxo-proxy.ts';

const head = 140;
const paidBlock = 120;
let node: Litecoind;
let proxy: UtxoProxy;
let chain: Chain;
let shop: string;
let watched: WatchedSet;

before(async () => {
  node = await startLitecoind({ blocks: paidBlock - 1 });
  shop = await node.newAddress();
  await node.pay(shop, 100_000n);
  await node.mine();
  // The last blocks have later timestamps as well.
  await node.rpc('setmocktime', [Math.floor(Date.now() / 1000) + 600]);
  await node.mine(head - paidBlock);
  await node.rpc('setmocktime', [0]);
});

beforeEach(async () => {
  proxy = await startUtxoProxy(node);
  chain = open('litecoin-regtest', proxy.url);
  watched = chain.watch();
  watched.add(shop);
});

afterEach(async () => {
  await chain.close();
  await proxy.stop();
});

after(() => node?.stop());

function open(params: string, ...endpoints: readonly string[]): Chain {
  return utxoChain({ symbol: 'local', params: utxoParams(params), endpoints, timeoutMs: 5_000 });
}

function isRetryable(fault: unknown): fault is ChainFault {
  return fault instanceof ChainFault && fault.retryable;
}

/** Under this fault no block from the paid one on may be returned. Without it, all blocks are. */
async function assertHeldUp(how: Spoil): Promise<ChainFault> {
  proxy.spoil(how);
  const { blocks, fault } = await scanOutcome(chain, paidBlock - 9, head, watched);
  assert.ok(isRetryable(fault), String(fault));
  assert.ok(blocks.every(({ header, transfers }) => header.number < paidBlock && transfers.length === 0));
  proxy.spoil(null);
  await assertAllSeen();
  return fault;
}

async function assertAllSeen(reader: Chain = chain): Promise<void> {
  const { blocks, fault } = await scanOutcome(reader, 1, head, watched);
  assert.equal(fault, undefined);
  assert.deepEqual(
    blocks.flatMap(({ header, transfers }) => transfers.map(({ amount }) => [header.number, amount])),
    [[paidBlock, 100_000n]],
  );
}

/** Changes the bytes of the block that contains the payment. */
function changing(change: (hex: string) => unknown): Spoil {
  return async ({ method, params }, ask) => {
    if (method !== 'getblock') return null;
    const paid = await ask<string>('getblockhash', [paidBlock]);
    return params[0] === paid ? { result: change(await ask<string>('getblock', [paid, 0])) } : null;
  };
}

test('a good endpoint is read with few requests (S6), and its newest block is asked for once', async () => {
  await chain.verify();
  const before = proxy.requests;
  await assertAllSeen();
  // This node has no REST interface. The failed REST requests are at most the number of blocks that are requested at
  // once.
  assert.ok(proxy.requests - before <= 1.2 * head + 16, `${proxy.requests - before} requests for ${head} blocks`);
  assert.equal(proxy.calls('getblock'), head);
});

test('blocks are the same over REST as over JSON-RPC', async () => {
  const resting = await startLitecoind({ rest: true, blocks: 12 });
  const [reader, plain] = [open('litecoin-regtest', resting.url), await startUtxoProxy(resting)];
  const other = open('litecoin-regtest', plain.url);
  try {
    const [one, two] = await Promise.all([
      scanOutcome(reader, 0, 12, reader.watch()),
      scanOutcome(other, 0, 12, other.watch()),
    ]);
    assert.deepEqual([one.fault, one.blocks.length], [undefined, 13]);
    assert.deepEqual(one.blocks, two.blocks);
  } finally {
    await Promise.all([reader.close(), other.close()]);
    await plain.stop();
    await resting.stop();
  }
});

test('C17: a block that was cut, changed, replaced or invented is refused', async () => {
  await assertHeldUp(changing((hex) => hex.slice(0, -2)));
  await assertHeldUp(changing((hex) => `${hex}00`));
  await assertHeldUp(changing((hex) => hex.slice(0, 200)));
  await assertHeldUp(changing((hex) => hex.slice(0, 160)));
  await assertHeldUp(changing(() => ''));
  await assertHeldUp(changing(() => null));
  await assertHeldUp(changing(() => 17));
  await assertHeldUp(changing(() => 'no hex at all'));
  await assertHeldUp(changing((hex) => hex.slice(0, -1)));
  // Another amount for the shop: the Merkle root in the header does not match.
  await assertHeldUp(changing((hex) => hex.replace('a086010000000000', 'a086010000000100')));
  // Another block in place of the requested one.
  await assertHeldUp(async ({ method, params }, ask) => {
    const paid = await ask<string>('getblockhash', [paidBlock]);
    if (method !== 'getblock' || params[0] !== paid) return null;
    return { result: await ask('getblock', [await ask('getblockhash', [paidBlock - 1]), 0]) };
  });
});

test('a node that does not have the block, or has thrown it away, is a fault that says so', async () => {
  const missing = await assertHeldUp(({ method }) =>
    method === 'getblock' ? { error: { code: -5, message: 'Block not found' } } : null,
  );
  assert.match(missing.message, /Block not found/);
  const pruned = await assertHeldUp(({ method }) =>
    method === 'getblock' ? { error: { code: -1, message: 'Block not available (pruned data)' } } : null,
  );
  assert.match(pruned.message, /keeps all blocks/);
});

test('a node that still catches up is not believed, unless its chain is mined by hand', async () => {
  proxy.spoil(async ({ method, params }, ask) => {
    if (method === 'getblockhash' && params[0] === 0) return { result: utxoParams('litecoin').genesis };
    if (method !== 'getblockchaininfo') return null;
    return { result: { ...(await ask<object>('getblockchaininfo')), initialblockdownload: true } };
  });
  const main = open('litecoin', proxy.url);
  await assert.rejects(main.head(), (fault) => isRetryable(fault) && /still synchronising/.test(fault.message));
  await main.close();
  proxy.spoil(async ({ method }, ask) =>
    method === 'getblockchaininfo' ? { result: { ...(await ask<object>(method)), initialblockdownload: true } } : null,
  );
  assert.equal((await chain.head()).number, head);
});

test('a chain with another first block is refused for good, by its name', async () => {
  const bitcoin = open('bitcoin-regtest', proxy.url);
  await assert.rejects(
    bitcoin.verify(),
    (fault) => fault instanceof ChainFault && !fault.retryable && /local is Bitcoin regtest/.test(fault.message),
  );
  await bitcoin.close();
});

test('an endpoint that lags or is away does not matter where another is there', async () => {
  const second = await startUtxoProxy(node);
  const both = open('litecoin-regtest', proxy.url, second.url);
  try {
    proxy.spoil(lagging(20));
    assert.equal((await both.head()).number, head);
    await assertAllSeen(both);
    proxy.spoil(null);
    proxy.breakOff(true);
    await assertAllSeen(both);
  } finally {
    await both.close();
    await second.stop();
  }
});

test('error statuses are read as refusals (Bitcoin Core before 28), and missing rights are reported', async () => {
  assert.equal(await chain.headerAt(head + 1), null);
  assert.equal(await chain.transfersIn('ab'.repeat(32), watched), null);
  for (const [status, body] of [
    [401, ''],
    [403, 'Forbidden'],
    [503, 'Work queue depth exceeded'],
    [500, ''],
    [200, '<html>'],
    [200, '{}'],
    [200, 'null'],
    [200, '[]'],
  ] as const) {
    proxy.answerAll({ status, body });
    const fresh = open('litecoin-regtest', proxy.url);
    await assert.rejects(fresh.headerAt(1), isRetryable);
    await fresh.close();
    proxy.answerAll(null);
  }
});

test('answers of another shape than they should have are faults, never crashes', async () => {
  const odd: readonly unknown[] = [null, 0, -1, '', 'zz', [], {}, [null], true, 'ab'.repeat(40)];
  for (const result of odd) {
    proxy.spoil(({ method, params }) => (method === 'getblockhash' && params[0] === 0 ? null : { result }));
    const asks = [
      () => chain.head(),
      () => chain.headerAt(5),
      () => chain.transfersIn('ab'.repeat(32), watched),
      () => chain.mempool?.(watched, new AbortController().signal),
      () => chain.outcomeOf?.({ txHash: 'ab'.repeat(32), spends: [`${'cd'.repeat(32)}:0`] }),
    ];
    for (const ask of asks) {
      try {
        await ask();
      } catch (fault) {
        assert.ok(isRetryable(fault), `${JSON.stringify(result)}: ${fault}`);
      }
    }
    proxy.spoil(null);
  }
  await assertAllSeen();
});

test('a chain transaction that waits is not believed to be another one', async () => {
  const txid = await node.pay(shop, 200_000n);
  const other = await node.pay(await node.newAddress(), 300_000n);
  proxy.spoil(async ({ method, params }, ask) =>
    method === 'getrawtransaction' && params[0] === other
      ? { result: await ask('getrawtransaction', [txid, false]) }
      : null,
  );
  await assert.rejects(async () => chain.mempool?.(watched, new AbortController().signal), isRetryable);
  proxy.spoil(null);
  const waiting = (await chain.mempool?.(watched, new AbortController().signal)) ?? [];
  assert.deepEqual(
    waiting.map(({ txHash }) => txHash),
    [txid],
  );
  // Transactions that were read once are not requested again.
  const asked = proxy.calls('getrawtransaction');
  await chain.mempool?.(watched, new AbortController().signal);
  assert.equal(proxy.calls('getrawtransaction'), asked);
});
