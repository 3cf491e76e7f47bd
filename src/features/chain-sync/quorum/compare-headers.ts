// Compares the chain that was read with what every endpoint names, so that no single one can make, keep or undo a branch.

import type { BlockHeader } from '../../../core/payment/transfer.ts';
import { weighHeader } from '../../../core/payment/votes.ts';
import type { Instance } from '../../instance.ts';
import { keptBlock } from '../../networks/endpoint-store.ts';
import type { Follower } from '../sync-session.ts';
import { askWitnesses, votersOf } from './endpoint-quorum.ts';

/** An endpoint that lags by more than this, in blocks and in the chain's seconds, has no say about the newest blocks. */
const toleratedBlocks = 3;
const toleratedSeconds = 5;
/** One difference may be a reorg that is under way; this many in a row, some seconds apart, are another branch. */
const mostStrikes = 2;
const strikeMillis = 5_000;

type Place = Pick<Follower, 'network' | 'jury' | 'chain'>;

/**
 * Asks every endpoint for the block that is just deep enough to be credited. Where most, or as many, name another one than was
 * read, crediting stops until they agree again; one that is alone with another block is not asked any more.
 */
export async function compareHeaders(instance: Instance, place: Place, height: number): Promise<void> {
  const { network, jury, chain } = place;
  const voters = votersOf(place);
  if (voters.length < 2 && jury.dispute === null) return;
  const number = height - network.confirmations + 1;
  const kept = await keptBlock(instance.db, network.id, number);
  if (kept === null) return;
  const words = await askWitnesses(voters, async (witness) => (await witness.headerAt(number))?.hash ?? null);
  const { kind, against } = weighHeader(
    kept.hash,
    words.map(({ witness, answer }) => ({ witness, hash: answer })),
  );
  if (kind === 'unheard') return;
  const before = jury.dispute;
  jury.dispute = kind === 'agreed' ? null : `${against.join(', ')} name another block ${number} than was read`;
  const facts = { network: network.symbol, block: number, hash: kept.hash, against };
  if (jury.dispute !== null && before === null)
    instance.log.error(facts, 'endpoints name another block than was read; nothing is credited until they agree');
  if (jury.dispute === null && before !== null) instance.log.info(facts, 'the endpoints agree again');
  const now = instance.clock.now().getTime();
  for (const { name } of voters) {
    const last = jury.strikes.get(name) ?? { count: 0, at: 0 };
    if (kind !== 'agreed' || !against.includes(name)) jury.strikes.delete(name);
    else if (now - last.at >= strikeMillis) jury.strikes.set(name, { count: last.count + 1, at: now });
    if ((jury.strikes.get(name)?.count ?? 0) >= mostStrikes)
      chain.endpoints?.quarantine(name, `names another block ${number} than the others`);
  }
}

/**
 * Whether blocks that the chain seems to have lost are to be kept for now: as many endpoints that are up to date still have them as
 * have not. Those who lost them against most others are asked later. `lost`: the lowest of these blocks.
 */
export async function keepsBranch(instance: Instance, place: Place, lost: BlockHeader): Promise<boolean> {
  const { network, chain } = place;
  const voters = votersOf(place);
  if (voters.length < 2) return false;
  const words = await askWitnesses(voters, async (witness) => ({
    head: await witness.head(),
    hash: (await witness.headerAt(lost.number))?.hash ?? null,
  }));
  const heard = words.flatMap(({ witness, answer }) => (answer === null ? [] : [{ witness, ...answer }]));
  const newest = heard.reduce((most, { head }) => (head.number > most.number ? head : most), lost);
  const current = heard.filter(
    ({ head }) => newest.number - head.number <= toleratedBlocks || newest.time - head.time <= toleratedSeconds,
  );
  const without = current.filter(({ hash }) => hash !== lost.hash).map(({ witness }) => witness);
  const having = current.length - without.length;
  if (having === 0 || having < without.length) return false;
  const facts = { network: network.symbol, block: lost.number, having, without };
  instance.log.warn(facts, 'some endpoints lost blocks that others have; nothing is taken back until most agree');
  if (having > without.length)
    for (const name of without) chain.endpoints?.avoid(name, `lost block ${lost.number}, which the others have`);
  return true;
}
