// Settings are found by their own words and by those of other services, and each leads to a heading that is there.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { places } from '../layout/places.ts';
import { settings, settingsFor } from './settings-index.ts';

test('each setting lies on a screen of the console, under a heading that stands there', async () => {
  const folder = fileURLToPath(new URL('../screens/', import.meta.url));
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.tsx'));
  const source = (await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')))).join('\n');
  const shown = places.map(({ to }) => to);
  for (const { words, to, at } of settings) {
    assert.ok(shown.includes(to), `${words} is on ${to}`);
    assert.ok(at === undefined || source.includes(`title="${at}"`), `${words} is under ${at}`);
  }
});

test('a setting is found by how its words begin, in any order', () => {
  const found = (text: string) => settingsFor(text).map(({ words }) => words);
  assert.deepEqual(found('under tol'), ['What may be missing']);
  assert.deepEqual(found('2FA'), ['Second factor']);
  assert.deepEqual(found('price holds'), ['How long a price holds']);
  assert.deepEqual(found('0x12ab'), []);
  assert.deepEqual(found(' '), []);
});
