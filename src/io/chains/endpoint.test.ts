// An endpoint that asked for a rest is left alone: for as long as it asked, or for longer each time.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Endpoint } from './endpoint.ts';
import type { JsonRpcClient } from './json-rpc.ts';
import { UsageCounter } from './rate-limits/rpc-usage.ts';

function endpoint(): Endpoint {
  const client = { name: 'node' } as JsonRpcClient;
  return new Endpoint(client, { name: 'node', check: async () => {}, budget: null, tell: () => {} });
}

/** The rest after one more request was refused, in milliseconds. */
function restAfter(one: Endpoint, askedMs: number | null): number {
  const now = performance.now();
  one.rest(askedMs, 'busy', now);
  return one.restMs(now);
}

test('B20-doubling: without a number the wait doubles each time in a row, up to a minute', () => {
  const one = endpoint();
  for (let time = 0; time < 12; time += 1) {
    const most = Math.min(60_000, 500 * 2 ** time);
    const wait = restAfter(one, null);
    assert.ok(wait <= most + 50, `${wait} ms at time ${time}`);
    assert.ok(time < 8 || wait >= 29_000, `${wait} ms at time ${time}`);
  }
});

test('concurrent refusals count once, with the longest requested wait', () => {
  const one = endpoint();
  const startedAt = performance.now();
  for (let at = 0; at < 8; at += 1) one.rest(null, 'busy', startedAt - at);
  assert.ok(one.restMs(performance.now()) <= 500);
  one.rest(5_000, 'busy', startedAt);
  one.rest(1_000, 'busy', startedAt);
  const wait = one.restMs(performance.now());
  assert.ok(wait > 1_000 && wait <= 5_000, String(wait));
  assert.equal(one.health.state, 'cooling_down');
});

test('once it answers again, the next wait is short again', async () => {
  const one = endpoint();
  for (let time = 0; time < 6; time += 1) restAfter(one, null);
  const before = one.restMs(performance.now());
  await one.measured(async () => 'well');
  assert.ok(before > 500);
  const again = endpoint();
  for (let time = 0; time < 6; time += 1) again.rest(0, 'busy', performance.now());
  await again.measured(async () => 'well');
  assert.ok(restAfter(again, null) <= 550);
});

test('a budget counts every call of a batch at its price, and warns twice', async () => {
  const usage = new UsageCounter();
  const said: string[] = [];
  const one = new Endpoint({ name: 'node', usage } as unknown as JsonRpcClient, {
    name: 'node',
    check: async () => {},
    tell: (message: string) => void said.push(message),
    budget: { requests: 100, seconds: 3_600 },
    prices: { methods: { eth_getLogs: 60 }, otherwise: 10 },
  });
  const batch = (...methods: readonly string[]) =>
    one.measured(async () => {
      for (const method of methods) usage.called(method);
    });
  await batch('eth_call', 'eth_call');
  assert.deepEqual([one.health.usage.calls, one.health.usage.units, one.health.budgetUsed], [2, 20, 0.2]);
  await batch('eth_getLogs');
  await batch('eth_call');
  assert.match(said[0] ?? '', /has been asked 80 of its 100 units/);
  await batch('eth_call');
  await batch('eth_call');
  assert.equal(said.length, 2);
  assert.match(said[1] ?? '', /has used up its 100 units/);
  assert.equal(one.health.state, 'deprioritized');
});
