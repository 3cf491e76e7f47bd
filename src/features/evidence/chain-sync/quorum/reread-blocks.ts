// Reads recorded blocks again with other endpoints and corrects transfers that a single endpoint invented or left out.
import { type BlockHeader, internalForm, type ScannedBlock, type Transfer } from '../../../../core/payment/transfer.ts';
import { type BlockTally, type BlockVote, countBlockVotes } from '../../../../core/payment/votes.ts';
import type { Chain, WatchedSet } from '../../../../io/chains/chain.ts';
import { findBlock } from '../../../known/networks/block-store.ts';
import type { BlockTransfer } from '../../../money/payments/block-transfer-store.ts';
import type { SyncContext } from '../sync-session.ts';
import { keyOf, type Reading, votesOf } from './abstain.ts';
import { correctBlock } from './correct-block.ts';
import { askEach, type SingleEndpoint, votersOf } from './endpoint-quorum.ts';
import { listRecordedIn, soughtAmong } from './recorded-transfers.ts';

/** The number of blocks in one run; `mostBehind` is the distance to the cursor from which on blocks are skipped. */
const atOnce = 16;
const mostBehind = 256;

/**
 * With a quorum, reads every block with as many endpoints as the quorum requires. Without one, reads one of the latest
 * blocks from time to time with two endpoints. Disputed blocks are read again with each sample.
 */
export async function rereadBlocks(sync: SyncContext, height: number): Promise<void> {
  const { network, quorum } = sync.session;
  if (votersOf(sync.session).length < 2) return;
  // If the chain does not provide whole blocks, every transfer is proved and each endpoint votes at the time of
  // reading. An endpoint that did not watch an address then has no vote on its transfers.
  if (sync.session.chain.missedBlocks !== undefined) return;
  if (quorum.samplePace.isDue) {
    quorum.samplePace.restart();
    for (const number of quorum.disputedBlocks.keys()) await rereadBlock(sync, number, votersOf(sync.session).length);
    const back = Math.floor(sync.instance.random() * Math.min(network.reorgDepth, 64));
    if (network.quorum === null) await rereadBlock(sync, Math.max(0, height - back), 2);
  }
  if (network.quorum === null) return;
  quorum.readUpTo = Math.max(quorum.readUpTo ?? height - 1, height - mostBehind);
  for (let read = 0; read < atOnce && quorum.readUpTo < height; read += 1) {
    if (!(await rereadBlock(sync, quorum.readUpTo + 1, network.quorum.endpoints))) return;
    quorum.readUpTo += 1;
  }
}

/** Returns false if fewer than `count` endpoints answered. */
async function rereadBlock(sync: SyncContext, number: number, count: number): Promise<boolean> {
  const { network, quorum } = sync.session;
  const header = await findBlock(sync.instance.db, network.id, number);
  if (header === null) {
    quorum.disputedBlocks.delete(number);
    return true;
  }
  const all = await listRecordedIn(sync, header.hash);
  // Internal transfers come from another source, so a second reading may lack them.
  const recorded = all.filter((one) => internalForm(one) === null);
  const keys = new Set(recorded.map(keyOf));
  const voters = votersOf(sync.session);
  const rereading = { header, recorded };
  const first = await readWith(sync, nextOf(sync, voters, count), rereading);
  if (isUnanimous(countBlockVotes(keys, first.votes))) {
    if (first.votes.length >= count) quorum.disputedBlocks.delete(number);
    return first.votes.length >= count;
  }
  const whole = await readWith(sync, voters, rereading);
  await actOn(sync, { header, recorded, read: whole.transfers }, countBlockVotes(keys, whole.votes));
  return true;
}

/** Returns the next `count` endpoints in turn. */
function nextOf({ session }: SyncContext, voters: readonly SingleEndpoint[], count: number): SingleEndpoint[] {
  session.quorum.turn += 1;
  const { turn } = session.quorum;
  return Array.from(
    { length: Math.min(count, voters.length) },
    (_, at) => voters[(turn + at) % voters.length] as SingleEndpoint,
  );
}

interface Rereading {
  readonly header: BlockHeader;
  readonly recorded: readonly BlockTransfer[];
}

/**
 * Returns the votes of endpoints that have this block, without those that have another block at its height. Also
 * returns every transfer read, by key.
 */
async function readWith(
  { session }: SyncContext,
  endpoints: readonly SingleEndpoint[],
  { header, recorded }: Rereading,
): Promise<{ votes: BlockVote[]; transfers: Map<string, Transfer> }> {
  const all = new Map<string, Transfer>();
  const { set } = session.watched;
  const answers = await askEach(endpoints, (chain, signal) => readOne({ chain, watched: set }, header.number, signal));
  const readings = answers.flatMap(({ endpoint, answer }): Reading[] => {
    const chain = endpoints.find(({ name }) => name === endpoint)?.chain;
    if (chain === undefined || answer === null || answer.header.hash !== header.hash) return [];
    const transfers = answer.transfers.filter((one) => internalForm(one) === null);
    for (const transfer of transfers) all.set(keyOf(transfer), transfer);
    return [{ endpoint, chain, transfers }];
  });
  const unproven = new Set(session.network.facts.unproven ?? []);
  return { votes: await votesOf(readings, { header, recorded, unproven }), transfers: all };
}

async function readOne(
  { chain, watched }: { readonly chain: Chain; readonly watched: WatchedSet },
  number: number,
  signal: AbortSignal,
): Promise<ScannedBlock | null> {
  for await (const block of chain.scan(number, number, watched, signal)) return block;
  return null;
}

interface Readings {
  readonly header: BlockHeader;
  readonly recorded: readonly BlockTransfer[];
  /** Every transfer that an endpoint read, by key. */
  readonly read: ReadonlyMap<string, Transfer>;
}

async function actOn(sync: SyncContext, readings: Readings, tally: BlockTally): Promise<void> {
  const { network, quorum, chain } = sync.session;
  const { header, recorded, read } = readings;
  const shown = await soughtKeys(sync, readings, [...tally.missing, ...tally.disputed]);
  const missing = tally.missing.flatMap((key) => (shown.has(key) ? (read.get(key) ?? []) : []));
  const invented = recorded.filter((one) => tally.invented.includes(keyOf(one)));
  const disputed = tally.disputed.filter((key) => shown.has(key) || recorded.some((one) => keyOf(one) === key));
  const facts = { network: network.symbol, block: header.number };
  for (const name of tally.outliers) {
    const why = `reported other transfers in block ${header.number} than most`;
    const says = 'an endpoint reported other transfers than most; it is no longer asked';
    sync.instance.log.error({ ...facts, endpoint: name }, says);
    chain.endpoints?.quarantine(name, why);
  }
  if (missing.length > 0 || invented.length > 0) await correctBlock(sync, header, { missing, invented });
  if (disputed.length === 0) return void quorum.disputedBlocks.delete(header.number);
  const says = `endpoints report different transfers in block ${header.number}`;
  if (!quorum.disputedBlocks.has(header.number)) sync.instance.log.error({ ...facts, disputed }, says);
  quorum.disputedBlocks.set(header.number, says);
}

/** Returns the keys of the transfers that must be recorded. */
async function soughtKeys(
  sync: SyncContext,
  { header, read }: Readings,
  keys: readonly string[],
): Promise<Set<string>> {
  const transfers = keys.flatMap((key) => read.get(key) ?? []);
  return new Set((await soughtAmong(sync, header, transfers)).map(keyOf));
}

function isUnanimous({ missing, invented, disputed, outliers }: BlockTally): boolean {
  return missing.length + invented.length + disputed.length + outliers.length === 0;
}
