// An endpoint must have the block that is known of its chain, and its newest block must not be hours old (C18).
import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { type Chain, ChainFault } from '../../../src/io/chains/chain.ts';
import { utxoChain } from '../../../src/io/chains/utxo/chain.ts';
import { utxoParams } from '../../../src/io/chains/utxo/params.ts';
import { type MadeUpChain, serveCalls, startMadeUpChain } from '../../rig/utxo/made-up-chain.ts';
import { bitcoin910000 } from '../../rig/utxo/published-headers.ts';

const bitcoin = utxoParams('bitcoin');
const { number: height, hash, bytes } = bitcoin910000;
/** The time in the block's header, in Unix seconds. */
const found = bytes.readUInt32LE(68);
const ended: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const end of ended.splice(0)) await end();
});

/** A node with Bitcoin's block 910000 as its newest. `instead` replaces its responses, by method. */
async function node(instead: Readonly<Record<string, unknown>> = {}): Promise<Pick<MadeUpChain, 'url'>> {
  const hashes = new Map<unknown, string>([
    [0, bitcoin.genesis],
    [height, hash],
  ]);
  const served = await serveCalls(({ id, method, params }) => {
    const results: Readonly<Record<string, unknown>> = {
      getblockchaininfo: { blocks: height, bestblockhash: hash, initialblockdownload: false },
      getblockhash: hashes.get(params[0]),
      getblockheader: bytes.toString('hex'),
    };
    const key = `${method} ${params[0]}`;
    const result = key in instead ? instead[key] : results[method];
    return result === undefined
      ? { id, error: { code: -8, message: 'Block height out of range' } }
      : { id, result, error: null };
  });
  ended.push(served.stop);
  return served;
}

function open(now: number, ...nodes: readonly Pick<MadeUpChain, 'url'>[]): Chain {
  const endpoints = nodes.map(({ url }) => url);
  const chain = utxoChain({ symbol: 'bitcoin', params: bitcoin, endpoints, timeoutMs: 5_000, now: () => now });
  ended.push(() => chain.close());
  return chain;
}

test('a newest block of a minute ago is believed, and one of seven hours ago is an endpoint’s fault', async () => {
  assert.equal((await open(found + 60, await node()).head()).hash, hash);
  const stale = open(found + 7 * 3_600, await node());
  await assert.rejects(
    stale.head(),
    (fault) =>
      fault instanceof ChainFault && fault.retryable && /910000, is 7 hours old: it is not/.test(fault.message),
  );
  const [health] = stale.endpoints?.health ?? [];
  assert.equal(health?.state, 'cooling_down');
  assert.match(health?.reason ?? '', /7 hours old/);
});

test('C18-beside-a-right-one: an endpoint whose head lacks work is paused, and another one is used', async () => {
  const madeUp = await startMadeUpChain(bitcoin, { bits: bitcoin910000.bytes.readUInt32LE(72), isDone: false });
  ended.push(madeUp.stop);
  const chain = open(found + 60, madeUp, await node());
  for (let look = 0; look < 3; look += 1) assert.equal((await chain.head()).hash, hash);
  const [liar, right] = chain.endpoints?.health ?? [];
  assert.deepEqual([liar?.state, right?.state], ['cooling_down', 'healthy']);
  assert.match(liar?.reason ?? '', /is not a valid block of Bitcoin: it lacks the work that its header demands/);
});

test('C18-other-branch: an endpoint on another branch is not used, and a lagging one waits', async () => {
  const other = await node({ [`getblockhash ${height}`]: 'ab'.repeat(32) });
  await assert.rejects(
    open(found, other).verify(),
    (fault) => fault instanceof ChainFault && !fault.retryable && /on a branch of its own/.test(fault.message),
  );
  const behind = await node({ [`getblockhash ${height}`]: undefined });
  await assert.rejects(
    open(found, behind).verify(),
    (fault) =>
      fault instanceof ChainFault && fault.retryable && /still synchronising.*no block 910000/.test(fault.message),
  );
  // With one good endpoint, the two faulty ones do not matter.
  const chain = open(found + 60, other, behind, await node());
  await chain.verify();
  assert.equal((await chain.head()).number, height);
});
