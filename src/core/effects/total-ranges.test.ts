// A change of a coin's limits has an effect if it leaves totals that no coin of the app accepts any more.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type TotalBounds, takesLess } from './total-ranges.ts';

const of = (minTotal: string | null, maxTotal: string | null): TotalBounds => ({ minTotal, maxTotal });
const all = of(null, null);

test('a total that a coin took and none takes is less', () => {
  const cases: readonly [string, readonly TotalBounds[], readonly TotalBounds[], boolean][] = [
    ['nothing changes', [all], [all], false],
    ['the only coin is gone', [all], [], true],
    ['the only coin takes large orders only', [all], [of('1000000', null)], true],
    ['another coin takes the small ones', [all, all], [of('1000000', null), all], false],
    ['two coins share what one took', [all], [of(null, '100'), of('50', null)], false],
    ['with a gap between them', [all], [of(null, '49.99'), of('50.01', null)], true],
    ['a range grows', [of('5', '10')], [of('4.50', '10.00')], false],
    ['the greatest total is lower', [of('5', '10')], [of('5', '9.99')], true],
    ['a coin that took nothing of its own goes', [all, of('5', '10')], [all], false],
    ['a small coin is added, and the large one goes', [all, of('1', '2')], [of('1', '2')], true],
    ['there was none', [], [of('5', null)], false],
  ];
  for (const [what, before, after, less] of cases) assert.equal(takesLess(before, after), less, what);
});
