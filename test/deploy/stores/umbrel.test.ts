// The Umbrel package, by the rules of umbrelOS and of the linter of its store.
// Source: github.com/getumbrel/umbrel-apps, .tools/lint-apps.mjs and .claude/skills/umbrel-package-app (August 2026).
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { parse } from 'yaml';
import { umbrelFiles } from '../../../tools/stores/printers/umbrel.ts';
import type { Json } from '../../rig/client.ts';
import { assertConsistent, understood } from '../../rig/deploy/stores/compose-file.ts';
import { assertFits, members, port, text, url } from '../../rig/deploy/stores/fits.ts';
import { app, filesOf, publishedApp, textOf, yamlOf } from '../../rig/deploy/stores/printed.ts';

const folder = `deploy/stores/umbrel/${app.id}`;
const manifest = yamlOf(`${folder}/umbrel-app.yml`);
const compose = yamlOf(`${folder}/docker-compose.yml`);
const { app_proxy: proxy, server, address, database } = compose.services;

test('the manifest has every member that the store needs, and no other', () => {
  const categories = 'ai automation bitcoin crypto developer files finance media networking social'.split(' ');
  assertFits(
    members({
      manifestVersion: { enum: [1, 1.1, 1.2, 1.3] },
      id: { type: 'string', pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', maxLength: 50 },
      category: { enum: categories },
      name: text(1, 50),
      version: { type: 'string', pattern: '^[0-9]+\\.[0-9]+\\.[0-9]+' },
      tagline: { ...text(1, 100), pattern: '[^.]$' },
      description: text(1, 5000),
      // Both are filled in by the store at the first submission.
      releaseNotes: { const: '' },
      gallery: { type: 'array', maxItems: 0 },
      developer: text(1, 50),
      website: url,
      dependencies: { type: 'array', items: { type: 'string' } },
      repo: url,
      support: url,
      port,
      path: { const: '' },
      defaultUsername: { const: '' },
      defaultPassword: { const: '' },
      submitter: text(1, 50),
      submission: url,
    }),
    manifest,
  );
  assert.equal(manifest.id, folder.split('/').at(-1));
  assert.ok(![80, 443, 2000].includes(manifest.port), 'ports of umbrelOS');
  assert.match(manifest.description, /setup-link/);
});

test('the proxy of the store leads to the service, and lets customers pass without an account', () => {
  const { APP_HOST, APP_PORT, PROXY_AUTH_ADD } = proxy.environment;
  assert.deepEqual([APP_HOST, APP_PORT, PROXY_AUTH_ADD], [`${app.id}_server_1`, app.containerPort, 'false']);
  for (const service of Object.values<Json>(compose.services)) assert.equal(service.ports, undefined);
});

test('all data is below APP_DATA_DIR, in folders of the package', () => {
  assertConsistent({ ...compose, services: { server, address, database } });
  assert.deepEqual([compose.volumes, compose.networks], [undefined, undefined]);
  const sources = [server, address, database].flatMap(({ volumes }) =>
    volumes.map((each: string) => each.split(':')[0]),
  );
  for (const source of new Set(sources)) {
    assert.match(source, /^\$\{APP_DATA_DIR\}\/data\/\w+$/);
    assert.ok(filesOf(folder).includes(`${source.replace(/^\$\{APP_DATA_DIR\}\//, '')}/.gitkeep`), source);
  }
  assert.equal(server.user, '1000:1000');
});

test('the exported secrets are derived, stable, distinct, and of the form that the service needs', () => {
  const script = [
    'set -euo pipefail',
    'app_entropy_identifier=app-quittance-seed',
    // umbrelOS: an HMAC-SHA256 in hexadecimal digits.
    'derive_entropy() { printf %s "$1" | openssl dgst -sha256 -hmac seed | sed "s/^.* //"; }',
    textOf(`${folder}/exports.sh`),
    'env | grep ^APP_QUITTANCE_',
  ].join('\n');
  const run = () => execFileSync('bash', ['-c', script], { encoding: 'utf8' });
  const exported = Object.fromEntries(
    run()
      .trim()
      .split('\n')
      .map((line) => line.split('=')),
  );
  assert.equal(run(), run());
  const values = {
    ...exported,
    NETWORK_IP: '10.21.0.0',
    APP_DATA_DIR: '/app',
    DEVICE_DOMAIN_NAME: 'umbrel.local',
    APP_PROXY_PORT: `${manifest.port}`,
  };
  const { databaseUrl, secretKey, trustProxy, production } = understood(server, values);
  const password = exported.APP_QUITTANCE_DATABASE_PASSWORD;
  assert.equal(databaseUrl, `postgresql://quittance:${password}@quittance_database_1:5432/quittance`);
  assert.ok(secretKey?.length === 32 && !secretKey.toString('hex').includes(password ?? ''));
  assert.deepEqual([trustProxy, production], ['10.21.0.0/16', true]);
  assert.equal(database.environment.POSTGRES_PASSWORD, `\${APP_QUITTANCE_DATABASE_PASSWORD}`);
});

test('the public URL is a first setting, not a variable, so that the owner can change it', () => {
  assert.equal(server.environment.PUBLIC_URL, undefined);
  const url = `http://\${DEVICE_DOMAIN_NAME}:\${APP_PROXY_PORT}`;
  assert.deepEqual(address.command, ['quittance', 'settings', 'set', 'public_url', url, '--if-unset']);
  assert.deepEqual(address.environment, server.environment);
  assert.equal(server.depends_on.address.condition, 'service_completed_successfully');
});

test('once a version is published, every image has a tag and a digest', () => {
  const file = umbrelFiles(publishedApp).find(({ path }) => path.endsWith('docker-compose.yml'));
  const { services } = parse(`${file?.content}`) as Json;
  for (const { image } of Object.values<Json>(services))
    if (image !== undefined) assert.match(image, /^[^@]+:[^:@]+@sha256:[0-9a-f]{64}$/);
});
