// An EVM scan against endpoints that lie, lag, break and limit requests: it returns correct blocks, or none.
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import type { Hex } from 'viem';
import { type Chain, ChainFault, type WatchedSet } from '../../../src/io/chains/chain.ts';
import { type EvmOptions, evmChain } from '../../../src/io/chains/evm/chain.ts';
import { type Anvil, startAnvil } from '../../rig/evm/anvil.ts';
import { type FaultProxy, startFaultProxy } from '../../rig/evm/fault-proxy.ts';
import type { FaultName, FaultTerms } from '../../rig/evm/faults.ts';
import { scanOutcome, scanTransfers, someAddress } from '../../rig/evm/scanning.ts';

const shop = someAddress(1);
/** A block with both kinds of payment, between other blocks. */
const paidBlock = 12;
const head = 30;
let anvil: Anvil;
let proxy: FaultProxy;
let token: Hex;
let chain: Chain;
let watched: WatchedSet;

before(async () => {
  anvil = await startAnvil();
  token = await anvil.deployToken();
  await anvil.mine(paidBlock - 2);
  await anvil.send({ to: shop, value: 5n });
  await anvil.send({ to: shop, value: 6n });
  await anvil.call(token, 'Token.transfer', [shop, 7n]);
  await anvil.call(token, 'Token.transfer', [shop, 8n]);
  await anvil.mine(head - paidBlock + 1);
  assert.equal(await anvil.blockNumber(), head);
});

beforeEach(async () => {
  proxy = await startFaultProxy(anvil.url);
  chain = openChain();
  watched = chain.watch();
  watched.add(shop);
});

afterEach(async () => {
  await chain.close();
  await proxy.stop();
});

after(() => anvil.stop());

function openChain(options: Partial<EvmOptions> = {}): Chain {
  return evmChain({
    symbol: 'local',
    chainId: anvil.chainId,
    endpoints: [proxy.url],
    contracts: [{ address: token }],
    timeoutMs: 5_000,
    ...options,
  });
}

async function assertAllSeen(reader: Chain = chain): Promise<void> {
  const transfers = await scanTransfers(reader, 1, head, watched);
  assert.deepEqual(transfers.map(({ amount }) => amount).sort(), [5n, 6n, 7n, 8n]);
}

/**
 * Scans everything under a fault. The scan must stop before the paid block, and every earlier block must be correct.
 * Without the fault, it finds everything.
 */
async function assertHeldUp(fault: FaultName, terms: FaultTerms = {}): Promise<ChainFault> {
  proxy.on(fault, terms);
  const outcome = await scanOutcome(chain, 1, head, watched);
  assert.ok(outcome.fault instanceof ChainFault, String(outcome.fault));
  assert.equal(outcome.fault.retryable, true);
  assert.ok(outcome.blocks.length < paidBlock, `${outcome.blocks.length} blocks came out`);
  assert.deepEqual(
    outcome.blocks.flatMap(({ transfers }) => transfers),
    [],
  );
  assert.ok(proxy.fired(fault) > 0, 'the fault never fired');
  proxy.off();
  await assertAllSeen();
  return outcome.fault;
}

test('a good endpoint is read with few requests (S6)', async () => {
  await chain.verify();
  await assertAllSeen();
  assert.equal(proxy.calls('eth_getBlockByNumber'), head);
  assert.ok(proxy.calls() <= 2.1 * head, `${proxy.calls()} calls for ${head} blocks`);
  const before = proxy.calls();
  await chain.head();
  await scanTransfers(chain, head, head, watched);
  assert.equal(proxy.calls() - before, 3);
});

test('logs that are not indexed yet are detected as missing (B10, B11)', async () => {
  const fault = await assertHeldUp('empty_logs');
  assert.match(fault.message, /left out/);
});

test('where whole blocks of receipts cannot be had, single ones prove that logs are missing', async () => {
  proxy.on('no_block_receipts');
  await assertHeldUp('empty_logs');
});

test('a filter that seems to hold our logs by chance holds up nothing', async () => {
  // The contract logs another event than Transfer in these blocks, so the bloom filters match both the contract and the
  // address.
  await anvil.call(token, 'Token.approve', [shop, 1n]);
  const collectible = await anvil.deploy('Collectible');
  await anvil.call(token, 'Token.approve', [shop, 1n]);
  await anvil.call(collectible, 'Collectible.give', [shop, 1n]);
  await anvil.mine();
  const number = await anvil.blockNumber();
  const away = await startFaultProxy(anvil.url);
  await away.stop();
  for (const [lacking, endpoints] of [
    [false, [proxy.url]],
    [true, [proxy.url]],
    // If one endpoint does not support a method while the other is unreachable, the scan uses another method.
    [true, [away.url, proxy.url]],
  ] as const) {
    if (lacking) proxy.on('no_block_receipts');
    const reader = openChain({ endpoints });
    const { blocks, fault } = await scanOutcome(reader, number, number, watched);
    assert.equal(fault, undefined);
    assert.deepEqual(
      blocks.map(({ header, transfers }) => [header.number, transfers.length]),
      [[number, 0]],
    );
    await reader.close();
  }
  assert.ok(proxy.calls('eth_getBlockReceipts') > 0);
  assert.ok(proxy.calls('eth_getTransactionReceipt') > 0);
});

const wrongAnswers: readonly (readonly [FaultName, FaultTerms?])[] = [
  ['null_block'],
  ['other_block'],
  ['null_receipt'],
  ['wrong_receipt_block'],
  ['removed_logs'],
  ['stale_logs'],
  ['shuffled_logs'],
  ['internal_error', { method: 'eth_getTransactionReceipt' }],
  ['internal_error', { method: 'eth_getBlockByNumber' }],
  ['internal_error', { method: 'eth_getLogs' }],
  ['server_error'],
  ['html'],
  ['not_json'],
  ['empty_object'],
  ['reset'],
  ['stale_id'],
];

for (const [fault, terms] of wrongAnswers)
  test(`${[fault, terms?.method].join(' ').trim()} holds the scan up until it is gone`, async () => {
    await assertHeldUp(fault, terms);
  });

test('batches are matched by id, in any order (B27)', async () => {
  proxy.on('reordered_batch');
  await assertAllSeen();
  assert.ok(proxy.fired('reordered_batch') > 0);
});

test('an endpoint without batches, or that botches them, is asked one by one', async () => {
  for (const fault of ['no_batch', 'missing_in_batch', 'doubled_in_batch'] as const) {
    const reader = openChain();
    proxy.on(fault);
    await assertAllSeen(reader);
    assert.ok(proxy.fired(fault) > 0, fault);
    proxy.off();
    await reader.close();
  }
});

test('ranges are halved until the endpoint accepts them, for any error code (B15)', async () => {
  for (const setting of [1, 3]) {
    proxy.on('range_limit', { setting });
    const reader = openChain();
    await assertAllSeen(reader);
    const refused = proxy.fired('range_limit');
    await assertAllSeen(reader);
    assert.equal(proxy.fired('range_limit'), refused, 'the limit was learned, and is not run into again');
    await reader.close();
  }
});

test('an answer that is too large is requested in smaller parts (B19)', async () => {
  const reader = openChain({ maxBytes: 1024 * 1024 });
  proxy.on('giant_body', { method: 'eth_getLogs', times: 2, setting: 2 * 1024 * 1024 });
  await assertAllSeen(reader);
  assert.equal(proxy.fired('giant_body'), 2);
  proxy.on('giant_body', { method: 'eth_getBlockByNumber', setting: 2 * 1024 * 1024 });
  const { blocks, fault } = await scanOutcome(reader, 1, 1, watched);
  assert.ok(fault instanceof ChainFault && fault.retryable);
  assert.equal(blocks.length, 0);
  await reader.close();
});

test('an endpoint that never finishes its answer is abandoned (B19)', async () => {
  for (const fault of ['half_open', 'slow_drip'] as const) {
    // Long enough for an honest response on a busy machine, which the last step needs.
    const reader = openChain({ timeoutMs: 5_000 });
    await reader.verify();
    proxy.on(fault);
    const outcome = await scanOutcome(reader, 1, head, watched);
    assert.ok(outcome.fault instanceof ChainFault && outcome.fault.retryable, String(outcome.fault));
    assert.equal(outcome.blocks.length, 0);
    proxy.off();
    await assertAllSeen(reader);
    await reader.close();
  }
});

test('after a request to slow down, the reader slows down and continues (B20)', async () => {
  proxy.on('too_many_requests', { times: 5 });
  await assertAllSeen();
  assert.equal(proxy.fired('too_many_requests'), 5);
  proxy.on('rate_limit_error', { times: 2 });
  await assertAllSeen();
  assert.equal(proxy.fired('rate_limit_error'), 2);
});

test('no more requests are under way than allowed', async () => {
  const reader = openChain({ concurrency: { start: 2, most: 3 } });
  await assertAllSeen(reader);
  assert.ok(proxy.mostAtOnce <= 3, `${proxy.mostAtOnce} at once`);
  await reader.close();
});

test('a node that lags shows an older head and nothing beyond it (B10)', async () => {
  const lagging = paidBlock - 4;
  proxy.on('lag', { setting: (await anvil.blockNumber()) - lagging });
  assert.equal((await chain.head()).number, lagging);
  assert.equal(await chain.headerAt(lagging + 1), null);
  const { blocks, fault } = await scanOutcome(chain, 1, head, watched);
  assert.ok(fault instanceof ChainFault && fault.retryable);
  assert.ok(blocks.length <= lagging);
  proxy.off();
  await assertAllSeen();
});

test('another chain is refused at the start, by both ids (A27)', async () => {
  proxy.on('wrong_chain_id');
  await assert.rejects(chain.verify(), (fault) => {
    assert.ok(fault instanceof ChainFault && !fault.retryable);
    assert.match(fault.message, /1337\b.*31337/);
    return true;
  });
  // The endpoint was only asked for its chain id.
  assert.equal(proxy.calls(), proxy.calls('eth_chainId'));
  await assert.rejects(chain.head(), (fault) => fault instanceof ChainFault && !fault.retryable);
  assert.equal(proxy.calls(), proxy.calls('eth_chainId'));
});

test('an endpoint that returned with another chain is not read (A27)', async () => {
  const other = await startAnvil({ chainId: 5 });
  try {
    await assertAllSeen();
    proxy.on('reset');
    await scanOutcome(chain, 1, head, watched);
    proxy.off();
    proxy.pointAt(other.url);
    const { fault } = await scanOutcome(chain, 1, 1, watched);
    assert.ok(fault instanceof ChainFault && !fault.retryable, String(fault));
  } finally {
    await other.stop();
  }
});

test('with a second endpoint, a failure of the first is not even noticed', async () => {
  for (const fault of [
    'server_error',
    'html',
    'reset',
    'internal_error',
    'too_many_requests',
    'wrong_chain_id',
  ] as const) {
    const reader = openChain({ endpoints: [proxy.url, anvil.url] });
    proxy.on(fault);
    await reader.verify();
    await assertAllSeen(reader);
    assert.ok(proxy.fired(fault) > 0, fault);
    proxy.off();
    await reader.close();
  }
});

test('an endpoint caught in a contradiction is not the first asked next time (B16)', async () => {
  const said: string[] = [];
  const reader = openChain({ endpoints: [proxy.url, anvil.url], log: (message) => said.push(message) });
  proxy.on('empty_logs');
  const { fault } = await scanOutcome(reader, 1, head, watched);
  assert.ok(fault instanceof ChainFault && fault.retryable);
  await assertAllSeen(reader);
  assert.match(said.join('\n'), /left out/);
  await reader.close();
});

test('the key in an endpoint’s URL is in no message about it', async () => {
  const said: string[] = [];
  const address = new URL('/v3/topsecret?key=topsecret', proxy.url);
  address.username = 'topsecret';
  address.password = 'topsecret';
  const reader = openChain({ endpoints: [address.href, address.href], log: (message) => said.push(message) });
  for (const fault of ['html', 'server_error', 'internal_error', 'reset', 'wrong_chain_id', 'not_json'] as const) {
    proxy.on(fault);
    const failed = await reader.head().catch((error: unknown) => error);
    assert.ok(failed instanceof ChainFault, fault);
    said.push(failed.message, String(failed.stack));
    proxy.off();
  }
  assert.doesNotMatch(said.join('\n'), /topsecret/);
  await reader.close();
});

test('when all endpoints are gone, the fault is one to retry', async () => {
  await proxy.stop();
  await assert.rejects(chain.verify(), (fault) => fault instanceof ChainFault && fault.retryable);
  await assert.rejects(chain.head(), (fault) => fault instanceof ChainFault && fault.retryable);
  proxy = await startFaultProxy(anvil.url);
});

test('a stopped scan ends without a fault and asks for nothing more', async () => {
  const stop = new AbortController();
  let count = 0;
  for await (const _ of chain.scan(1, head, watched, stop.signal)) {
    count += 1;
    if (count === 3) stop.abort();
  }
  assert.ok(count >= 3 && count < head);
  for await (const _ of chain.scan(1, head, watched, new AbortController().signal)) break;
  await assertAllSeen();
});
