// Compares the chain that was read with what every endpoint names, so that no single one can make, keep or undo a
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
import { every } from '../../../../io/throttle.ts';
import { findBlock } from '../../../known/networks/block-store.ts';
import type { SyncContext } from '../sync-session.ts';
import { askEach, type SingleEndpoint, votersOf } from './endpoint-quorum.ts';

/** One disagreement may be a reorg that is under way; this many in a row, some seconds apart, are another branch. */
const mostDisagreements = 2;
const disagreementMillis = 5_000;

/**
 * Asks every endpoint for the block that is just deep enough to be credited. Where most, or as many, name another one
 * than was read, nothing is credited until they agree again; a single outlier is put in quarantine. Returns the names
 * of the endpoints that have no block there, where they are more than those that have the one that was read. Then too
 * few have seen what would be credited: an endpoint alone can extend the chain, and no other names another block yet.
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
  const tally = await withoutStrangers(sync, kept.hash, votes);
  if (tally.kind === 'unanswered') return lacking;
  recordDispute(sync, kept, tally);
  for (const { name } of voters) countDisagreement(sync, { name, number }, tally);
  return lacking;
}

/** The block at this height, or that there is none, by each endpoint that answers. */
async function askHeaders(voters: readonly SingleEndpoint[], number: number): Promise<HeaderVote[]> {
  const answers = await askEach(voters, async (chain) => ({ hash: (await chain.headerAt(number))?.hash ?? null }));
  return answers.flatMap(({ endpoint, answer }) => (answer === null ? [] : [{ endpoint, ...answer }]));
}

/** Counts the votes; where some are against, only of those that are still this chain. */
async function withoutStrangers(
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
 * Whether blocks that the chain seems to have lost are to be kept for now: at least as many up-to-date endpoints still
 * have them as have not; one that has no block there cannot tell. Endpoints that lost them against most others are
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
 * Before a network is read from this block on, although it is built upon no block that was read. Throws a retryable
 * ChainFault where an endpoint is another chain, or where too few endpoints have the block. Others are asked then.
 * `isNewest`: other endpoints may not have it yet, so only those speak that have a block of its height.
 */
export async function requireShared(
  sync: SyncContext,
  { number, hash }: BlockHeader,
  { isNewest = false } = {},
): Promise<void> {
  const { session } = sync;
  await leaveStrangers(sync);
  const voters = votersOf(session);
  if (voters.length < 2) return;
  const votes = await askHeaders(voters, number);
  if (mayBeginAt(hash, isNewest ? votes.filter((vote) => vote.hash !== null) : votes)) return;
  const why = `block ${number} with the hash ${hash} is not the block of most endpoints`;
  for (const vote of votes) if (vote.hash === hash) session.chain.endpoints?.avoid(vote.endpoint, why);
  throw new ChainFault(`The network is not read from there on: ${why}`, true);
}

/**
 * Throws a retryable ChainFault where an endpoint that was in use is another chain by now. The others are asked from
 * then on. An endpoint that was known as another chain before holds up nothing.
 */
export async function leaveStrangers({ instance, session: { network, chain } }: SyncContext): Promise<void> {
  const health = chain.endpoints?.health ?? [];
  const known = health.filter(({ state }) => state === 'wrong_chain').map(({ name }) => name);
  const strangers = (await chain.endpoints?.findStrangers()) ?? [];
  const turned = strangers.filter((name) => !known.includes(name));
  if (turned.length === 0) return;
  const facts = { network: network.symbol, endpoints: turned };
  instance.log.error(facts, 'an endpoint is another chain; nothing is reverted on its word, and others are asked');
  throw new ChainFault(`${turned.join(', ')} cannot be asked: another chain`, true);
}
