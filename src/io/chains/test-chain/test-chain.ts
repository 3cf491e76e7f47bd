// The chain of the network `test`. Its blocks are rows of the service's own database, so it needs no node and no
// connection.
import { randomUUID } from 'node:crypto';
import type { BlockHeader, ScannedBlock } from '../../../core/payment/transfer.ts';
import type { Database, Queryable } from '../../db/database.ts';
import { type Chain, ChainFault, type WatchedSet } from '../chain.ts';
import { dueTimes, genesis, headersAfter, replacingTimes } from './due-blocks.ts';
import { testHash } from './test-addresses.ts';
import {
  appendBlocks,
  blockAt,
  blocksFrom,
  findTransfer,
  lockBranch,
  newestBlock,
  readBlocks,
  removeBlocks,
} from './test-chain-store.ts';

/** Older blocks are deleted. The network's reorg depth is far below. */
const keptBlocks = 2_048;
const blocksAtOnce = 256;

/** Any number of processes may open it; the one that holds the network's lease makes the blocks. */
export function openTestChain(db: Database): Chain {
  return {
    verify: async () => undefined,
    close: async () => undefined,
    watch: () => new Set<string>() as WatchedSet,
    head: async () => (await newestBlock(db)) ?? genesis,
    headerAt: async (number) => (number === 0 ? genesis : blockAt(db, number)),
    finalized: async () => null,
    mine: (now) => db.atomically((trx) => mineDue(trx, seconds(now))),
    scan: (first, last, watched, signal) => scanBlocks(db, { first, last, watched, signal }),
    async transfersIn(txHash, recipients) {
      const found = await findTransfer(db, txHash);
      if (found === null) return null;
      return { header: found.header, transfers: recipients.has(found.transfer.recipient) ? [found.transfer] : [] };
    },
  };
}

async function mineDue(trx: Queryable, now: number): Promise<void> {
  await lockBranch(trx);
  const last = (await newestBlock(trx)) ?? genesis;
  await append(trx, last, dueTimes(last.time, now));
}

/**
 * Replaces the block of this chain transaction and all later ones by a longer branch without the chain transaction.
 * `deepest`: the greatest number of blocks that may be replaced. Returns false and changes nothing if it is in no
 * block, or deeper.
 */
export async function reorgTestChain(
  trx: Queryable,
  txHash: string,
  { deepest, now }: { readonly deepest: number; readonly now: Date },
): Promise<boolean> {
  await lockBranch(trx);
  const from = (await findTransfer(trx, txHash))?.header?.number;
  if (from === undefined) return false;
  const replaced = await blocksFrom(trx, from);
  if (replaced.length > deepest) return false;
  const parent = from === 1 ? genesis : await blockAt(trx, from - 1);
  if (parent === null) return false;
  await removeBlocks(trx, from, txHash);
  const times = replaced.map(({ time }) => time);
  await append(trx, parent, replacingTimes(times, seconds(now)));
  return true;
}

async function append(trx: Queryable, parent: BlockHeader, times: readonly number[]): Promise<void> {
  if (times.length === 0) return;
  const headers = headersAfter(parent, times, (hash, time) => testHash('block', hash, String(time), randomUUID()));
  await appendBlocks(trx, headers, parent.number + times.length - keptBlocks);
}

interface Scan {
  readonly first: number;
  readonly last: number;
  readonly watched: WatchedSet;
  readonly signal: AbortSignal;
}

async function* scanBlocks(db: Queryable, { first, last, watched, signal }: Scan): AsyncGenerator<ScannedBlock> {
  let parentHash: string | null = null;
  for (let from = first; from <= last && !signal.aborted; from += blocksAtOnce) {
    const to = Math.min(last, from + blocksAtOnce - 1);
    const blocks = await readBlocks(db, Math.max(1, from), to);
    if (from === 0) blocks.unshift({ header: genesis, transfers: [] });
    if (blocks.length !== to - from + 1)
      throw new ChainFault(`The test chain no longer has all blocks from ${from} to ${to}`, true);
    for (const { header, transfers } of blocks) {
      if (parentHash !== null && header.parentHash !== parentHash) return;
      parentHash = header.hash;
      yield { header, transfers: transfers.filter(({ recipient }) => watched.has(recipient)) };
    }
  }
}

function seconds(now: Date): number {
  return Math.floor(now.getTime() / 1000);
}
