// The filters of lists, as a table of queries.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  countsText,
  mostCounted,
  readCreated,
  readCurrency,
  readMetadata,
  readSearch,
  readTotals,
  several,
} from './list-filters.ts';
import type { Problem } from './problem.ts';

const refusal = (read: () => unknown): string => {
  try {
    read();
  } catch (error) {
    return ((error as Problem).errors ?? []).map(({ field, code }) => `${field} ${code}`).join();
  }
  return 'taken';
};

test('bounds of time are read, and what is no time is refused by its own name', () => {
  const none = { from: null, before: null };
  assert.deepEqual(readCreated({}), none);
  assert.deepEqual(readCreated({ created_after: '2026-01-02T03:04:05+01:00' }), {
    from: new Date('2026-01-02T02:04:05Z'),
    before: null,
  });
  assert.equal(
    refusal(() => readCreated({ created_before: '2026-01-01T00:00:60Z' })),
    'created_before invalid_format',
  );
});

test('a range of totals is exact in the minor units of every currency', () => {
  for (const [total_min, total_max, code, least, most] of [
    ['10', '20', 'USD', 1000n, 2000n],
    ['10.001', '19.999', 'USD', 1001n, 1999n],
    ['10.001', '19.999', 'JPY', 11n, 19n],
    ['10.001', '19.999', 'KWD', 10001n, 19999n],
    ['0', undefined, 'USD', 0n, null],
    [undefined, '0.5', 'JPY', null, 0n],
  ] as const) {
    const query = { ...(total_min ? { total_min } : {}), ...(total_max ? { total_max } : {}) };
    assert.deepEqual(readTotals(query, code), [{ currencies: [code], least, most }], JSON.stringify(query));
  }
  const all = readTotals({ total_min: '1' }, null) ?? [];
  const ofCode = (code: string) => all.find(({ currencies }) => currencies.includes(code))?.least;
  assert.deepEqual(['JPY', 'USD', 'KWD', 'CLF'].map(ofCode), [1n, 100n, 1000n, 10_000n]);
  assert.equal(readTotals({}, null), null);
  assert.equal(
    refusal(() => readTotals({ total_max: '1e3' }, null)),
    'total_max invalid_format',
  );
});

test('a currency is taken in any case, and an unknown one refused', () => {
  assert.deepEqual([readCurrency('usd'), readCurrency(undefined)], ['USD', null]);
  assert.equal(
    refusal(() => readCurrency('XXX')),
    'currency unknown_currency',
  );
});

test('pairs of metadata are read by their names in brackets, each once', () => {
  assert.deepEqual(readMetadata({ 'metadata[order]': '1', 'metadata[a b]': '', status: 'open' }), {
    order: '1',
    'a b': '',
  });
  assert.equal(readMetadata({ q: 'a' }), null);
  assert.equal(
    refusal(() => readMetadata({ 'metadata[a]': ['1', '2'] })),
    'metadata[a] duplicate',
  );
});

test('a text is looked for as an id, as a hash with and without its prefix, and as it is', () => {
  const digits = 'Ab'.repeat(32);
  const [small, id] = [digits.toLowerCase(), '01890A5D-AC96-774B-BCCE-B302099A8057'];
  assert.deepEqual(readSearch(` 0x${digits} `)?.hashes, [`0x${digits}`, small, `0x${small}`]);
  assert.equal(readSearch(id)?.id, id.toLowerCase());
  assert.deepEqual(readSearch('Order-7'), { text: 'Order-7', id: null, hashes: ['Order-7', 'order-7'] });
  assert.equal(readSearch(undefined), null);
  assert.equal(
    refusal(() => readSearch('  ')),
    'q too_short',
  );
});

test('one status and several are the same list, each once', () => {
  assert.deepEqual(
    [several('open'), several(['open', 'paid', 'open']), several(undefined)],
    [['open'], ['open', 'paid'], null],
  );
});

test('counts are a dictionary, which says where there are more than are counted', () => {
  const byStatus = new Map([
    ['open', 0],
    ['paid', mostCounted],
    ['expired', mostCounted + 1],
  ]);
  assert.equal(countsText({ byStatus, most: mostCounted }), 'open=0, paid=10000, expired=10000;more');
});
