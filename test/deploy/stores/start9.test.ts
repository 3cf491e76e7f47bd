// The Start9 package: its manifest by the limits of the SDK, and the parts of its program that the service depends on.
// Source: the types of the package @start9labs/start-sdk 2.0.9 (July 2026), ManifestTypes.d.ts and Backups.d.ts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readEnvironment } from '../../../src/io/environment.ts';
import type { Json } from '../../rig/client.ts';
import { assertFits, members, text, url } from '../../rig/deploy/stores/fits.ts';
import { app, filesOf, textOf } from '../../rig/deploy/stores/printed.ts';

const folder = `deploy/stores/start9/${app.id}-startos`;
const sources = filesOf(folder).filter((path) => path.endsWith('.ts'));
const manifest = evaluated(textOf(`${folder}/startos/manifest/index.ts`));
const main = textOf(`${folder}/startos/main.ts`);

test('the manifest has the members and limits of the SDK', () => {
  const image = members({
    source: members({ dockerTag: text(1, 300) }),
    arch: { enum: [['x86_64', 'aarch64']] },
  });
  assertFits(
    members({
      id: { type: 'string', pattern: '^[a-z0-9-]+$' },
      title: text(1, 50),
      license: { const: app.license },
      packageRepo: url,
      upstreamRepo: url,
      marketingUrl: url,
      donationUrl: { type: 'null' },
      description: members({ short: members({ en_US: text(1, 80) }), long: members({ en_US: text(1, 500) }) }),
      volumes: { type: 'array', minItems: 1, items: { type: 'string' } },
      images: members({ [app.id]: image, postgres: image }),
      hardwareRequirements: members({ ram: { type: 'integer', minimum: 1 } }),
      dependencies: members({}),
    }),
    manifest,
  );
  assert.equal(manifest.images[app.id].source.dockerTag, app.images.service);
  const required = ['icon.svg', 'LICENSE', 'README.md', 'instructions.md', 'Makefile', 'package.json', 'tsconfig.json'];
  for (const name of required) assert.ok(filesOf(folder).includes(name), name);
  assert.match(textOf(`${folder}/startos/versions.ts`), new RegExp(`version: '${app.version}:\\d+'`));
});

test('every relative import of the program leads to a file of it', () => {
  const known = new Set(sources.map((path) => path.replace(/^startos\//, '').replace(/(?:\/index)?\.ts$/, '')));
  const imported = sources.flatMap((path) => [...textOf(`${folder}/${path}`).matchAll(/from '\.\/([^']+)'/g)]);
  assert.ok(imported.length > 10);
  assert.deepEqual(
    [...new Set(imported.map(([, name = '']) => name))].filter((name) => !known.has(name)),
    [],
  );
});

test('the service understands its environment, with secrets that are made once', () => {
  const block = /PUBLIC_URL: publicUrl[\s\S]*?\n {8}\}/.exec(main)?.[0] ?? assert.fail('no environment');
  assert.deepEqual(
    block.match(/^ *[A-Z_]+(?=:)/gm)?.map((name) => name.trim()),
    ['PUBLIC_URL', 'DATABASE_URL', 'SECRET_KEY', 'TRUST_PROXY'],
  );
  const init = textOf(`${folder}/startos/init.ts`);
  assert.match(init, /if \(kind !== 'install'\) return\n/);
  assert.match(init, /secretKey: utils\.getDefaultString\(\{ charset: 'a-z,A-Z,0-9,\+,\/', len: 43 \}\)/);
  const databaseUrl = /DATABASE_URL: `(.+)`/.exec(main)?.[1]?.replace(/\$\{databasePassword\}/, 'Ab3') ?? '';
  const variables = { PUBLIC_URL: 'https://start.local:49152', SECRET_KEY: 'k'.repeat(43), TRUST_PROXY: '10.0.3.1' };
  const given = readEnvironment({ NODE_ENV: 'production', DATABASE_URL: databaseUrl, ...variables });
  assert.equal(given.databaseUrl, `postgresql://${app.id}:Ab3@127.0.0.1:5432/${app.id}`);
  assert.equal(given.secretKey?.length, 32);
});

test('a backup has a dump of the database, the pictures and the secrets', () => {
  const backups = textOf(`${folder}/startos/backups.ts`);
  assert.match(backups, /withPgDump\(/);
  const major = /:(\d+)/.exec(app.images.database)?.[1];
  assert.ok(backups.includes(`pgdataPath: '/${major}/docker'`));
  const dumped = /dbVolume: '(\w+)'/.exec(backups)?.[1] ?? '';
  const copied = [...backups.matchAll(/addVolume\('(\w+)'\)/g)].map(([, name = '']) => name);
  assert.deepEqual([dumped, ...copied].sort(), manifest.volumes.toSorted());
});

test('the owner gets the set-up link from an action that shows it to no one else', () => {
  const actions = textOf(`${folder}/startos/actions.ts`);
  assert.match(actions, /readFile\('setup-link'/);
  assert.match(actions, /masked: true/);
  assert.match(actions, /addAction\(showSetupLink\)\.addAction\(setPublicUrl\)/);
});

/** Evaluates a manifest, which is one call of setupManifest. */
function evaluated(code: string): Json {
  const body = code.replace(/^import .*$/m, '').replace('export const manifest =', 'return');
  return new Function('setupManifest', body)((given: Json) => given) as Json;
}
