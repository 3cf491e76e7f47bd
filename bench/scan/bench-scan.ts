// Measures how fast chains are read: EVM compared with a bare scanner and viem on the same blocks, Bitcoin compared
// with a bare walk.
import { type Child, startChild } from '../child.ts';
import { figure, type Row } from '../table.ts';
import { rawBlockRows } from './raw-blocks.ts';
import { blockCount, type RecordedChain, recordedChain } from './recorded-chain.ts';
import type { ReplayAnswer, ReplayOrder } from './replay-server.ts';
import type { ScannerName, ScanOrder, ScanResult } from './scanners.ts';

const rounds = 3;

/** Rows for the scanning goals. If the chain was not recorded before, recording it takes about half a minute. */
export async function benchScan(tell: (line: string) => void): Promise<Row[]> {
  tell('preparing the recorded chain');
  const chain = await recordedChain();
  return [...(await catchUpRows(chain, tell)), ...(await latencyRows(chain, tell)), ...(await rawBlockRows(tell))];
}

/** The measurements of one scanner over all rounds. */
interface Runs {
  readonly blocksPerSecond: number[];
  readonly cpuMillisPerBlock: number[];
  readonly callsPerBlock: number[];
  readonly rssMegabytes: number[];
  readonly hits: number[];
}

async function catchUpRows(chain: RecordedChain, tell: (line: string) => void): Promise<Row[]> {
  const { bare, viem, product } = await compare(chain, 0, tell, [
    { scanner: 'bare', loops: 6, concurrency: 8 },
    { scanner: 'product', loops: 6, concurrency: 8 },
    { scanner: 'viem', loops: 1, concurrency: 8 },
  ]);
  tell(
    `${product.hits[0]} transfers found in ${blockCount} blocks; ` +
      `the scanner's process grew to ${Math.max(...product.rssMegabytes).toFixed(0)} MB`,
  );
  const rate = figure('blocks/s', product.blocksPerSecond);
  return [
    {
      goal: 'S1',
      what: 'catch-up, native and tokens, against a bare scanner',
      product: rate,
      floor: figure('blocks/s', bare.blocksPerSecond),
      judged: 'ratio',
      better: 'higher',
      must: 0.6,
      promised: 0.8,
      ...voidIfUnequal(product, bare),
    },
    {
      goal: 'S1',
      what: 'the same, against viem',
      product: rate,
      floor: figure('blocks/s', viem.blocksPerSecond),
      judged: 'ratio',
      better: 'higher',
      must: 4,
      promised: 5,
      ...voidIfUnequal(product, viem),
    },
    {
      goal: 'S3',
      what: 'processor time a block in catch-up',
      product: figure('ms', product.cpuMillisPerBlock),
      floor: figure('ms', bare.cpuMillisPerBlock),
      judged: 'ratio',
      better: 'lower',
      must: 2,
      promised: 1.3,
      ...voidIfUnequal(product, bare),
    },
    {
      goal: 'S6',
      what: 'JSON-RPC calls a block in catch-up',
      product: figure('calls', product.callsPerBlock),
      floor: figure('calls', bare.callsPerBlock),
      judged: 'product',
      better: 'lower',
      must: 2.1,
      promised: 2.1,
    },
  ];
}

async function latencyRows(chain: RecordedChain, tell: (line: string) => void): Promise<Row[]> {
  const { bare, product } = await compare(chain, 50, tell, [
    { scanner: 'bare', loops: 3, concurrency: 32 },
    { scanner: 'product', loops: 3, concurrency: 0 },
  ]);
  return [
    {
      goal: 'S5',
      what: 'catch-up at 50 ms a call, own concurrency, against a bare scanner of 32',
      product: figure('blocks/s', product.blocksPerSecond),
      floor: figure('blocks/s', bare.blocksPerSecond),
      judged: 'ratio',
      better: 'higher',
      must: 0.6,
      promised: 0.8,
      ...voidIfUnequal(product, bare),
    },
  ];
}

/** A scanner that finds a different number of transfers is wrong, so its speed does not count. */
function voidIfUnequal(product: Runs, floor: Runs): { void: string } | object {
  const counts = new Set([...product.hits, ...floor.hits]);
  return counts.size === 1 && (product.hits[0] as number) > 0
    ? {}
    : { void: `the scanners found ${[...counts].join(' and ')} transfers` };
}

type Contender = Pick<ScanOrder, 'scanner' | 'loops' | 'concurrency'>;

/** Runs them in turn, in several rounds, so that disturbances affect all alike. Each run is a fresh process. */
async function compare(
  chain: RecordedChain,
  latencyMs: number,
  tell: (line: string) => void,
  contenders: readonly Contender[],
): Promise<Record<ScannerName, Runs>> {
  const replay = startChild(new URL('./replay-server.ts', import.meta.url));
  const results: Record<ScannerName, Runs> = { bare: noRuns(), viem: noRuns(), product: noRuns() };
  try {
    const { url } = (await replay.ask(order({ file: chain.file, latencyMs }))) as { url: string };
    for (let round = 1; round <= rounds; round += 1)
      for (const contender of contenders) {
        tell(`${contender.scanner}, ${latencyMs} ms a call, round ${round} of ${rounds}`);
        await run(replay, { ...contender, url, chain }, results[contender.scanner]);
      }
    return results;
  } finally {
    await replay.stop();
  }
}

async function run(replay: Child, scan: ScanOrder, into: Runs): Promise<void> {
  const scanner = startChild(new URL('./scanners.ts', import.meta.url));
  try {
    await replay.ask<ReplayAnswer>(order({ count: true }));
    const result = await scanner.ask<ScanResult>(scan);
    const { calls } = (await replay.ask(order({ count: true }))) as { calls: number };
    const blocks = scan.loops * blockCount;
    into.blocksPerSecond.push(blocks / result.seconds);
    into.cpuMillisPerBlock.push((result.cpuSeconds * 1000) / blocks);
    into.callsPerBlock.push(calls / blocks);
    into.rssMegabytes.push(result.rssMegabytes);
    into.hits.push(result.hits);
  } finally {
    await scanner.stop();
  }
}

function order(replayOrder: ReplayOrder): ReplayOrder {
  return replayOrder;
}

function noRuns(): Runs {
  return { blocksPerSecond: [], cpuMillisPerBlock: [], callsPerBlock: [], rssMegabytes: [], hits: [] };
}
