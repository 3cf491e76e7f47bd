// The configuration combines the file, the endpoints in the environment and the built-in networks.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { loadConfig } from './config-file.ts';
import { StartFault } from './start-fault.ts';

const folder = await mkdtemp(join(tmpdir(), 'quittance-config-'));
after(() => rm(folder, { recursive: true }));
const path = join(folder, 'quittance.json');

function load(rpcUrls: Record<string, string[]> = {}, mustExist = true) {
  return loadConfig({ configFile: { path, mustExist }, rpcUrls: new Map(Object.entries(rpcUrls)) }, []);
}

test('a file that nobody asked for may be missing, one that was named may not', async () => {
  assert.deepEqual((await load({}, false)).networks, []);
  await assert.rejects(
    load(),
    (error) => error instanceof StartFault && error.message.includes(`${path} cannot be read (ENOENT)`),
  );
});

test('endpoints of the environment take the place of those in the file', async () => {
  await writeFile(
    path,
    JSON.stringify({
      networks: { 'my-net': { type: 'EVM', chain_id: 7, rpc: ['http://file.test'], native: { symbol: 'ETH' } } },
    }),
  );
  assert.deepEqual((await load()).networks[0]?.rpc, ['http://file.test']);
  assert.deepEqual((await load({ 'my-net': ['http://a.test', 'http://b.test'] })).networks[0]?.rpc, [
    'http://a.test',
    'http://b.test',
  ]);
  await assert.rejects(
    load({ 'my-nett': ['http://a.test'] }),
    /RPC_URL_MY_NETT names the network my-nett, .* \(did you mean my-net\?\)/,
  );
});

test('an endpoint of a network that was configured before is a warning', async () => {
  const environment = { configFile: { path, mustExist: true }, rpcUrls: new Map([['old-net', ['http://a.test']]]) };
  const { networks, warnings } = await loadConfig(environment, [], { everKnown: ['old-net', 'my-net'] });
  assert.deepEqual(
    networks.map(({ symbol }) => symbol),
    ['my-net'],
  );
  assert.deepEqual(warnings, [
    'RPC_URL_OLD_NET: the network old-net is not configured any more under this key, so the variable has no effect',
  ]);
});

test('a mistake in the file keeps the service from starting, with its line', async () => {
  await writeFile(path, '{\n  "networks": {\n    "x": 1\n  }\n}');
  await assert.rejects(
    load(),
    (error) => error instanceof StartFault && /^quittance\.json line 3, networks\.x: /.test(error.message),
  );
});

test('networks of the console lie under the file and the environment, and never prevent a start', async () => {
  const row = {
    symbol: 'mine',
    definition: JSON.stringify({ type: 'EVM', chain_id: 7, native: { symbol: 'ETH' } }),
    endpoints: ['http://console.test'],
    enabled: true,
  };
  const recorded = { operatorNetworks: [row] };
  const environment = { configFile: { path, mustExist: true }, rpcUrls: new Map<string, string[]>() };
  const rpcOf = async (rpcUrls = environment.rpcUrls) => {
    const { networks, warnings } = await loadConfig({ ...environment, rpcUrls }, [], recorded);
    return [...networks.map(({ symbol, rpc, rpcFrom }) => `${symbol} ${rpc} ${rpcFrom}`), ...warnings];
  };
  await writeFile(path, '{}');
  assert.deepEqual(await rpcOf(), ['mine http://console.test database']);
  assert.deepEqual(await rpcOf(new Map([['mine', ['http://env.test']]])), ['mine http://env.test environment']);
  await writeFile(path, JSON.stringify({ networks: { mine: { rpc: ['http://file.test'], confirmations: 5 } } }));
  assert.deepEqual(await rpcOf(), ['mine http://file.test file']);
  const other = { type: 'EVM', chain_id: 7, native: { symbol: 'ETH' }, rpc: ['http://file.test'] };
  await writeFile(path, JSON.stringify({ networks: { theirs: other } }));
  assert.deepEqual(await rpcOf(), [
    'theirs http://file.test file',
    'the network mine of the console is not used: the configuration file contradicts it',
  ]);
});
