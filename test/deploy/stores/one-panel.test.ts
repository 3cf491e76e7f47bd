// The 1Panel package, by the format of its store and the rules of its validator.
// Source: github.com/1Panel-dev/1Panel-appstore-skills, references/appstore-format.md and
// scripts/validate_app_package.py; github.com/1Panel-dev/appstore, data.yaml (July 2026).
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { imageSize } from 'image-size';
import { languages } from '../../../tools/stores/printers/one-panel-words.ts';
import type { Json } from '../../rig/client.ts';
import { assertConsistent, understood } from '../../rig/deploy/stores/compose-file.ts';
import { assertFits, members, text, url } from '../../rig/deploy/stores/fits.ts';
import { app, bytesOf, filesOf, textOf, yamlOf } from '../../rig/deploy/stores/printed.ts';

const folder = `deploy/stores/1panel/apps/${app.id}`;
const version = `${folder}/${app.version}`;
const about = yamlOf(`${folder}/data.yml`);
const fields: Json[] = yamlOf(`${version}/data.yml`).additionalProperties.formFields;
const compose = yamlOf(`${version}/docker-compose.yml`);
const service = compose.services[app.id];
const words = members(Object.fromEntries(languages.map((language) => [language, text(1, 200)])));

test('the app has a description in every language of the store', () => {
  const tags = { type: 'array', minItems: 1, items: { type: 'string' } };
  const flag = { type: 'boolean' };
  assertFits(
    members({
      name: text(1, 50),
      tags,
      title: text(1, 100),
      description: text(1, 100),
      additionalProperties: members({
        key: { const: folder.split('/').at(-1) },
        name: text(1, 50),
        tags: { type: 'array', minItems: 1, items: { enum: ['Tool', 'Website', 'DevTool', 'Security', 'Server'] } },
        shortDescZh: text(1, 100),
        shortDescEn: text(1, 100),
        description: words,
        type: { enum: ['website', 'tool', 'runtime'] },
        crossVersionUpdate: flag,
        limit: { type: 'integer', minimum: 0 },
        recommend: { type: 'integer', minimum: 0 },
        website: url,
        github: url,
        document: url,
        architectures: { type: 'array', items: { enum: ['amd64', 'arm64', 'armv7', 'ppc64le', 's390x'] } },
      }),
    }),
    about,
  );
  for (const name of ['README.md', 'README_en.md', 'logo.png', 'data.yml']) assert.ok(filesOf(folder).includes(name));
  const { width, height, type } = imageSize(bytesOf(`${folder}/logo.png`));
  assert.deepEqual([width, height, type], [180, 180, 'png']);
  assert.match(textOf(`${folder}/README.md`), /^## 产品介绍$/m);
  assert.match(textOf(`${folder}/README_en.md`), /^## Introduction$/m);
});

test('every variable of the Compose file is a field of the form, with a rule for its value', () => {
  assertConsistent(compose);
  const known = new Set([...fields.map(({ envKey }) => envKey), 'CONTAINER_NAME']);
  const used = [...textOf(`${version}/docker-compose.yml`).matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name);
  assert.deepEqual([...known].sort(), [...new Set(used)].sort());
  for (const { envKey, label, labelEn, labelZh, rule, type } of fields) {
    assertFits(words, label);
    assert.deepEqual([labelEn, labelZh], [label.en, label.zh]);
    if (envKey.startsWith('PANEL_APP_PORT_')) assert.deepEqual([rule, type], ['paramPort', 'number']);
  }
});

test('the container is the store’s, and starts with the defaults of the form', () => {
  assert.equal(service.container_name, `\${CONTAINER_NAME}`);
  assert.deepEqual([service.labels.createdBy, service.networks], ['Apps', ['1panel-network']]);
  assert.equal(compose.networks['1panel-network'].external, true);
  const values = Object.fromEntries(fields.map(({ envKey, default: value }) => [envKey, `${value}`]));
  const { databaseUrl, secretKey, trustProxy } = understood(service, values);
  assert.deepEqual([databaseUrl, secretKey, trustProxy], [null, null, false]);
  assert.match(service.image, /-embedded/);
});

test('the data folder is relative, and belongs to the user of the image before the first start', () => {
  assert.deepEqual(service.volumes, [`./data:${app.dataFolder}`]);
  assert.ok(filesOf(version).includes('data/.gitkeep'));
  const script = textOf(`${version}/scripts/init.sh`);
  assert.match(script, new RegExp(`^chown ${app.user}:${app.user} data$`, 'm'));
  execFileSync('bash', ['-n'], { input: script });
});
