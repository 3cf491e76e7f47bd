// Values are read as written, wherever the file is split into chunks, and errors state the position of invalid JSON.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fc } from '../../../test/rig/chance/properties.ts';
import { jsonValues } from './json-values.ts';

const folder = await mkdtemp(join(tmpdir(), 'json-values-'));
after(() => rm(folder, { recursive: true }));

async function read(text: string, chunkBytes: number): Promise<unknown[]> {
  const path = join(folder, 'file.json');
  await writeFile(path, text);
  const values: unknown[] = [];
  for await (const one of jsonValues(path, chunkBytes)) values.push(one);
  return values;
}

const value = fc.jsonValue({ maxDepth: 3 }).filter((one) => !Array.isArray(one));
const spaces = fc.constantFrom('', ' ', '\n', '\r\n  ');

test('one value a line, or the items of a list, whatever is in them and wherever the file is cut', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(value, { maxLength: 5 }),
      spaces,
      fc.integer({ min: 1, max: 40 }),
      async (values, gap, chunk) => {
        const expected = JSON.parse(JSON.stringify(values));
        const texts = values.map((one) => JSON.stringify(one));
        assert.deepEqual(await read(texts.join(`${gap}\n`), chunk), expected);
        assert.deepEqual(await read(`[${gap}${texts.join(`${gap},${gap}`)}${gap}]${gap}`, chunk), expected);
      },
    ),
    { numRuns: 100 },
  );
});

test('lists within a list are values, and so are lists one after the other', async () => {
  assert.deepEqual(await read('[[1,"]"],[{"a":[2]}]]\n[3]', 3), [[1, ']'], [{ a: [2] }], 3]);
  assert.deepEqual(await read('\ufeff{"a":1}', 2), [{ a: 1 }]);
  assert.deepEqual(await read('', 8), []);
});

test('what is not JSON names the place where it begins', async () => {
  const table: [string, RegExp][] = [
    ['{"a":1} {"b"', /begins at byte 8:/],
    ['[1,nope]', /begins at byte 3:/],
    ['"cut', /begins at byte 0:/],
  ];
  for (const [text, message] of table)
    await assert.rejects(read(text, 4), (error) => error instanceof SyntaxError && message.test(error.message), text);
});
