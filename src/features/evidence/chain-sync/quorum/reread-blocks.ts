// Has blocks that were recorded read again by other endpoints, and corrects what one alone invented or left out.
import { type BlockHeader, internalForm, type ScannedBlock, type Transfer } from '../../../../core/payment/transfer.ts';
import { type BlockTally, type BlockVote, countBlockVotes } from '../../../../core/payment/votes.ts';
import type { Chain, WatchedSet } from '../../../../io/chains/chain.ts';
import { findBlock } from '../../../known/networks/block-store.ts';
import { listWatchedBy } from '../../../known/networks/watched-store.ts';
import { type BlockTransfer, listTransfersIn } from '../../../money/payments/block-transfer-store.ts';
import type { SyncContext } from '../sync-session.ts';
import { abstaining, keyOf, type Reading } from './abstain.ts';
import { correctBlock } from './correct-block.ts';
import { askEach, type SingleEndpoint, votersOf } from './endpoint-quorum.ts';

/** Blocks in one go, and how far behind the cursor reading again may fall before it skips. */
const atOnce = 16;
const mostBehind = 256;

/**
 * With a quorum, every block is read by as many endpoints as it asks for; without one, now and then one of the last few
 * blocks by two. Disputed blocks are read again each time a sample is due.
 */
export async function rereadBlocks(sync: SyncContext, height: number): Promise<void> {
  const { network, quorum } = sync.session;
  if (votersOf(sync.session).length < 2) return;
  // Where nobody hands out whole blocks, what is read is proved, and each endpoint's word is heard as it is read: one
  // that was not asked for an address now has no vote on what came to it.
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

/** False where fewer than `count` endpoints answered about it. */
async function rereadBlock(sync: SyncContext, number: number, count: number): Promise<boolean> {
  const { network, quorum } = sync.session;
  const header = await findBlock(sync.instance.db, network.id, number);
  if (header === null) {
    quorum.disputedBlocks.delete(number);
    return true;
  }
  const all = await listTransfersIn({ db: sync.instance.db, networkId: network.id }, header.hash);
  // What came within calls is told beside the block, by whoever can: a second reading need not have it.
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

/** So many of the endpoints, others each time. */
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
 * The endpoints' own readings of this very block, without those that have another one at its height; and every transfer
 * read, by its key.
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
  return { votes: await abstaining(readings, { header, recorded, unproven }), transfers: all };
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
  /** Every transfer that any endpoint read, by its key. */
  readonly read: ReadonlyMap<string, Transfer>;
}

async function actOn(sync: SyncContext, readings: Readings, tally: BlockTally): Promise<void> {
  const { network, quorum, chain } = sync.session;
  const { header, recorded, read } = readings;
  const shown = await watchedInTime(sync, readings, [...tally.missing, ...tally.disputed]);
  const missing = tally.missing.flatMap((key) => (shown.has(key) ? (read.get(key) ?? []) : []));
  const invented = recorded.filter((one) => tally.invented.includes(keyOf(one)));
  const disputed = tally.disputed.filter((key) => shown.has(key) || recorded.some((one) => keyOf(one) === key));
  const facts = { network: network.symbol, block: header.number };
  for (const name of tally.outliers) {
    const why = `has other transfers of block ${header.number} than most`;
    const says = 'an endpoint has other transfers than most; it is not asked any more';
    sync.instance.log.error({ ...facts, endpoint: name }, says);
    chain.endpoints?.quarantine(name, why);
  }
  if (missing.length > 0 || invented.length > 0) await correctBlock(sync, header, { missing, invented });
  if (disputed.length === 0) return void quorum.disputedBlocks.delete(header.number);
  const says = `endpoints have different transfers of block ${header.number}`;
  if (!quorum.disputedBlocks.has(header.number)) sync.instance.log.error({ ...facts, disputed }, says);
  quorum.disputedBlocks.set(header.number, says);
}

/** A block's time and ours may differ by so much, for a payment right after its address was shown. */
const clockSlackSeconds = 15;

/** The keys of transfers to addresses that were shown to somebody by then; what came to others is nobody's payment. */
async function watchedInTime(
  { instance, session }: SyncContext,
  { header, read }: Readings,
  keys: readonly string[],
): Promise<Set<string>> {
  const addresses = keys.flatMap((key) => read.get(key)?.recipient ?? []);
  const seconds = header.time + clockSlackSeconds;
  const watched = await listWatchedBy(instance.db, session.network.id, { addresses, seconds });
  return new Set(keys.filter((key) => watched.has(read.get(key)?.recipient ?? '')));
}

function isUnanimous({ missing, invented, disputed, outliers }: BlockTally): boolean {
  return missing.length + invented.length + disputed.length + outliers.length === 0;
}
