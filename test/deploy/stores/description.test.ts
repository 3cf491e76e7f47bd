// The description of the store packages, the printed files in the repository, and the facts of a published version.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { type Publisher, storeApp } from '../../../tools/stores/description.ts';
import { missingFacts } from '../../../tools/stores/missing.ts';
import { publishedFacts } from '../../../tools/stores/published-facts.ts';
import { storeFiles } from '../../../tools/stores/store-files.ts';
import { staleFiles } from '../../../tools/stores/write-files.ts';
import { readDockerfile } from '../../rig/deploy/dockerfile.ts';
import { assertNoSecrets } from '../../rig/deploy/stores/compose-file.ts';
import { app, publishedApp, unpublishedApp } from '../../rig/deploy/stores/printed.ts';
import { projectRoot } from '../../rig/house/source-tree.ts';

const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');

test('`npm run stores` prints the files that are in the repository', async () => {
  assert.deepEqual(staleFiles(await storeFiles(app)), []);
});

test('the description agrees with the image, the chart and package.json', () => {
  const stage = readDockerfile().stages.find(({ name }) => name === 'service');
  const line = (name: string) => stage?.instructions.find((one) => one.name === name)?.text ?? '';
  assert.match(line('ENV'), new RegExp(`\\bPORT=${app.containerPort}\\b`));
  assert.equal(line('USER'), `${app.user}:${app.user}`);
  assert.equal(line('VOLUME'), app.dataFolder);
  const { description, license, version } = JSON.parse(read('package.json'));
  assert.deepEqual([app.summary, app.license, app.version], [description, license, version]);
  assert.equal(app.image.split('/').at(-1), parse(read('deploy/helm/values.yaml')).image.repository);
  assert.equal(unpublishedApp.images.embedded, `${app.image}:${version}-embedded`);
});

test('no printed file contains a secret', async () => {
  for (const { path, content } of await storeFiles(app)) assertNoSecrets(path, content.toString());
  const leaks = [
    ['a.yml', 'SECRET_KEY: hunter2'],
    ['a.env', 'DB_PASSWORD=abc'],
    ['a.sh', 'export APP_PASSWORD="abc"'],
    ['a.ts', "secretKey: 'abc'"],
    ['a.md', `${'k'.repeat(43)}=`],
  ] as const;
  for (const [path, content] of leaks) assert.throws(() => assertNoSecrets(path, content), assert.AssertionError, path);
});

test('each fact that a submission needs is reported until it is known', () => {
  const everywhere = (value: string) => {
    const names = Object.keys(app.publisher) as (keyof Publisher)[];
    return Object.fromEntries(names.map((name) => [name, value])) as Record<keyof Publisher, string>;
  };
  const ids = { image: 'quittance', appId: 'example.quittance.server' };
  const draft = { ...unpublishedApp, ...ids, publisher: everywhere('https://quittance.example') };
  const missing = missingFacts(draft);
  for (const name of Object.keys(app.publisher))
    assert.ok(missing.includes(`publisher.${name} is a placeholder: https://quittance.example`), name);
  assert.deepEqual(missing.slice(Object.keys(app.publisher).length), [
    'image has no registry: quittance',
    'appId is a placeholder: example.quittance.server',
    ...Object.values(draft.images).map((image) => `digests in published.json has no digest of ${image}`),
    'archiveSha256 in published.json is not known',
  ]);
  const known = { image: 'registry.test/quittance', appId: 'test.quittance' };
  const ready = { ...publishedApp, ...known, publisher: everywhere('https://quittance.test') };
  assert.deepEqual(missingFacts(ready), []);
});

test('facts of another version are dropped, and a digest must be of an image of the packages', () => {
  const digest = `sha256:${'a'.repeat(64)}`;
  const hash = 'b'.repeat(64);
  const sums = `${'c'.repeat(64)}  other.tar.gz\n${hash}  quittance-${app.version}.tar.gz\n`;
  const before = { version: '0.0.1', digests: { 'quittance:0.0.1': digest }, archiveSha256: 'old' };
  const image = `${app.image}:${app.version}`;
  assert.deepEqual(publishedFacts(before, app, { sums, digests: [`${image}=${digest}`] }), {
    version: app.version,
    digests: { [image]: digest },
    archiveSha256: hash,
  });
  const of = (version: string) => {
    const facts = { version, digests: { [image]: digest }, archiveSha256: hash };
    return storeApp(app, facts, { version: app.version, database: 'postgres:18' });
  };
  assert.deepEqual([of(app.version).images.service, of(app.version).archive.sha256], [`${image}@${digest}`, hash]);
  assert.deepEqual([of('0.0.1').images.service, of('0.0.1').archive.sha256], [image, null]);
  const none = { version: null, digests: {}, archiveSha256: null };
  assert.throws(() => publishedFacts(none, app, { sums: null, digests: [`nginx:1=${digest}`] }), /is not IMAGE=/);
  assert.throws(() => publishedFacts(none, app, { sums: null, digests: [`${image}=latest`] }), /is not IMAGE=/);
  assert.throws(() => publishedFacts(none, app, { sums: 'x  y\n', digests: [] }), /no line for/);
});
