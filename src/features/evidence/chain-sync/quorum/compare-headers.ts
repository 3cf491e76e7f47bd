// Compares the blocks read with the blocks of every endpoint, so that no single endpoint can create, keep or revert a
// branch.
import type { BlockHeader } from '../../../../core/payment/transfer.ts';
import {
  countHeaderVotes,
  type HeaderTally,
  type HeaderVote,
  lackingBlock,
  mayBeginAt,
  upToDate,
} from '../../../../core/payment/votes.ts';
import { ChainFault } from '../../../../io/chains/chain.ts';
import { every } from '../../../../io/timing/throttle.ts';
import { findBlock } from '../../../known/networks/block-store.ts';
import type { SyncContext } from '../sync-session.ts';
import { askEach, type SingleEndpoint, votersOf } from './endpoint-quorum.ts';

/** One disagreement may be a reorg in progress. This many in a row, some seconds apart, mean another branch. */
const mostDisagreements = 2;
const disagreementMillis = 5_000;

/**
 * Asks every endpoint for the block that is just deep enough to be credited. If at least half name another block than
 * was read, nothing is credited until they agree again. A single outlier is quarantined. Returns the names of the
 * endpoints that have no block there if they outnumber those that have the block read. Too few endpoints have then seen
 * the block: a single endpoint could have invented it while the others have no block to name yet.
 */
export async function compareHeaders(sync: SyncContext, height: number): Promise<readonly string[]> {
  const { network, quorum } = sync.session;
  const voters = votersOf(sync.session);
  if (voters.length < 2 && quorum.dispute === null) return [];
  const number = height - network.confirmations + 1;
  const kept = await findBlock(sync.instance.db, network.id, number);
  if (kept === null) return [];
  const votes = await askHeaders(voters, number);
  const lacking = lackingBlock(kept.hash, votes);
  const tally = await withoutOtherChains(sync, kept.hash, votes);
  if (tally.kind === 'unanswered') return lacking;
  recordDispute(sync, kept, tally);
  for (const { name } of voters) countDisagreement(sync, { name, number }, tally);
  return lacking;
}

/** Returns the block at this height, or its absence, for each endpoint that answers. */
async function askHeaders(voters: readonly SingleEndpoint[], number: number): Promise<HeaderVote[]> {
  const answers = await askEach(voters, async (chain) => ({ hash: (await chain.headerAt(number))?.hash ?? null }));
  return answers.flatMap(({ endpoint, answer }) => (answer === null ? [] : [{ endpoint, ...answer }]));
}

/** Counts the votes. If some are against, ignores endpoints that are on another chain. */
async function withoutOtherChains(
  { session: { chain } }: SyncContext,
  own: string,
  votes: readonly HeaderVote[],
): Promise<HeaderTally> {
  const tally = countHeaderVotes(own, votes);
  if (tally.against.length === 0) return tally;
  const strangers = (await chain.endpoints?.findStrangers()) ?? [];
  const left = votes.filter(({ endpoint }) => !strangers.includes(endpoint));
  return strangers.length === 0 ? tally : countHeaderVotes(own, left);
}

function recordDispute(
  { instance, session }: SyncContext,
  { number, hash }: BlockHeader,
  { kind, against }: HeaderTally,
): void {
  const { network, quorum } = session;
  const before = quorum.dispute;
  quorum.dispute = kind === 'agreed' ? null : `${against.join(', ')} name another block ${number} than was read`;
  const facts = { network: network.symbol, block: number, hash, against };
  if (quorum.dispute !== null && before === null)
    instance.log.error(facts, 'endpoints name another block than was read; nothing is credited until they agree');
  if (quorum.dispute === null && before !== null) instance.log.info(facts, 'the endpoints agree again');
}

function countDisagreement(
  { session }: SyncContext,
  { name, number }: { readonly name: string; readonly number: number },
  { kind, against }: HeaderTally,
): void {
  const { disagreements } = session.quorum;
  const { count, pace } = disagreements.get(name) ?? { count: 0, pace: every(disagreementMillis) };
  if (kind !== 'agreed' || !against.includes(name)) disagreements.delete(name);
  else if (pace.isDue) {
    pace.restart();
    disagreements.set(name, { count: count + 1, pace });
  }
  if ((disagreements.get(name)?.count ?? 0) >= mostDisagreements)
    session.chain.endpoints?.quarantine(name, `names another block ${number} than the others`);
}

/**
 * Returns whether blocks that seem lost must be kept for now: at least as many up-to-date endpoints still have them as
 * have another block. Endpoints without a block there do not count. If most endpoints have the blocks, the others are
 * deprioritized. `lost`: the lowest of these blocks.
 */
export async function keepsBranch({ instance, session }: SyncContext, lost: BlockHeader): Promise<boolean> {
  const { network, chain } = session;
  const voters = votersOf(session);
  if (voters.length < 2) return false;
  const answers = await askEach(voters, async (single) => ({
    head: await single.head(),
    hash: (await single.headerAt(lost.number))?.hash ?? null,
  }));
  const cast = answers.flatMap(({ endpoint, answer }) => (answer === null ? [] : [{ endpoint, ...answer }]));
  const telling = upToDate(cast).filter(({ hash }) => hash !== null);
  const without = telling.filter(({ hash }) => hash !== lost.hash).map(({ endpoint }) => endpoint);
  const having = telling.length - without.length;
  if (having === 0 || having < without.length) return false;
  const facts = { network: network.symbol, block: lost.number, having, without };
  instance.log.warn(facts, 'some endpoints lost blocks that others have; nothing is reverted until most agree');
  if (having > without.length)
    for (const name of without) chain.endpoints?.avoid(name, `lost block ${lost.number}, which the others have`);
  return true;
}

/**
 * Call it before a network is read from a block that follows no block read before. Throws a retryable ChainFault if an
 * endpoint is on another chain or if too few endpoints have the block; others are asked next time. `isNewest`:
 * endpoints without a block at that height are ignored, because they may lag.
 */
export async function requireShared(
  sync: SyncContext,
  { number, hash }: BlockHeader,
  { isNewest = false } = {},
): Promise<void> {
  const { session } = sync;
  await refuseOtherChains(sync);
  const voters = votersOf(session);
  if (voters.length < 2) return;
  const votes = await askHeaders(voters, number);
  if (mayBeginAt(hash, isNewest ? votes.filter((vote) => vote.hash !== null) : votes)) return;
  const why = `block ${number} with the hash ${hash} is not the block of most endpoints`;
  for (const vote of votes) if (vote.hash === hash) session.chain.endpoints?.avoid(vote.endpoint, why);
  throw new ChainFault(`The network is not read from that block: ${why}`, true);
}

/**
 * Throws a retryable ChainFault if an endpoint in use has changed to another chain; from then on the others are asked.
 * An endpoint that was already known to be on another chain is ignored.
 */
export async function refuseOtherChains({ instance, session: { network, chain } }: SyncContext): Promise<void> {
  const health = chain.endpoints?.health ?? [];
  const known = health.filter(({ state }) => state === 'wrong_chain').map(({ name }) => name);
  const strangers = (await chain.endpoints?.findStrangers()) ?? [];
  const turned = strangers.filter((name) => !known.includes(name));
  if (turned.length === 0) return;
  const facts = { network: network.symbol, endpoints: turned };
  instance.log.error(facts, 'an endpoint is on another chain; it is not trusted for reverts, and others are asked');
  throw new ChainFault(`${turned.join(', ')} cannot be used: another chain`, true);
}
