// The Compose file: the services that it starts, their privileges, and whether they fit each other, the image and the
// service.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { readEnvironment } from '../../src/io/environment.ts';
import type { Json } from '../rig/client.ts';
import { readDockerfile } from '../rig/deploy/dockerfile.ts';
import { projectRoot } from '../rig/house/source-tree.ts';

const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');
const text = read('deploy/compose.yaml');
const compose = parse(text) as Json;
const { quittance, database, proxy } = compose.services;
const example = new Map(
  read('deploy/compose.env.example')
    .split('\n')
    .filter((line) => /^#?[A-Z_]+=/.test(line))
    .map((line) => line.replace(/^#/, '').split(/=(.*)/s).slice(0, 2) as [string, string]),
);

test('every variable of the file is in the example, and the example names no other', () => {
  const used = [...text.matchAll(/\$\{([A-Z_]+)/g)].map(([, name = '']) => name);
  assert.deepEqual([...new Set(used)].sort(), [...example.keys()].sort());
});

test('what nobody may guess has no default, and stops Compose where it is missing', () => {
  for (const name of ['PUBLIC_HOST', 'SECRET_KEY', 'POSTGRES_PASSWORD']) {
    assert.match(text, new RegExp(`\\$\\{${name}:\\?[^}]+\\}`), name);
    if (name !== 'PUBLIC_HOST') assert.equal(example.get(name), '');
  }
});

test('the service understands the environment that it gets, with the example filled in', () => {
  const values = new Map([
    ...example,
    ['SECRET_KEY', Buffer.alloc(32, 7).toString('base64')],
    ['POSTGRES_PASSWORD', 'f00d'],
  ]);
  const filled = Object.fromEntries(
    Object.entries(quittance.environment as Record<string, string>).map(([name, value]) => [
      name,
      value.replace(/\$\{([A-Z_]+)(?::[-?][^}]*)?\}/g, (_, variable: string) => values.get(variable) ?? ''),
    ]),
  );
  const understood = readEnvironment({ ...imageEnvironment(), ...filled });
  assert.equal(understood.publicUrl, 'https://pay.shop.example');
  assert.equal(understood.databaseUrl, 'postgresql://quittance:f00d@database:5432/quittance');
  assert.equal(understood.production, true);
  const known = read('docs/reference/environment.md');
  const unknown = Object.keys(filled).filter(
    (name) => !known.includes(`\`${name.replace(/^RPC_URL_.*/, 'RPC_URL_<NETWORK>')}\``),
  );
  assert.deepEqual(unknown, []);
});

test('the service and the proxy write to their volumes only, and hold no right that they do not need', () => {
  for (const [name, one] of Object.entries({ quittance, proxy })) {
    assert.equal(one.read_only, true, name);
    assert.deepEqual(one.cap_drop, ['ALL'], name);
    assert.ok(one.security_opt.includes('no-new-privileges:true'), name);
  }
  assert.deepEqual(proxy.cap_add, ['NET_BIND_SERVICE']);
  assert.equal(quittance.cap_add, undefined);
  const user = instruction('USER');
  assert.equal(quittance.user, user);
});

test('only the proxy can be reached from outside, and the database by the service alone', () => {
  assert.deepEqual(
    Object.entries<Json>(compose.services).flatMap(([name, one]) => (one.ports === undefined ? [] : [name])),
    ['proxy'],
  );
  assert.deepEqual(Object.keys(database.networks), ['back']);
  assert.equal(compose.networks.back.internal, true);
  assert.deepEqual(Object.keys(proxy.networks), ['front']);
});

test('the service believes the proxy, and nobody else, whose request it is', () => {
  const address = proxy.networks.front.ipv4_address as string;
  assert.equal(isIP(address), 4);
  assert.equal(quittance.environment.TRUST_PROXY, address);
  const subnet = compose.networks.front.ipam.config[0].subnet as string;
  assert.ok(subnet.endsWith('.0/24') && address.startsWith(subnet.replace(/0\/24$/, '')), `${address} in ${subnet}`);
  const port = /\bPORT=(\d+)/.exec(instruction('ENV'))?.[1];
  assert.match(read('deploy/Caddyfile'), new RegExp(`reverse_proxy quittance:${port} `));
  assert.match(read('deploy/Caddyfile'), /health_uri \/readyz/);
});

test('each waits for what it needs, has a version, and is given the time to stop', () => {
  assert.equal(quittance.depends_on.database.condition, 'service_healthy');
  assert.equal(proxy.depends_on.quittance.condition, 'service_healthy');
  assert.ok(database.healthcheck.test.length > 0);
  assert.ok(Number.parseInt(quittance.stop_grace_period, 10) >= 15, 'DRAIN_SECONDS, and 10 s');
  const { version } = JSON.parse(read('package.json')) as { version: string };
  assert.equal(quittance.image, `\${QUITTANCE_IMAGE:-quittance:${version}}`);
  for (const { image } of [database, proxy]) assert.match(image, /^docker\.io\/library\/\w+:\d+(-\w+)?$/);
});

test('every volume that is named is used, and every one that is used is named', () => {
  const mounted = Object.values<Json>(compose.services).flatMap((one) => one.volumes as string[]);
  const named = mounted.map((each) => each.split(':')[0] ?? '').filter((name) => !name.startsWith('.'));
  assert.deepEqual(named.sort(), Object.keys(compose.volumes).sort());
  assert.ok(mounted.some((each) => each.endsWith(`:${instruction('VOLUME')}`)));
});

function instruction(name: string): string {
  const { stages } = readDockerfile();
  const service = stages.find((stage) => stage.name === 'service');
  return service?.instructions.find((one) => one.name === name)?.text ?? assert.fail(`no ${name}`);
}

function imageEnvironment(): Record<string, string> {
  return Object.fromEntries(
    [...instruction('ENV').matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]),
  );
}
