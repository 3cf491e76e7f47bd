// The pieces of a file that count as changed, and the kind of change.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedPieces } from './changed-pieces.ts';
import { plainSource } from './pieces.ts';

const before = `// A comment.
import { rate } from './rate.ts';
import type { Shop } from './shop.ts';
export const limits = { most: 3 };
export function price(shop: Shop): number {
  return rate(shop) * limits.most;
}
export const api = (shop: Shop) => ({ read: () => price(shop), write() { return shop; } });
export class Queue { size = 0; add(): void { this.size += 1; } }
export { rate as rateOf } from './rate.ts';
`;

interface Row {
  readonly what: string;
  readonly from: string;
  readonly to: string;
  readonly functions?: readonly string[];
  readonly names?: readonly string[];
  readonly exports?: readonly string[];
}

const rows: readonly Row[] = [
  { what: 'a comment', from: '// A comment.', to: '// Another one.' },
  { what: 'the form', from: 'rate(shop) * limits.most', to: 'rate(shop)\n    * limits.most' },
  { what: 'a type', from: '(shop: Shop): number {', to: '(shop: Shop): number | never {' },
  { what: 'a function', from: 'rate(shop) *', to: 'rate(shop) /', functions: ['price'] },
  { what: 'a function inside another', from: 'price(shop)', to: 'price(shop) + 1', functions: ['api.read'] },
  { what: 'a method of an object', from: '{ return shop; }', to: '{ return null; }', functions: ['api.write'] },
  { what: 'a method of a class', from: 'this.size += 1', to: 'this.size += 2', functions: ['Queue.add'] },
  { what: 'a field of a class', from: 'size = 0', to: 'size = 1', names: ['Queue'] },
  { what: 'a constant', from: 'most: 3', to: 'most: 4', names: ['limits'] },
  { what: 'where a name comes from', from: "rate } from './rate.ts'", to: "rate } from './rates.ts'", names: ['rate'] },
  {
    what: 'where a re-export comes from',
    from: "rateOf } from './rate.ts'",
    to: "rateOf } from './rates.ts'",
    exports: ['rateOf'],
  },
  { what: 'the path of a file that was moved', from: "rate } from './rate.ts'", to: "rate } from './moved.ts'" },
  { what: 'a function that is gone', from: ', write() { return shop; }', to: '', functions: ['api', 'api.write'] },
  { what: 'a new function', from: 'export class', to: 'export function added() {}\nexport class' },
];

for (const { what, from, to, functions = [], names = [], exports = [] } of rows)
  test(`${what}: ${[...functions, ...names, ...exports].join(', ') || 'nothing'} changed`, async () => {
    assert.ok(before.includes(from));
    const [was, is] = await Promise.all([before, before.replace(from, to)].map((text) => plainSource('a.ts', text)));
    const earlierOf = (path: string) => (path === 'moved.ts' ? 'rate.ts' : path);
    assert.deepEqual(changedPieces(was as never, is as never, earlierOf), { functions, names, exports });
  });

test('a changed statement that runs on loading counts as a change of its whole file', async () => {
  const [was, is] = await Promise.all(['', 'limits.most = 5;\n'].map((more) => plainSource('a.ts', before + more)));
  const { names } = changedPieces(was as never, is as never, (path) => path);
  assert.deepEqual(new Set(names), new Set(['limits', 'price', 'api', 'Queue', '(statements)']));
});
