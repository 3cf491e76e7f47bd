// Settings are found by their own names and by those of other services, and each leads to an existing heading.
import '../../../test/rig/words/console-in-english.ts';
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { places } from '../layout/places.ts';
import { settings, settingsFor } from './settings-index.ts';

test('each setting lies on a screen of the console, under a heading of that screen', async () => {
  const folder = fileURLToPath(new URL('../screens/', import.meta.url));
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.tsx'));
  const source = (await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')))).join('\n');
  const shown = places.map(({ to }) => to);
  for (const { name, to, at } of settings) {
    assert.ok(shown.includes(to), `${name} is on ${to}`);
    assert.ok(at === undefined || source.includes(`title={words.headings.${at}}`), `${name} is under ${at}`);
  }
});

test('a setting is found by how its words begin, in any order', () => {
  const found = (text: string) => settingsFor(text).map(({ label }) => label);
  assert.deepEqual(found('under tol'), ['Underpayment tolerance']);
  assert.deepEqual(found('2FA'), ['Two-factor authentication']);
  assert.deepEqual(found('valid quote'), ['Quote valid for']);
  assert.deepEqual(found('0x12ab'), []);
  assert.deepEqual(found(' '), []);
});
