// Faults of a TRON endpoint, and how the reader of the chain handles each.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { Chain, ChainFault, WatchedSet } from '../../../src/io/chains/chain.ts';
import { tronChain } from '../../../src/io/chains/tron/chain.ts';
import { scanOutcome, scanTransfers } from '../../rig/evm/scanning.ts';
import { honestMood } from '../../rig/tron/tron-mood.ts';
import { startTronNode, type TronNode } from '../../rig/tron/tron-node.ts';
import { newTronAddress, usdt } from '../../rig/tron/tron-stage.ts';
import { canonicalOf, newTronWallet, type TronWallet, word } from '../../rig/tron/tron-wallet.ts';

let node: TronNode;
let payer: TronWallet;
let payee: TronWallet;
let hash: string;
let block: number;
const chains: Chain[] = [];

before(async () => {
  node = await startTronNode({ solidAfter: 4 });
  await node.placeToken('Token', canonicalOf(usdt), ['Tether USD', 'USDT', 6, 10n ** 30n]);
  payer = await newTronWallet(node, [canonicalOf(usdt)]);
  payee = await newTronWallet(node, []);
  await node.mine();
  await payer.pay(payee.address, 1n);
  hash = await payer.payToken(usdt, payee.address, 5_000_000n);
  await payer.payToken(usdt, payer.address, 7n);
  await node.mine();
  block = node.height();
  await node.mine(3);
});

afterEach(async () => {
  Object.assign(node.mood, honestMood());
  await Promise.all(chains.splice(0).map((chain) => chain.close()));
});

after(() => node?.stop());

function reader(endpoints: readonly string[] = [node.url], log?: (message: string) => void): Chain {
  const options = { symbol: 'nile', chainId: node.chainId, endpoints, contracts: [canonicalOf(usdt)] };
  const chain = tronChain({ ...options, ...(log === undefined ? {} : { log }) });
  chains.push(chain);
  return chain;
}

function payeeOf(chain: Chain): WatchedSet {
  const watched = chain.watch();
  watched.add(payee.canonical);
  return watched;
}

async function hashesFound(chain: Chain): Promise<string[]> {
  const found = await scanTransfers(chain, 1, node.height(), payeeOf(chain));
  return found.filter(({ contract }) => contract !== '').map(({ txHash }) => txHash);
}

test('B10-empty-logs: an empty log index hides no payment', async () => {
  node.mood.logs = 'empty';
  assert.deepEqual(await hashesFound(reader()), [hash]);
  assert.ok(node.asked('/wallet/gettransactioninfobyblocknum') > 0);
});

test('B11-cut-logs: a direct transfer that the index left out is found in the results', async () => {
  node.mood.logs = 'cut';
  assert.deepEqual(await hashesFound(reader()), [hash]);
});

test('an endpoint without JSON-RPC is read by its results, and its log index is asked for nothing', async () => {
  node.mood.jsonRpc = false;
  const chain = reader();
  await chain.verify();
  assert.deepEqual(await hashesFound(chain), [hash]);
  assert.equal(node.asked('eth_getLogs'), 0);
});

test('D2-cut-results: without logs and without all results a block is not passed on', async () => {
  for (const results of ['empty', 'cut'] as const) {
    Object.assign(node.mood, { logs: 'empty', results });
    const chain = reader();
    const { blocks, fault } = await scanOutcome(chain, 1, node.height(), payeeOf(chain));
    assert.equal(blocks.at(-1)?.header.number, block - 1);
    assert.match((fault as Error).message, /without the results of all its transactions/);
    assert.equal((fault as ChainFault).retryable, true);
  }
});

test('blocks that nobody can have logged in cost no request for results', async () => {
  const chain = reader();
  const asked = node.asked('/wallet/gettransactioninfobyblocknum');
  assert.deepEqual((await scanTransfers(chain, block + 1, node.height(), payeeOf(chain))).length, 0);
  assert.equal(node.asked('/wallet/gettransactioninfobyblocknum'), asked);
});

test('A27-wrong-network: another network is refused by its genesis block, and by its JSON-RPC', async () => {
  const other = await startTronNode({ chainId: 0x2b6653dc });
  const chain = reader([other.url]);
  await assert.rejects(
    chain.verify(),
    (fault: ChainFault) => /is on chain 728126428, but nile is chain/.test(fault.message) && !fault.retryable,
  );
  await other.stop();
  node.mood.stranger = true;
  await assert.rejects(
    reader().verify(),
    (fault: ChainFault) => /is on chain 1, but nile/.test(fault.message) && !fault.retryable,
  );
});

test('D4-solidified: the tag names the solid block, or the other API if the tag is unknown', async () => {
  const chain = reader();
  const solid = node.height() - 4;
  assert.equal(await chain.finalized(), solid);
  node.mood.finalizedTag = false;
  assert.equal(await chain.finalized(), solid);
  Object.assign(node.mood, { finalizedTag: true, jsonRpc: false });
  assert.equal(await chain.finalized(), solid);
  node.mood.solidityApi = false;
  assert.equal(await chain.finalized(), null);
});

test('a key is asked for and given; a wrong one is told without being repeated', async () => {
  const guarded = await startTronNode({ apiKey: 'right-key' });
  const at = (key: string) => guarded.url.replace('://', `://${key}@`);
  await reader([at('right-key')]).verify();
  await reader([`${at('right-key')}/jsonrpc`]).verify();
  await assert.rejects(reader([at('wrong-key')]).verify(), (fault: ChainFault) => {
    assert.match(fault.message, /refused \/wallet\/getblock: ApiKey not exists \(401\)/);
    return fault.retryable && !fault.message.includes('wrong-key');
  });
  await guarded.stop();
});

test('an endpoint that suspends its caller is waited for', async () => {
  const chain = reader();
  await chain.verify();
  node.mood.suspended = 1;
  assert.equal((await chain.head()).number, node.height());
  assert.equal(node.mood.suspended, 0);
});

test('B20-suspended: the time in the text of TronGrid’s 429 is respected (1 to 3 endpoints)', async () => {
  const others = [await startTronNode(), await startTronNode()];
  for (const count of [1, 2, 3]) {
    const chain = reader([node.url, ...others.map(({ url }) => url)].slice(0, count));
    await chain.verify();
    const before = node.asked('while suspended');
    node.mood.suspendedUntil = performance.now() + 1_900;
    const [first, ...rest] = [await chain.headerAt(1), ...(await Promise.all(times(15, () => chain.headerAt(1))))];
    assert.equal(first?.number, 1);
    assert.ok(rest.every((header) => header?.number === 1));
    assert.equal(node.asked('while suspended') - before, 1, `with ${count} endpoints`);
    node.mood.suspendedUntil = 0;
  }
  await Promise.all(others.map((other) => other.stop()));
});

test('B20-long-suspension: an endpoint that is suspended for long is not asked repeatedly', async () => {
  const chain = reader();
  await chain.verify();
  node.mood.suspendedUntil = performance.now() + 60_000;
  const before = node.asked('while suspended');
  for (const _ of times(20, () => null))
    await assert.rejects(chain.head(), (fault: ChainFault) => fault.retryable && fault.name === 'EndpointFault');
  assert.equal(node.asked('while suspended') - before, 1);
});

function times<T>(count: number, make: () => T): T[] {
  return Array.from({ length: count }, make);
}

test('B9-lag: a block that an endpoint does not have yet is not passed on', async () => {
  node.mood.lag = node.height() - block + 1;
  const chain = reader();
  assert.equal((await chain.head()).number, block - 1);
  assert.equal(await chain.headerAt(block), null);
  const { blocks, fault } = await scanOutcome(chain, block - 1, block, payeeOf(chain));
  assert.deepEqual(
    blocks.map(({ header }) => header.number),
    [block - 1],
  );
  assert.equal((fault as ChainFault).retryable, true);
});

test('an endpoint that is gone is not noticed beside one that is well', async () => {
  const said: string[] = [];
  const chain = reader(['http://127.0.0.1:9', node.url], (message) => said.push(message));
  assert.deepEqual(await hashesFound(chain), [hash]);
  assert.match(said.join('\n'), /127\.0\.0\.1:9 is avoided for a while/);
});

test('A30-token-facts: a token is asked for its decimals; without an answer it is not stopped', async () => {
  const chain = reader();
  assert.deepEqual(await chain.tokenFacts?.(canonicalOf(usdt)), { decimals: 6, isPaused: false });
  assert.deepEqual(await chain.tokenFacts?.(payee.canonical), { decimals: null, isPaused: false });
  node.mood.jsonRpc = false;
  assert.deepEqual(await chain.tokenFacts?.(canonicalOf(usdt)), { decimals: null, isPaused: false });
});

test('A23-blocklist: the contract names the addresses that its issuer blocks; silence blocks none', async () => {
  const place = newTronAddress();
  const tether = canonicalOf(place);
  await node.placeToken('BlacklistToken', tether, [6]);
  await payer.call(place, 'setBlocked(address,bool)', [word('address', payee.address), word('bool', 'true')]);
  await node.mine();
  const chain = reader();
  const both = [payer.canonical, payee.canonical];
  const told = await chain.blockedAddresses?.(tether, both);
  assert.deepEqual(
    [...(told ?? [])],
    [
      [payer.canonical, false],
      [payee.canonical, true],
    ],
  );
  const plain = await chain.blockedAddresses?.(canonicalOf(usdt), both);
  assert.deepEqual([...(plain?.values() ?? [])], [false, false]);
  node.mood.jsonRpc = false;
  assert.equal((await chain.blockedAddresses?.(tether, both))?.size, 0);
});

test('a transaction read by id equals the scanned one; a waiting one has no block', async () => {
  const chain = reader();
  const watched = payeeOf(chain);
  const scanned = (await scanTransfers(chain, block, block, watched)).filter(({ txHash }) => txHash === hash);
  const found = await chain.transfersIn(hash, watched);
  assert.deepEqual(found?.transfers, scanned);
  assert.equal(found?.header?.number, block);
  const waiting = await payer.payToken(usdt, payee.address, 8n);
  assert.deepEqual(await chain.transfersIn(waiting, watched), { header: null, transfers: [] });
  assert.equal(await chain.transfersIn('00'.repeat(32), watched), null);
});
