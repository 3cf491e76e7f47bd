// Several endpoints of one network: an endpoint that lags, fails, or reaches its call limit is replaced by another.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { standing } from '../../src/core/payment/chain-cursor.ts';
import { type Chain, ChainFault } from '../../src/io/chains/chain.ts';
import type { EndpointHealth } from '../../src/io/chains/endpoint-health.ts';
import { type EvmOptions, evmChain } from '../../src/io/chains/evm/chain.ts';
import { until } from '../rig/client.ts';
import { type Anvil, startAnvil } from '../rig/evm/anvil.ts';
import { type FaultProxy, startFaultProxy } from '../rig/evm/fault-proxy.ts';
import { scanOutcome, scanTransfers } from '../rig/evm/scanning.ts';

const head = 40;
let anvil: Anvil;
let first: FaultProxy;
let second: FaultProxy;
let said: string[];
let chain: Chain;

before(async () => {
  anvil = await startAnvil();
  // Blocks are twelve seconds apart, so that an endpoint also lags by the chain's clock.
  await anvil.rpc('anvil_mine', [`0x${head.toString(16)}`, '0xc']);
});

beforeEach(async () => {
  [first, second] = await Promise.all([startFaultProxy(anvil.url), startFaultProxy(anvil.url)]);
  said = [];
  chain = openChain();
});

afterEach(async () => {
  await chain.close();
  await Promise.all([first.stop(), second.stop()]);
});

after(() => anvil.stop());

function openChain(options: Partial<EvmOptions> = {}): Chain {
  return evmChain({
    symbol: 'local',
    chainId: anvil.chainId,
    contracts: [],
    timeoutMs: 5_000,
    endpoints: [first.url, second.url],
    log: (message) => said.push(message),
    ...options,
  });
}

function health(of: Chain = chain): readonly [EndpointHealth, EndpointHealth] {
  const [one, other] = of.endpoints?.health ?? [];
  assert.ok(one !== undefined && other !== undefined);
  return [one, other];
}

async function readAll(of: Chain = chain): Promise<void> {
  await scanTransfers(of, 1, head, of.watch());
}

test('B21-stale-head: an endpoint with a stale head is not asked for its head, from the first answer on', async () => {
  first.on('lag', { setting: 20 });
  assert.equal((await chain.head()).number, head);
  const [behind, best] = health();
  assert.deepEqual([behind.state, behind.lagBlocks, behind.headNumber], ['deprioritized', 20, head - 20]);
  assert.match(behind.reason ?? '', /20 blocks behind/);
  assert.deepEqual([best.state, best.lagBlocks, best.reason], ['healthy', 0, null]);
  const asked = first.calls();
  for (let look = 0; look < 5; look += 1) assert.equal((await chain.head()).number, head);
  await readAll();
  assert.equal(first.calls(), asked);
});

test('an endpoint that falls behind later is noticed by the head it shows, and another one is asked', async () => {
  assert.equal((await chain.head()).number, head);
  first.on('lag', { setting: 12 });
  assert.equal((await chain.head()).number, head);
  assert.deepEqual([health()[0].state, health()[0].lagBlocks], ['deprioritized', 12]);
});

test('B12-one-behind: an endpoint one block behind the other is healthy, and its head is no reorg', async () => {
  first.on('lag', { setting: 1 });
  const seen = await chain.head();
  assert.equal(seen.number, head - 1);
  assert.equal(health()[0].state, 'healthy');
  const cursor = await evmHeader(head);
  const kept = await evmHeader(head - 1);
  assert.deepEqual(standing(cursor, seen, kept.hash), { kind: 'current' });
});

test('a failing endpoint is left at once, rests, and is measured', async () => {
  await chain.head();
  first.on('reset');
  // The cool-down is short, and a busy machine may need longer than it to read everything.
  const states = new Set<string>();
  const watching = setInterval(() => states.add(health()[0].state), 5);
  await readAll().finally(() => clearInterval(watching));
  const [failing, other] = health();
  assert.ok(states.has('cooling_down'), [...states].join());
  assert.ok(failing.errorRate > 0 && failing.errorRate <= 1, String(failing.errorRate));
  assert.equal(other.state, 'healthy');
  assert.equal(other.errorRate, 0);
  assert.ok((other.latencyMs ?? 0) > 0);
  assert.ok(first.calls() < head, `${first.calls()} calls to an endpoint that is away`);
  assert.match(said.join('\n'), /is avoided for a while/);
});

test('B13-known-block-is-null: if one endpoint lost a block, another one is asked', async () => {
  await chain.head();
  first.on('forgets');
  // A scan may fail when the data disappears; later scans use the other endpoint.
  await until(async () => {
    const { fault } = await scanOutcome(chain, 1, head, chain.watch());
    assert.ok(fault === undefined || (fault instanceof ChainFault && fault.retryable), String(fault));
    return fault === undefined;
  }, 'a scan to reach the head');
});

test('B20-budget: a warning comes before the budget is used up; after that, other endpoints come first', async () => {
  const reader = openChain({ budget: { requests: 20, seconds: 3_600 } });
  await reader.head();
  for (let call = 0; call < 30; call += 1) await reader.headerAt(call);
  const [used, other] = health(reader);
  assert.deepEqual([used.state, used.budgetUsed], ['deprioritized', 1]);
  assert.match(used.reason ?? '', /used up its budget/);
  assert.ok((other.budgetUsed ?? 0) > 0.4 && other.requests < 20);
  assert.equal(said.filter((message) => /has been asked 16 of its 20 calls/.test(message)).length, 1);
  assert.equal(said.filter((message) => /has used up its 20 calls/.test(message)).length, 1);
  // With both quotas used up, reading goes on: a configured quota is an estimate and must not stop payments.
  await readAll(reader);
  await reader.close();
});

test('B20-quota-in-the-middle: a scan goes on with the other endpoint once one has used up its quota', async () => {
  await chain.head();
  first.on('too_many_requests');
  await readAll();
  assert.ok(health()[0].busyAnswers > 0);
  assert.equal(health()[1].busyAnswers, 0);
});

test('an endpoint in quarantine is not asked, not even where it is the last', async () => {
  const [one, other] = health();
  chain.endpoints?.quarantine(one.name, 'it lied');
  await readAll();
  assert.equal(first.calls(), 0);
  assert.deepEqual([health()[0].state, health()[0].reason], ['quarantined', 'it lied']);
  chain.endpoints?.quarantine(other.name, 'it lied as well');
  await assert.rejects(chain.head(), (fault) => fault instanceof ChainFault && fault.retryable);
  assert.match(said.join('\n'), /is in quarantine: it lied as well/);
});

test('B19-compressed-bomb: an answer too large when decompressed is refused, and another is asked', async () => {
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
  const server = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(bomb),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const reader = openChain({ endpoints: [url, second.url] });
  await readAll(reader);
  await reader.close();
  await new Promise((resolve) => server.close(resolve));
});

test('two endpoints on one host are told apart, and neither name holds a key', async () => {
  const keyed = new URL('/v3/topsecret', first.url).href;
  const reader = openChain({ endpoints: [keyed, `${keyed}?key=topsecret`] });
  await reader.head();
  const { host } = new URL(first.url);
  assert.deepEqual(
    health(reader).map(({ name }) => name),
    [host, `${host}#2`],
  );
  assert.doesNotMatch(JSON.stringify(health(reader)), /topsecret/);
  await reader.close();
});

async function evmHeader(number: number) {
  const direct = openChain({ endpoints: [anvil.url] });
  const header = await direct.headerAt(number);
  await direct.close();
  assert.ok(header !== null);
  return header;
}
