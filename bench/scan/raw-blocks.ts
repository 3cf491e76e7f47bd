// Measures how fast Bitcoin's raw blocks are searched, compared with a bare walk over the same bytes and with JSON.
import { startChild } from '../child.ts';
import { figure, type Row } from '../table.ts';
import type { WalkerName, WalkOrder, WalkResult } from './utxo-walkers.ts';

const rounds = 3;

/** JSON is parsed at only a few MB/s of raw block, so one loop is enough. */
const loops: Readonly<Record<WalkerName, number>> = { walk: 30, product: 30, json: 3 };

/** Uses blocks of 3,000 chain transactions and 1.1 MB, in memory, with 100,000 scripts watched. */
export async function rawBlockRows(tell: (line: string) => void): Promise<Row[]> {
  const results: Record<WalkerName, WalkResult[]> = { walk: [], product: [], json: [] };
  for (let round = 1; round <= rounds; round += 1)
    for (const walker of ['walk', 'product', 'json'] as const) {
      tell(`raw blocks, ${walker}, round ${round} of ${rounds}`);
      const child = startChild(new URL('./utxo-walkers.ts', import.meta.url));
      try {
        const order: WalkOrder = { walker, loops: loops[walker] };
        results[walker].push(await child.ask<WalkResult>(order));
      } finally {
        await child.stop();
      }
    }
  const rate = (walker: WalkerName) =>
    figure(
      'MB/s',
      results[walker].map(({ megabytesPerSecond }) => megabytesPerSecond),
    );
  const counts = new Set(Object.values(results).flatMap((runs) => runs.map(({ hits }) => hits)));
  const checked = counts.size === 1 && !counts.has(0) ? {} : { void: `hits found: ${[...counts].join(', ')}` };
  const row = { goal: 'S7', product: rate('product'), judged: 'ratio', better: 'higher', ...checked } as const;
  return [
    { ...row, what: 'raw Bitcoin blocks, against a bare walk', floor: rate('walk'), must: 0.5, promised: 0.8 },
    { ...row, what: 'the same, against JSON of verbosity 2', floor: rate('json'), must: 4, promised: 7 },
  ];
}
