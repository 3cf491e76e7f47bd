// Compares the chain that was read with what every endpoint names, so that no single one can make, keep or undo a
// branch.
import type { BlockHeader } from '../../../core/payment/transfer.ts';
import { countHeaderVotes, type HeaderTally } from '../../../core/payment/votes.ts';
import { every } from '../../../io/every.ts';
import { findBlock } from '../../networks/block-store.ts';
import type { SyncContext } from '../sync-session.ts';
import { askEach, votersOf } from './endpoint-quorum.ts';

/** An endpoint that lags by more than this, in blocks and in the chain's seconds, has no vote on the newest blocks. */
const toleratedBlocks = 3;
const toleratedSeconds = 5;
/** One disagreement may be a reorg that is under way; this many in a row, some seconds apart, are another branch. */
const mostDisagreements = 2;
const disagreementMillis = 5_000;

/**
 * Asks every endpoint for the block that is just deep enough to be credited. Where most, or as many, name another one
 * than was read, nothing is credited until they agree again; a single outlier is put in quarantine.
 */
export async function compareHeaders(sync: SyncContext, height: number): Promise<void> {
  const { network, quorum } = sync.session;
  const voters = votersOf(sync.session);
  if (voters.length < 2 && quorum.dispute === null) return;
  const number = height - network.confirmations + 1;
  const kept = await findBlock(sync.instance.db, network.id, number);
  if (kept === null) return;
  const answers = await askEach(voters, async (chain) => (await chain.headerAt(number))?.hash ?? null);
  const tally = countHeaderVotes(
    kept.hash,
    answers.map(({ endpoint, answer }) => ({ endpoint, hash: answer })),
  );
  if (tally.kind === 'unanswered') return;
  recordDispute(sync, kept, tally);
  for (const { name } of voters) countDisagreement(sync, { name, number }, tally);
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
 * have them as have not. Endpoints that lost them against most others are deprioritized. `lost`: the lowest of these
 * blocks.
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
  const newest = cast.reduce((most, { head }) => (head.number > most.number ? head : most), lost);
  const current = cast.filter(
    ({ head }) => newest.number - head.number <= toleratedBlocks || newest.time - head.time <= toleratedSeconds,
  );
  const without = current.filter(({ hash }) => hash !== lost.hash).map(({ endpoint }) => endpoint);
  const having = current.length - without.length;
  if (having === 0 || having < without.length) return false;
  const facts = { network: network.symbol, block: lost.number, having, without };
  instance.log.warn(facts, 'some endpoints lost blocks that others have; nothing is reverted until most agree');
  if (having > without.length)
    for (const name of without) chain.endpoints?.avoid(name, `lost block ${lost.number}, which the others have`);
  return true;
}
