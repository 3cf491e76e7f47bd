// The cost of polling a node of the UTXO family: only changes of the mempool are read, and idle blocks are checked by
// their filters.
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import type { ScannedBlock } from '../../../src/core/payment/transfer.ts';
import { type Chain, ChainFault, type WatchedSet } from '../../../src/io/chains/chain.ts';
import { utxoChain } from '../../../src/io/chains/utxo/chain.ts';
import { utxoParams } from '../../../src/io/chains/utxo/params.ts';
import { newKey, scriptOf } from '../../rig/utxo/keyed-coin.ts';
import { type Litecoind, startLitecoind } from '../../rig/utxo/litecoind.ts';
import { type Spoil, startUtxoProxy, type UtxoProxy } from '../../rig/utxo/utxo-proxy.ts';

const waiting = 200;
let node: Litecoind;
let proxy: UtxoProxy;
let chain: Chain;
/** The address that the last transaction in the mempool pays, and the id of that transaction. */
let early: string;
let earlyId = '';
let paidBlock = 0;
let paidShop: string;

before(async () => {
  node = await startLitecoind({ extraArguments: ['-blockfilterindex=1'] });
  paidShop = await node.newAddress('legacy');
  await node.pay(paidShop, 500_000n);
  await node.mine();
  paidBlock = await node.height();
  const key = await newKey(node, 'bech32');
  const amount = 100_000n;
  const txid = await node.payOutputs(Array.from({ length: waiting }, () => ({ script: key.script, amount })));
  await node.mine(20);
  const { vout } = await node.rpc<{ vout: { scriptPubKey: { hex: string } }[] }>('decoderawtransaction', [
    (await node.rpc<{ hex: string }>('gettransaction', [txid])).hex,
  ]);
  early = await node.newAddress();
  const places = vout.flatMap(({ scriptPubKey }, at) => (scriptPubKey.hex === key.script ? [at] : []));
  for (const [made, at] of places.entries()) {
    // It has the lowest fee of all, so that it is at the end of the node's list.
    const isLast = made === waiting - 1;
    const script = isLast ? await scriptOf(node, early) : key.script;
    const hex = await key.sign({ txid, vout: at, amount }, [{ script, amount: isLast ? 97_000n : 90_000n }]);
    earlyId = await node.send(hex);
  }
});

beforeEach(async () => {
  proxy = await startUtxoProxy(node);
  chain = utxoChain({
    symbol: 'local',
    params: utxoParams('litecoin-regtest'),
    endpoints: [proxy.url],
    mempool: { atOnce: 50, backlogBytes: 4_000 },
  });
});

afterEach(async () => {
  await chain.close();
  await proxy.stop();
});

after(() => node?.stop());

function watching(...addresses: readonly string[]): WatchedSet {
  const watched = chain.watch();
  for (const address of addresses) watched.add(address);
  return watched;
}

async function look(watched: WatchedSet, awaited: readonly string[] = []): Promise<string[]> {
  const found = (await chain.mempool?.(watched, new AbortController().signal, awaited)) ?? [];
  return found.map(({ txHash }) => txHash);
}

/** Adds the `total_fee` of newer nodes, which this node does not return. */
const tellsFees: Spoil = async ({ method }, ask) => {
  if (method !== 'getmempoolinfo') return null;
  const all = await ask<Record<string, { fees: { base: number } }>>('getrawmempool', [true]);
  const litoshis = Object.values(all).reduce((sum, { fees }) => sum + Math.round(fees.base * 1e8), 0);
  return { result: { ...(await ask<object>(method)), total_fee: litoshis / 1e8 } };
};

test('of a long mempool a bounded part is read at a time, and a payment that is made now at once', async () => {
  const shop = await node.newAddress();
  const watched = watching(shop, early);
  assert.deepEqual(await look(watched), []);
  const [calls, bytes] = [proxy.calls('getrawtransaction'), proxy.bytes('getrawtransaction')];
  assert.ok(calls <= 50 && bytes <= 40_000, `${calls} were read, in ${bytes} bytes`);
  const now = await node.pay(shop, 200_000n);
  assert.deepEqual(await look(watched), [now]);
  assert.ok(proxy.calls('getrawtransaction') < waiting, 'not all of the others have been read');
  for (let looks = 2; looks < waiting / 50; looks += 1) await look(watched);
  assert.deepEqual((await look(watched)).sort(), [now, earlyId].sort());
  // Each transaction was read once during all polls.
  assert.equal(proxy.calls('getrawtransaction'), waiting + 1);
});

test('what somebody waits for is read before everything else, after a start as well', async () => {
  assert.deepEqual(await look(watching(early), [earlyId]), [earlyId]);
  assert.ok(proxy.calls('getrawtransaction') <= 51);
});

test('a mempool that says the same of itself is not listed again, and a replacement is seen', async () => {
  proxy.spoil(tellsFees);
  const shop = await node.newAddress();
  const watched = watching(shop);
  const paid = await node.pay(shop, 300_000n);
  for (let looks = 0; looks <= waiting / 50; looks += 1) await look(watched);
  assert.deepEqual(await look(watched), [paid]);
  const [all, lists, bytes] = [proxy.calls(), proxy.calls('getrawmempool'), proxy.bytes()];
  for (let looks = 0; looks < 3; looks += 1) assert.deepEqual(await look(watched), [paid]);
  assert.deepEqual([proxy.calls() - all, proxy.calls('getrawmempool') - lists], [3, 0], 'asked only how it is');
  // The traffic of a day with a poll every five seconds.
  assert.ok(((proxy.bytes() - bytes) / 3) * 17_280 < 50_000_000);
  const bumped = await node.bump(paid);
  assert.deepEqual(await look(watched), [bumped]);
});

test('the inputs of all unconfirmed ancestors come with a payment, each with who spends it', async () => {
  const shop = await node.newAddress();
  const key = await newKey(node, 'bech32');
  const grandparent = await node.payOutputs([{ script: key.script, amount: 1_000_000n }]);
  const decoded = await node.rpc<{ vin: { txid: string; vout: number }[]; vout: { value: number }[] }>(
    'getrawtransaction',
    [grandparent, true],
  );
  const vout = decoded.vout.findIndex(({ value }) => value === 0.01);
  const toKey = [{ script: key.script, amount: 900_000n }];
  const parent = await node.send(await key.sign({ txid: grandparent, vout, amount: 1_000_000n }, toKey));
  const outputs = [{ script: await scriptOf(node, shop), amount: 800_000n }];
  const paid = await node.send(await key.sign({ txid: parent, vout: 0, amount: 900_000n }, outputs));
  const found = await chain.mempool?.(watching(shop), new AbortController().signal, [paid]);
  assert.deepEqual(found?.[0]?.spends, [`${parent}:0`]);
  assert.deepEqual(
    new Set(found?.[0]?.ancestry?.map(({ outpoint, txHash }) => `${outpoint} ${txHash}`)),
    new Set([
      `${grandparent}:${vout} ${parent}`,
      ...decoded.vin.map((input) => `${input.txid}:${input.vout} ${grandparent}`),
    ]),
  );
});

async function scanned(blocks: AsyncIterable<ScannedBlock> | undefined): Promise<ScannedBlock[]> {
  const all: ScannedBlock[] = [];
  for await (const block of blocks ?? []) all.push(block);
  return all;
}

function idle(watched: WatchedSet): Promise<ScannedBlock[]> {
  return scanned(chain.scanIdle?.(1, paidBlock + 20, watched, new AbortController().signal));
}

function whole(watched: WatchedSet): Promise<ScannedBlock[]> {
  return scanned(chain.scan(1, paidBlock + 20, watched, new AbortController().signal));
}

test('idle blocks are moved through by their filters, and only those that pay are read', async () => {
  const watched = watching(paidShop, early);
  const found = await idle(watched);
  assert.equal(proxy.calls('getblock'), 1);
  assert.deepEqual(
    found.flatMap(({ header, transfers }) => transfers.map(({ amount }) => [header.number, amount])),
    [[paidBlock, 500_000n]],
  );
  assert.deepEqual(found, await whole(watched));
});

test('where a node has no filters, or outputs are watched, every idle block is read', async () => {
  proxy.spoil(({ method }) =>
    method === 'getblockfilter' ? { error: { code: -1, message: 'Index is not enabled for filtertype basic' } } : null,
  );
  const watched = watching(paidShop);
  const found = await idle(watched);
  assert.equal(proxy.calls('getblock'), found.length);
  assert.deepEqual(found, await whole(watched));
  proxy.spoil(null);
  const spending = watching(paidShop);
  spending.outputs?.replace([`${'ab'.repeat(32)}:0`]);
  const asked = proxy.calls('getblockfilter');
  assert.deepEqual(await idle(spending), found);
  assert.equal(proxy.calls('getblockfilter'), asked);
});

test('a filter that its header does not stand for, or that is none, holds idle blocks up', async () => {
  const watched = watching(paidShop);
  const spoilFilter = (change: (filter: string, other: string) => string): Spoil => {
    return async ({ method, params }, ask) => {
      const paid = await ask<string>('getblockhash', [paidBlock]);
      if (method !== 'getblockfilter' || params[0] !== paid) return null;
      const { filter, header } = await ask<{ filter: string; header: string }>(method, params);
      const parent = await ask('getblockhash', [paidBlock - 1]);
      const other = await ask<{ filter: string }>(method, [parent]);
      return { result: { filter: change(filter, other.filter), header } };
    };
  };
  for (const change of [(_: string, other: string) => other, () => '00', (filter: string) => filter.slice(0, -2)]) {
    proxy.spoil(spoilFilter(change));
    await assert.rejects(idle(watched), (fault) => fault instanceof ChainFault && fault.retryable);
  }
  proxy.spoil(null);
  assert.equal((await idle(watched)).flatMap(({ transfers }) => transfers).length, 1);
});
