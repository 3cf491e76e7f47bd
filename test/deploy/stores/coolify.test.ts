// The Coolify template, as its generator and its parser of variables read it.
// Source: github.com/coollabsio/coolify, app/Console/Commands/Generate/Services.php and generateEnvValue in
// bootstrap/helpers/shared.php (August 2026).
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { assertConsistent, understood } from '../../rig/deploy/stores/compose-file.ts';
import { app, filesOf, textOf, yamlOf } from '../../rig/deploy/stores/printed.ts';

const template = `deploy/stores/coolify/templates/compose/${app.id}.yaml`;
const compose = yamlOf(template);
const service = compose.services[app.id];
const header = Object.fromEntries(
  textOf(template)
    .split('\n')
    .flatMap((line) => {
      const [, key, value] = /^#(.*?):(.*)$/.exec(line) ?? [];
      return key === undefined ? [] : [[key.trim(), (value ?? '').trim()]];
    }),
);

test('the header has what the list of services shows', () => {
  assert.deepEqual(Object.keys(header), ['documentation', 'slogan', 'category', 'tags', 'logo', 'port']);
  assert.equal(new URL(header.documentation ?? '').protocol, 'https:');
  assert.equal(header.port, `${app.containerPort}`);
  assert.ok(filesOf('deploy/stores/coolify/public').includes(header.logo ?? ''));
});

test('each generated variable has a kind that Coolify knows, and only the service gets a domain', () => {
  assertConsistent(compose);
  const kinds = [...textOf(template).matchAll(/\$?SERVICE_([A-Z0-9]+)_/g)].map(([, kind]) => kind);
  assert.deepEqual([...new Set(kinds)].sort(), ['PASSWORD', 'REALBASE64', 'URL']);
  const named = service.environment.filter((line: string) => /^SERVICE_URL_/.test(line));
  assert.deepEqual(named, [`SERVICE_URL_${app.id.toUpperCase()}_${app.containerPort}`]);
  for (const one of [service, compose.services.database]) assert.equal(one.ports, undefined);
});

test('the service starts with the values that Coolify generates', () => {
  const values = {
    SERVICE_URL_QUITTANCE: 'https://pay.shop.example',
    SERVICE_PASSWORD_POSTGRES: 'Ab3'.repeat(10),
    SERVICE_REALBASE64_SECRETKEY: randomBytes(32).toString('base64'),
  };
  const given = understood(service, values);
  assert.equal(given.publicUrl, values.SERVICE_URL_QUITTANCE);
  assert.equal(given.databaseUrl, `postgresql://quittance:${values.SERVICE_PASSWORD_POSTGRES}@database:5432/quittance`);
  assert.deepEqual(given.secretKey, Buffer.from(values.SERVICE_REALBASE64_SECRETKEY, 'base64'));
  assert.equal(given.trustProxy, '10.0.0.0/8,172.16.0.0/12,192.168.0.0/16');
  assert.ok(compose.services.database.environment.includes('POSTGRES_PASSWORD=$SERVICE_PASSWORD_POSTGRES'));
});
