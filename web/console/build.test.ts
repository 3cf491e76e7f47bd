// The compressed size of the console: its first screen, and each part that is loaded later.
import assert from 'node:assert/strict';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { buildConsole } from './build.ts';

const firstScreenBytes = 280_000;
const laterBytes = 40_000;

let folder: string;
let document: string;

before(async () => {
  const built = await buildConsole({ if: 'missing or stale' });
  folder = join(built, 'assets/console');
  document = await readFile(join(built, 'index.html'), 'utf8');
});

test('the first screen, with what its document names and one language, weighs at most 280 kB compressed', async (t) => {
  const named = namesIn(document);
  const sizes = await Promise.all(named.map(compressedSize));
  const later = await Promise.all((await scripts()).filter((name) => !named.includes(name)).map(compressedSize));
  const words = (await readdir(folder)).filter((name) => /^words-.*\.json$/.test(name));
  const largest = async (names: string[]) => Math.max(...(await Promise.all(names.map(compressedSize))));
  const total = document.length + sum(sizes) + Math.max(...later) + (await largest(words));
  t.diagnostic(`the first screen weighs ${total} bytes`);
  assert.ok(total <= firstScreenBytes, `${total} bytes`);
});

test('no part that is loaded later weighs more than 40 kB compressed', async (t) => {
  const named = namesIn(document);
  const later = (await scripts()).filter((name) => !named.includes(name));
  const sizes = await Promise.all(later.map(async (name) => ({ name, bytes: await compressedSize(name) })));
  t.diagnostic(`the heaviest later part weighs ${Math.max(...sizes.map(({ bytes }) => bytes))} bytes`);
  assert.deepEqual(
    sizes.filter(({ bytes }) => bytes > laterBytes),
    [],
  );
});

test('the texts of a language are in a file of its own, and no script carries any', async () => {
  const files = await readdir(folder);
  const texts = await readFile(join(folder, files.find((name) => /^words-en-\w+\.json$/.test(name)) ?? ''), 'utf8');
  assert.match(texts, /"Awaiting payment"/);
  for (const name of await scripts())
    assert.doesNotMatch(await readFile(join(folder, name), 'utf8'), /Awaiting payment/);
});

test('nothing is inlined that a strict policy refuses, and what may load something carries the nonce', () => {
  assert.doesNotMatch(document, /<script(?![^>]*\bsrc=)|<style|\son\w+=|\sstyle=/i);
  const loading = document.match(/<(?:script|link rel="(?:stylesheet|modulepreload)")[^>]*>/g) ?? [];
  assert.ok(loading.length >= 2);
  assert.deepEqual(
    loading.filter((tag) => !tag.includes('nonce="NONCE-OF-THIS-ANSWER"')),
    [],
  );
});

function namesIn(html: string): string[] {
  return [...html.matchAll(/\/assets\/console\/([\w.-]+)/g)].map(([, name = '']) => name);
}

async function scripts(): Promise<string[]> {
  return (await readdir(folder)).filter((name) => /\.(?:js|css)$/.test(name));
}

async function compressedSize(name: string): Promise<number> {
  return (await stat(join(folder, `${name}.br`))).size;
}

function sum(sizes: readonly number[]): number {
  return sizes.reduce((all, one) => all + one, 0);
}
