// The text format preserves the map, and a new test changes few lines.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatReachMap, parseReachMap } from './map-text.ts';
import { loading, type ReachMap } from './reach-map.ts';

const tests = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}.test.ts`);
const testsAt = (...places: number[]) => new Set(places.map((place) => tests[place] as string));
const map: ReachMap = {
  commit: 'abc',
  tests: new Set(tests),
  reach: new Map([
    ['docs/', new Map([['(read)', testsAt(1)]])],
    [
      'src/pay.ts',
      new Map([
        ['pay', testsAt(0, 2, 4, 5)],
        ['refund', testsAt(1)],
      ]),
    ],
    [
      'src/rates.ts',
      new Map([
        ['rates', new Set([loading, ...testsAt(2)])],
        ['rates.read', testsAt(0, 2, 4, 5)],
      ]),
    ],
    ['top.js', new Map([['run', testsAt(0, 2, 5)]])],
  ]),
};

test('a written map is read back the same', () => {
  assert.deepEqual(parseReachMap(formatReachMap(map)), map);
});

test('a function inside another one with the same tests is left out', () => {
  const pieces = new Map([
    ['pay', testsAt(1)],
    ['pay.round', testsAt(1)],
    ['pay.charge', testsAt(1, 2)],
  ]);
  const { reach } = parseReachMap(formatReachMap({ ...map, reach: new Map([['src/pay.ts', pieces]]) }));
  assert.deepEqual([...(reach.get('src/pay.ts')?.keys() ?? [])], ['pay', 'pay.charge']);
});

test('a new test changes the lines of pieces that it alone reaches, and the sets that it joins', () => {
  const earlier = formatReachMap(map);
  const more = 'aa.test.ts';
  const pays = map.reach.get('src/pay.ts')?.get('pay') as Set<string>;
  const reach = new Map([
    ...map.reach,
    [
      'src/pay.ts',
      new Map([
        ['pay', new Set([...pays, more])],
        ['refund', testsAt(1)],
      ]),
    ],
    [
      'src/rates.ts',
      new Map([
        ['rates', new Set([loading, ...testsAt(2)])],
        ['rates.read', new Set([...pays, more])],
      ]),
    ],
  ]) as ReachMap['reach'];
  const now = { ...map, tests: new Set([more, ...tests]), reach };
  const written = formatReachMap(now, earlier);
  assert.deepEqual(parseReachMap(written), now);
  const linesOf = (text: string) => text.split('\n').map((line) => line.replace(/[\]},]+$/, ''));
  const before = new Set(linesOf(earlier));
  const changed = linesOf(written).filter((line) => !before.has(line));
  assert.deepEqual(
    changed.map((line) => line.split(':')[0]),
    ['"aa.test.ts"', '"#1"'],
  );
});
