// Has blocks that were recorded read again by other endpoints, and corrects what one alone invented or left out.

import { type BlockHeader, innerForm, type ScannedBlock, type Transfer } from '../../../core/payment/transfer.ts';
import { type BlockVerdict, type Testimony, weighBlock } from '../../../core/payment/votes.ts';
import type { Chain } from '../../../io/chains/chain.ts';
import type { Instance } from '../../instance.ts';
import { lockCursor } from '../../networks/cursor-store.ts';
import {
  keptBlock,
  listRecordedIn,
  listWatchedBy,
  orphanInvented,
  type RecordedPlace,
} from '../../networks/endpoint-store.ts';
import { forgetMined } from '../../networks/unconfirmed-store.ts';
import { receiveTransfers } from '../../payments/receive-transfers.ts';
import { revertThese } from '../../payments/revert.ts';
import { transfersOf } from '../record-blocks.ts';
import type { Follower } from '../sync-session.ts';
import { askWitnesses, votersOf, type Witness } from './endpoint-quorum.ts';

type Place = Pick<Follower, 'network' | 'jury' | 'chain' | 'owner' | 'watched'>;

/** Blocks in one go, and how far behind the cursor reading again may fall before it skips. */
const atOnce = 16;
const mostBehind = 256;
const sampleMillis = 30_000;

/**
 * With a quorum, every block is read by as many endpoints as it asks for; without one, a block of the last few now and then, by two.
 * Blocks in doubt are read again each time a sample is due.
 */
export async function readAgain(instance: Instance, place: Place, height: number): Promise<void> {
  const { network, jury } = place;
  if (votersOf(place).length < 2) return;
  const now = performance.now();
  if (now - jury.sampledAt >= sampleMillis) {
    jury.sampledAt = now;
    for (const number of jury.doubts.keys()) await readBlockAgain(instance, place, number, votersOf(place).length);
    const back = Math.floor(instance.random() * Math.min(network.reorgDepth, 64));
    if (network.quorum === null) await readBlockAgain(instance, place, Math.max(0, height - back), 2);
  }
  if (network.quorum === null) return;
  jury.readUpTo = Math.max(jury.readUpTo ?? height - 1, height - mostBehind);
  for (let read = 0; read < atOnce && jury.readUpTo < height; read += 1) {
    const isRead = await readBlockAgain(instance, place, jury.readUpTo + 1, network.quorum.endpoints);
    if (!isRead) return;
    jury.readUpTo += 1;
  }
}

/** False where fewer than `count` endpoints could be heard about it. */
async function readBlockAgain(instance: Instance, place: Place, number: number, count: number): Promise<boolean> {
  const { network, jury } = place;
  const header = await keptBlock(instance.db, network.id, number);
  if (header === null) {
    jury.doubts.delete(number);
    return true;
  }
  const all = await listRecordedIn(instance.db, network.id, header.hash);
  // What balances told of is in no block: who reads the block again knows nothing of it, or has it from traces.
  const byBalance = new Set(all.filter((one) => innerForm(one) === 'balance').map(({ recipient }) => recipient));
  const recorded = all.filter((one) => innerForm(one) !== 'balance');
  const keys = new Set(recorded.map(keyOf));
  jury.turn += 1;
  const voters = votersOf(place);
  const some = Array.from(
    { length: Math.min(count, voters.length) },
    (_, at) => voters[(jury.turn + at) % voters.length] as Witness,
  );
  const first = await hear(place, some, header, byBalance);
  const verdict = weighBlock(keys, first.testimonies);
  if (isQuiet(verdict)) {
    if (first.testimonies.length >= count) jury.doubts.delete(number);
    return first.testimonies.length >= count;
  }
  const whole = await hear(place, voters, header, byBalance);
  await act(instance, place, header, recorded, whole.told, weighBlock(keys, whole.testimonies));
  return true;
}

/** Their own readings of this very block, those who have another one at its height left out; and every transfer told, by its key. */
async function hear(
  { watched }: Place,
  witnesses: readonly Witness[],
  header: BlockHeader,
  byBalance: ReadonlySet<string>,
): Promise<{ testimonies: Testimony[]; told: Map<string, Transfer> }> {
  const told = new Map<string, Transfer>();
  const words = await askWitnesses(witnesses, (chain, signal) => readOne(chain, header.number, watched, signal));
  const testimonies = words.flatMap(({ witness, answer }) => {
    if (answer === null || answer.header.hash !== header.hash) return [];
    const transfers = answer.transfers.filter((one) => innerForm(one) === null || !byBalance.has(one.recipient));
    for (const transfer of transfers) told.set(keyOf(transfer), transfer);
    return [{ witness, transfers: new Set(transfers.map(keyOf)) }];
  });
  return { testimonies, told };
}

async function readOne(
  chain: Chain,
  number: number,
  watched: Follower['watched'],
  signal: AbortSignal,
): Promise<ScannedBlock | null> {
  for await (const block of chain.scan(number, number, watched, signal)) return block;
  return null;
}

async function act(
  instance: Instance,
  place: Place,
  header: BlockHeader,
  recorded: readonly RecordedPlace[],
  told: ReadonlyMap<string, Transfer>,
  verdict: BlockVerdict,
): Promise<void> {
  const { network, jury, chain } = place;
  const shown = await watchedInTime(instance, place, header, [...verdict.missing, ...verdict.disputed], told);
  const missing = verdict.missing.flatMap((key) => (shown.has(key) ? (told.get(key) ?? []) : []));
  const invented = recorded.filter((one) => verdict.invented.includes(keyOf(one)));
  const disputed = verdict.disputed.filter((key) => shown.has(key) || recorded.some((one) => keyOf(one) === key));
  const facts = { network: network.symbol, block: header.number };
  for (const name of verdict.liars) {
    const why = `tells other transfers of block ${header.number} than most`;
    instance.log.error(
      { ...facts, endpoint: name },
      'an endpoint tells other transfers than most; it is not asked any more',
    );
    chain.endpoints?.quarantine(name, why);
  }
  if (missing.length > 0 || invented.length > 0) await correct(instance, place, header, missing, invented);
  if (disputed.length === 0) return void jury.doubts.delete(header.number);
  const says = `endpoints tell different transfers of block ${header.number}`;
  if (!jury.doubts.has(header.number)) instance.log.error({ ...facts, disputed }, says);
  jury.doubts.set(header.number, says);
}

/** A block's time and ours may differ by so much, for a payment right after its address was shown. */
const clockSlackSeconds = 15;

/** A payment to an address that was not shown to anybody yet is no concern of ours, then as now. */
async function watchedInTime(
  instance: Instance,
  { network }: Place,
  header: BlockHeader,
  keys: readonly string[],
  told: ReadonlyMap<string, Transfer>,
): Promise<Set<string>> {
  const addresses = keys.flatMap((key) => told.get(key)?.recipient ?? []);
  const watched = await listWatchedBy(instance.db, network.id, addresses, header.time + clockSlackSeconds);
  return new Set(keys.filter((key) => watched.has(told.get(key)?.recipient ?? '')));
}

/** One commit, as a block's own: what was left out is recorded, what was invented is taken back, and both have their effects. */
async function correct(
  instance: Instance,
  { network, owner }: Place,
  header: BlockHeader,
  missing: readonly Transfer[],
  invented: readonly RecordedPlace[],
): Promise<void> {
  const facts = { network: network.symbol, block: header.number, missing: missing.length, invented: invented.length };
  instance.log.warn(facts, 'correcting a block by what most endpoints tell of it');
  await instance.db.atomically(async (trx) => {
    const cursor = await lockCursor(trx, network.id, owner);
    const kept = await keptBlock(trx, network.id, header.number);
    if (cursor?.block == null || kept?.hash !== header.hash) return;
    const now = instance.clock.now();
    const ids = await orphanInvented(
      trx,
      invented.map(({ id }) => id),
      now,
    );
    await forgetMined(
      trx,
      network.id,
      invented.map(({ txHash }) => txHash),
      now,
    );
    const height = cursor.block.number;
    await revertThese(trx, instance, ids, height);
    const found = transfersOf(instance, network, [{ header, transfers: missing }]);
    await receiveTransfers(trx, instance, { network, height, found, fromBlock: header.number });
  });
}

function isQuiet({ missing, invented, disputed, liars }: BlockVerdict): boolean {
  return missing.length + invented.length + disputed.length + liars.length === 0;
}

function keyOf({ txHash, position, recipient, amount, succeeded }: Omit<RecordedPlace, 'id'>): string {
  return `${txHash} ${position} ${recipient} ${amount} ${succeeded}`;
}
