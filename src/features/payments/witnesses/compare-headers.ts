// Compares the chain that was read with what every endpoint names, so that no single one can make, keep or undo a branch.
import { weighHeader } from '../../../core/payment/testimony.ts';
import type { BlockHeader } from '../../../core/payment/transfer.ts';
import type { Instance } from '../../instance.ts';
import type { Follower } from '../follow-chain.ts';
import { keptBlock } from './endpoint-store.ts';
import { askWitnesses } from './jury.ts';

/** An endpoint that lags by more than this, in blocks and in the chain's seconds, has no say about the newest blocks. */
const toleratedBlocks = 3;
const toleratedSeconds = 5;
/** One difference may be a reorg that is under way; this many in a row are another branch. */
const mostStrikes = 2;

type Place = Pick<Follower, 'network' | 'jury' | 'chain'>;

/**
 * Asks every endpoint for the block that is just deep enough to be credited. Where most, or as many, name another one than was
 * read, crediting stops until they agree again; one that is alone with another block is not asked any more.
 */
export async function compareHeaders(
  instance: Instance,
  { network, jury, chain }: Place,
  height: number,
): Promise<void> {
  const number = height - network.confirmations + 1;
  const kept = await keptBlock(instance.db, network.id, number);
  if (kept === null) return;
  const words = await askWitnesses(jury.witnesses, async (witness) => (await witness.headerAt(number))?.hash ?? null);
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
  for (const { name } of jury.witnesses) {
    const strikes = kind === 'agreed' && against.includes(name) ? (jury.strikes.get(name) ?? 0) + 1 : 0;
    jury.strikes.set(name, strikes);
    if (strikes >= mostStrikes) chain.endpoints?.quarantine(name, `names another block ${number} than the others`);
  }
}

/**
 * Whether blocks that the chain seems to have lost are to be kept for now: as many endpoints that are up to date still have them as
 * have not. Those who lost them against most others are asked later. `lost`: the lowest of these blocks.
 */
export async function keepsBranch(
  instance: Instance,
  { network, jury, chain }: Place,
  lost: BlockHeader,
): Promise<boolean> {
  if (jury.witnesses.length < 2) return false;
  const words = await askWitnesses(jury.witnesses, async (witness) => ({
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
