// Follows one network: asks the chain for what comes after the cursor, takes back what a reorg removed, and records.
import { forkPoint, standing } from '../../core/payment/chain-cursor.ts';
import type { BlockHeader, ScannedBlock } from '../../core/payment/transfer.ts';
import { type Chain, ChainFault } from '../../io/chains/chain.ts';
import type { Network } from '../catalog/catalog.ts';
import type { Instance } from '../instance.ts';
import { type Cursor, haltNetwork, listBlocks, noteHead, noteStanding, takeLease } from '../networks/cursor-store.ts';
import { finalBlock } from '../networks/final-block.ts';
import { confirmTransactions } from '../payments/confirm.ts';
import { expireInvoices, expireTransactions } from '../payments/expire.ts';
import { revert } from '../payments/revert.ts';
import { firstWatchedAt, listWatchedSince } from '../payments/transfer-store.ts';
import { markAwaited, moveMarksBack } from './balance-probe/balance-checkpoints.ts';
import { lookForInner } from './balance-probe/probe-balances.ts';
import { watchAhead } from './lookahead.ts';
import { lookAtWaiting } from './mempool/scan-mempool.ts';
import { admitAttested } from './quorum/attest-payments.ts';
import { keepsBranch } from './quorum/compare-headers.ts';
import { recordBlocks } from './record-blocks.ts';
import type { Follower } from './sync-session.ts';
import { checkBlocklists } from './token-checks/check-blocklists.ts';
import { checkTokens } from './token-checks/check-tokens.ts';

/** What a round came to: everything read, more to read at once, or another process has the network. */
export type Round = 'current' | 'more' | 'elsewhere' | 'halted';

const leaseSeconds = 15;
/** Blocks in one commit, and in one round, while catching up. */
const commitBlocks = 64;
/** A slow endpoint must not keep what it already gave from being recorded, nor the lease from being renewed. */
const commitMillis = 2_000;
const roundBlocks = 2_000;
const noteMillis = 5_000;
const standingMillis = 15_000;
const unknownMillis = 1_000;
/** How far the clock of a chain may lag behind ours. */
const startMarginSeconds = 7_200;
const tokenMillis = 600_000;
const tokenRetryMillis = 60_000;
/** How many headers are kept below the block that a network is first, or again, followed from. */
export const startHeaders = 32;

/** One round. Throws ChainFault or DatabaseAway with nothing half done; the next round goes on where this one ended. */
export async function followChain(instance: Instance, follower: Follower, signal: AbortSignal): Promise<Round> {
  const { network, chain, owner } = follower;
  const cursor = await takeLease(instance.db, network.id, owner, leaseSeconds);
  if (cursor === null) return 'elsewhere';
  if (cursor.halted !== null) return 'halted';
  const head = await chain.head();
  // After the head is known: whoever could pay in a block up to it was shown an address before it.
  await refreshWatched(instance, follower);
  if (cursor.block === null) return start(instance, follower, cursor, head);
  const where = standing(cursor.block, head, await keptHash(instance, network, cursor.block, head));
  if (where.kind === 'parted') return walkBack(instance, follower, head);
  if (where.kind === 'behind')
    return readOn(instance, follower, cursor, head, Math.min(where.last, where.first + roundBlocks - 1), signal);
  await note(instance, follower, head);
  await settle(instance, follower, cursor.block, signal);
  return 'current';
}

async function refreshWatched(instance: Instance, follower: Follower): Promise<void> {
  const { addresses, horizon } = await listWatchedSince(instance.db, follower.network.id, follower.horizon);
  for (const address of addresses) follower.watched.add(address);
  follower.horizon = horizon;
  await watchAhead(instance, follower);
}

/**
 * The first sight of a network: from the head, or, where somebody could already have paid because addresses were shown
 * before the network was reached, from a block safely before that.
 */
async function start(instance: Instance, follower: Follower, cursor: Cursor, head: BlockHeader): Promise<Round> {
  const { network, chain, owner } = follower;
  const shownAt = await firstWatchedAt(instance.db, network.id);
  let first = head;
  for (
    let step = 1;
    shownAt !== null && first.number > 0 && first.time > shownAt.getTime() / 1000 - startMarginSeconds;
    step *= 2
  ) {
    const earlier = await chain.headerAt(Math.max(0, first.number - step));
    if (earlier === null) break;
    first = earlier;
  }
  const headers = [...(await headersBelow(chain, first, Math.min(startHeaders, network.reorgDepth))), first];
  const blocks = headers.map((header) => ({ header, transfers: [] }));
  await recordBlocks(instance, network, owner, cursor, blocks, head.number);
  return first.number < head.number ? 'more' : 'current';
}

/** So that a reorg of the very first blocks has something to be walked back to. Throws ChainFault where they do not link. */
export async function headersBelow(chain: Chain, first: BlockHeader, count: number): Promise<BlockHeader[]> {
  const lowest = Math.max(0, first.number - count);
  const numbers = Array.from({ length: first.number - lowest }, (_, index) => lowest + index);
  const headers = await Promise.all(numbers.map((number) => chain.headerAt(number)));
  headers.forEach((header, index) => {
    const next = headers[index + 1] ?? first;
    if (header?.hash !== next.parentHash)
      throw new ChainFault('the chain moved while its first blocks were read', true);
  });
  return headers.filter((header) => header !== null);
}

async function readOn(
  instance: Instance,
  follower: Follower,
  from: Cursor,
  head: BlockHeader,
  last: number,
  signal: AbortSignal,
): Promise<Round> {
  const { network, chain, owner, watched } = follower;
  const first = (from.block?.number ?? -1) + 1;
  // Before more is read, so that what came while nobody followed is looked for from where that began.
  await markAwaited(instance, follower);
  let cursor = from;
  let batch: ScannedBlock[] = [];
  let committedAt = performance.now();
  const commit = async (): Promise<boolean> => {
    const end = batch.at(-1)?.header;
    if (end === undefined) return true;
    if (!(await recordBlocks(instance, network, owner, cursor, batch, head.number, follower.ahead.places)))
      return false;
    // Blocks may be dated before their parents; deadlines are compared with a clock that never goes back.
    cursor = { ...cursor, block: { ...end, time: Math.max(end.time, cursor.block?.time ?? 0) } };
    batch = [];
    committedAt = performance.now();
    await confirmReached(instance, follower, end.number);
    return (await takeLease(instance.db, network.id, owner, leaseSeconds)) !== null;
  };
  for await (const block of chain.scan(first, last, watched, signal)) {
    if (batch.length === 0 && block.header.parentHash !== cursor.block?.hash) return walkBack(instance, follower, head);
    batch.push(block);
    const isDue = batch.length >= commitBlocks || performance.now() - committedAt > commitMillis;
    if (isDue && !(await commit())) return 'elsewhere';
  }
  if (!(await commit())) return 'elsewhere';
  if (cursor.block !== null) await settle(instance, follower, cursor.block, signal);
  const isDone = (cursor.block?.number ?? -1) >= head.number;
  return isDone || signal.aborted ? 'current' : 'more';
}

async function confirmReached(instance: Instance, follower: Follower, height: number): Promise<void> {
  const { network, chain } = follower;
  await confirmTransactions(instance, network, height, {
    finalized: () => finalBlock(network, chain, height),
    admit: (due) => admitAttested(instance, follower, due, height),
  });
}

/** The branches part somewhere: find where, and take back what came after. Deeper than what is kept, a person must look. */
async function walkBack(instance: Instance, follower: Follower, head: BlockHeader): Promise<Round> {
  const { network, chain, owner } = follower;
  const kept = await listBlocks(instance.db, network.id);
  const fork = await forkPoint(kept, async (number) => (await chain.headerAt(number))?.hash ?? null);
  if (fork === null) {
    const why = `The chain parted below block ${kept.at(-1)?.number}, the oldest one kept. Check the endpoint, then: quittance network resume ${network.symbol}`;
    await haltNetwork(instance.db, network.id, why);
    instance.log.error({ network: network.symbol }, why);
    return 'halted';
  }
  if (fork.number === kept[0]?.number) return 'current';
  const lost = kept.find((block) => block.number === fork.number + 1);
  if (lost !== undefined && (await keepsBranch(instance, follower, lost))) return 'current';
  instance.log.warn({ network: network.symbol, from: kept[0]?.number, to: fork.number }, 'reorg: taking blocks back');
  await revert(instance, owner, { network, fork, head: head.number });
  moveMarksBack(follower.inner, fork);
  return 'more';
}

async function keptHash(
  instance: Instance,
  network: Network,
  cursor: { number: number },
  head: BlockHeader,
): Promise<string | null> {
  if (head.number >= cursor.number) return null;
  return (await listBlocks(instance.db, network.id)).find((block) => block.number === head.number)?.hash ?? null;
}

async function note(instance: Instance, follower: Follower, head: BlockHeader): Promise<void> {
  const now = performance.now();
  if (now - follower.notedAt < noteMillis) return;
  follower.notedAt = now;
  await noteHead(instance.db, follower.network.id, head.number);
}

/** Now and then: what the network calls final (so that it is told where that stalls), and what is seen of it. */
async function noteFinality(instance: Instance, follower: Follower): Promise<void> {
  const { db } = instance;
  const { network, chain } = follower;
  const now = performance.now();
  if (now - follower.standingAt < standingMillis) return;
  follower.standingAt = now;
  const isTagged = network.finality === null || 'tag' in network.finality;
  const sight = chain.innerTransfers?.();
  // Asking what is seen has begun: the answer is worth more than a look each quarter of a minute.
  if (sight === null) follower.standingAt += unknownMillis - standingMillis;
  await noteStanding(db, network.id, isTagged ? await chain.finalized() : null, sight ?? null);
  if (now - follower.tokensAt > tokenMillis) await askTokens(instance, follower, now);
}

/** What tokens say of themselves is worth knowing, and no reason to hold up payments: where they cannot be asked, they are in a minute. */
async function askTokens(instance: Instance, follower: Follower, now: number): Promise<void> {
  const { network, chain } = follower;
  try {
    await checkTokens(instance, network, chain);
    follower.blocklistPlace = await checkBlocklists(instance, network, chain, follower.blocklistPlace);
    follower.tokensAt = now;
  } catch (error) {
    if (!(error instanceof ChainFault)) throw error;
    follower.tokensAt = now - tokenMillis + tokenRetryMillis;
    instance.log.warn({ network: network.symbol, err: error }, 'its tokens cannot be asked right now');
  }
}

/**
 * What a block brings besides its transfers: confirmations, and the end of what is overdue; once a block is enough. What
 * waits to be mined comes first, and what only balances tell of, so that nothing ends that was paid while nobody looked.
 */
async function settle(
  instance: Instance,
  follower: Follower,
  block: { number: number; hash: string; time: number },
  signal: AbortSignal,
): Promise<void> {
  await noteFinality(instance, follower);
  await lookAtWaiting(instance, follower, block, signal);
  await lookForInner(instance, follower, block, signal);
  if (follower.settled === block.hash) return;
  await confirmReached(instance, follower, block.number);
  await expireTransactions(instance, follower.network, new Date(block.time * 1000));
  await expireInvoices(instance);
  follower.settled = block.hash;
}
