// Programs that search Bitcoin's blocks, each in a separate process: a bare walk, JSON, and the product's reader.

import { addressOf } from '../../src/io/chains/utxo/addresses/script.ts';
import { doubleHash } from '../../src/io/chains/utxo/blocks/hashes.ts';
import { readBlock } from '../../src/io/chains/utxo/blocks/read-block.ts';
import { readUtxoHeader } from '../../src/io/chains/utxo/blocks/read-header.ts';
import { ScriptTable } from '../../src/io/chains/utxo/blocks/script-table.ts';
import { utxoParams } from '../../src/io/chains/utxo/params.ts';
import { proveWork } from '../../src/io/chains/utxo/work/prove-work.ts';
import { asVerbosity2, type BlockPlan, type MadeBlock, madeBlock, watchedProgram } from './made-block.ts';

export type WalkerName = 'walk' | 'json' | 'product';

export interface WalkOrder {
  readonly walker: WalkerName;
  readonly loops: number;
}

export interface WalkResult {
  /** Raw block bytes searched, in MB per second, regardless of the input format. */
  readonly megabytesPerSecond: number;
  /** Outputs to watched scripts in one loop; NaN if two loops differ. */
  readonly hits: number;
}

const watchedCount = 100_000;
const params = utxoParams('bitcoin-regtest');

/** Ten blocks, one with payments. Most blocks hold nothing for a shop, and those that do are proved completely. */
const plans: readonly BlockPlan[] = Array.from({ length: 10 }, (_, at) => ({
  seed: `block ${at}`,
  transactions: 3_000,
  pays: at === 5 ? [7, 70_000, 99_999] : [],
  isSegwit: true,
}));

process.on('message', ({ walker, loops }: WalkOrder) => {
  const blocks = plans.map(madeBlock);
  const walk = walkers[walker](blocks);
  const startedAt = performance.now();
  const counts = new Set<number>();
  for (let loop = 0; loop < loops; loop += 1) counts.add(walk());
  const seconds = (performance.now() - startedAt) / 1000;
  const bytes = blocks.reduce((sum, block) => sum + block.bytes.length, 0);
  process.send?.({
    megabytesPerSecond: (bytes * loops) / seconds / 1e6,
    hits: counts.size === 1 ? ([...counts][0] as number) : Number.NaN,
  } satisfies WalkResult);
});
process.once('disconnect', () => process.exit());

/** Each searches all blocks once and counts the outputs to watched scripts. */
const walkers: Readonly<Record<WalkerName, (blocks: readonly MadeBlock[]) => () => number>> = {
  walk: bareWalk,
  json: parsed,
  product: productWalk,
};

function programs(): string[] {
  return Array.from({ length: watchedCount }, (_, number) => watchedProgram(number));
}

/**
 * The minimum that finds them: skips over everything, looks up scripts in a Set, hashes the hits, and verifies nothing.
 */
function bareWalk(blocks: readonly MadeBlock[]): () => number {
  const watched = new Set(programs().map((program) => Buffer.from(program, 'hex').toString('latin1')));
  return () => blocks.reduce((sum, { bytes }) => sum + bareHits(bytes, watched), 0);
}

function bareHits(bytes: Buffer, watched: ReadonlySet<string>): number {
  let at = 80;
  let hits = 0;
  const number = () => {
    const first = bytes[at] as number;
    at += first < 0xfd ? 1 : first === 0xfd ? 3 : 5;
    return first < 0xfd ? first : first === 0xfd ? bytes.readUInt16LE(at - 2) : bytes.readUInt32LE(at - 4);
  };
  for (let left = number(); left > 0; left -= 1) {
    const start = at;
    at += 4;
    const isSegwit = bytes[at] === 0;
    if (isSegwit) at += 2;
    const inputs = number();
    for (let input = 0; input < inputs; input += 1) {
      at += 36;
      at = number() + at + 4;
    }
    let isHit = 0;
    for (let outputs = number(); outputs > 0; outputs -= 1) {
      at += 8;
      const length = number();
      const isKey = length === 22 && bytes[at] === 0 && bytes[at + 1] === 20;
      if (isKey && watched.has(bytes.toString('latin1', at + 2, at + 22))) isHit += 1;
      at += length;
    }
    for (let input = 0; isSegwit && input < inputs; input += 1)
      for (let items = number(); items > 0; items -= 1) at = number() + at;
    at += 4;
    if (isHit > 0) doubleHash(bytes.subarray(start, at));
    hits += isHit;
  }
  return hits;
}

function parsed(blocks: readonly MadeBlock[]): () => number {
  const watched = new Set(programs().map((program) => `0014${program}`));
  const texts = blocks.map((block, at) => asVerbosity2(block, plans[at] as BlockPlan));
  return () => {
    let hits = 0;
    for (const text of texts) {
      const { result } = JSON.parse(text) as { result: { tx: { vout: { scriptPubKey: { hex: string } }[] }[] } };
      for (const { vout } of result.tx)
        for (const { scriptPubKey } of vout) if (watched.has(scriptPubKey.hex)) hits += 1;
    }
    return hits;
  };
}

/**
 * As blocks of a node are read while a network catches up: with proof of work, and full proof of blocks that pay us.
 */
function productWalk(blocks: readonly MadeBlock[]): () => number {
  const table = new ScriptTable(params);
  table.reserve(watchedCount);
  for (const program of programs())
    table.add(addressOf({ kind: 'p2wpkh', payload: Buffer.from(program, 'hex') }, params));
  return () => {
    let hits = 0;
    for (const [number, { bytes, hash }] of blocks.entries()) {
      proveWork(bytes, readUtxoHeader(bytes, number, hash), params);
      hits += readBlock(bytes, { number, hash }, { watched: table, params, thoroughness: 'walk' }).transfers.length;
    }
    return hits;
  };
}
