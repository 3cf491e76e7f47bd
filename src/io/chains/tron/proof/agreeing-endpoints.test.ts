// Which endpoints are asked when a single one must not be believed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { malformed } from '../../chain.ts';
import type { EndpointHealth, EndpointState } from '../../endpoint-health.ts';
import type { JsonRpcClient } from '../../json-rpc.ts';
import { SeparateEndpoints } from './agreeing-endpoints.ts';

async function askedOf(states: readonly EndpointState[], check = async () => {}): Promise<readonly string[]> {
  const clients = states.map((_, at) => ({ name: String(at) }) as JsonRpcClient);
  const health = states.map((state) => ({ state }) as EndpointHealth);
  return (await new SeparateEndpoints(clients, { health }, check).each(async ({ name }) => name)).answers;
}

test('an avoided endpoint is asked; a lagging one is not if others keep up', async () => {
  assert.deepEqual(await askedOf(['cooling_down', 'healthy', 'quarantined', 'wrong_chain']), ['0', '1']);
  assert.deepEqual(await askedOf(['deprioritized', 'healthy']), ['1']);
  assert.deepEqual(await askedOf(['deprioritized', 'quarantined']), ['0']);
});

test('an endpoint of another network, or without an answer, is left out', async () => {
  const refused = async () => {
    throw malformed('is on another chain');
  };
  assert.deepEqual(await askedOf(['healthy'], refused), []);
});
