// The size of embed.js.
import assert from 'node:assert/strict';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { readLocales } from '../../src/io/words/locale-file.ts';
import { buildEmbed } from './build.ts';

test('embed.js weighs at most 11.1 kB on the wire, and the texts of another language 1 kB', async () => {
  const folder = await buildEmbed({ if: 'missing or stale' });
  const bytesOf = async (name: string) => (await stat(join(folder, name))).size;
  const script = await bytesOf('embed.js.br');
  assert.ok(script <= 11_100, `${script} bytes`);
  const texts = (await readdir(join(folder, 'embed'))).filter((name) => name.endsWith('.br'));
  assert.equal(texts.length, readLocales().length - 1);
  for (const name of texts) assert.ok((await bytesOf(join('embed', name))) <= 1_024, name);
});
