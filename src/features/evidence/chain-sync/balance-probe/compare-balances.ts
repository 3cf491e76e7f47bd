// Compares balances with recorded transfers, examines the blocks with unexplained increases, and moves the checkpoints.
import { type BalancePoint, type BalanceProbe, type BalanceRises, ChainFault } from '../../../../io/chains/chain.ts';
import { type Arrival, listArrivals } from '../../../money/payments/internal-transfer-store.ts';
import type { BlockReached } from '../sync-session.ts';
import type { Probe } from './probe.ts';
import type { Checkpoint } from './probe-memory.ts';
import { recordInternalTransfers } from './record-internal-transfers.ts';

/** The number of blocks that one probe examines. More would delay the reading of new blocks. */
const mostRises = 16;
/** No new work begins after this time; half of it is for finding the blocks. The rest waits for the next probe. */
const mostMillis = 8_000;

/** Moves the checkpoints of the addresses that are done. If a ChainFault ended the work early, throws it at the end. */
export async function compareBalances(probe: Probe, chosen: readonly string[]): Promise<void> {
  const { balances, block, signal } = probe;
  const { checkpoints } = probe.sync.session.probe;
  const now = await balances.at(block, chosen, signal);
  if (now === null) return;
  const known = await knownBalances(probe, chosen);
  const arrivals = await arrivalsSince(probe, chosen, known);
  const found: Found[] = [];
  const searched = await untilFault(chosen.entries(), async ([at, address]) => {
    const checkpoint = checkpoints.get(address);
    if (checkpoint === undefined) return;
    // Moves the address to the end of the map, so that an address that keeps failing does not block the others.
    checkpoints.delete(address);
    checkpoints.set(address, checkpoint);
    const to = { number: block.number, balance: now[at] as bigint };
    const most = mostRises - found.reduce((sum, { rises }) => sum + rises.blocks.length, 0);
    if (most <= 0 || performance.now() - probe.startedAt > mostMillis / 2) return;
    const from = known.get(address) ?? to;
    const rises = await risesOf(probe, { address, from, to, explained: explainedBy(arrivals.get(address)), most });
    found.push({ address, checkpoint, rises, balance: to.balance });
  });
  const recorded = await recordRises(probe, found);
  const fault = searched ?? recorded;
  if (fault !== undefined) throw fault;
}

interface Found {
  readonly address: string;
  readonly checkpoint: Checkpoint;
  readonly rises: BalanceRises;
  /** The balance at the block of this probe. */
  readonly balance: bigint;
}

/** Returns the ChainFault that stopped the work, if any, so that the caller can keep the results so far. */
async function untilFault<T>(items: Iterable<T>, act: (item: T) => Promise<void>): Promise<unknown> {
  try {
    for (const item of items) await act(item);
    return undefined;
  } catch (fault) {
    if (fault instanceof ChainFault) return fault;
    throw fault;
  }
}

/**
 * Returns the balances at the checkpoints, and asks for those that are unknown. Addresses are missing if no endpoint
 * has their balance any more.
 */
async function knownBalances(probe: Probe, chosen: readonly string[]): Promise<Map<string, BalancePoint>> {
  const { checkpoints } = probe.sync.session.probe;
  const known = new Map<string, BalancePoint>();
  const unknown: [string, Checkpoint][] = [];
  for (const address of chosen) {
    const checkpoint = checkpoints.get(address);
    if (checkpoint?.balance === null) unknown.push([address, checkpoint]);
    else if (checkpoint !== undefined)
      known.set(address, { number: checkpoint.block.number, balance: checkpoint.balance });
  }
  for (const same of Map.groupBy(unknown, ([, { block }]) => block.hash).values()) {
    const { block } = (same[0] as [string, Checkpoint])[1];
    const addresses = same.map(([address]) => address);
    const answers = await probe.balances.at(block, addresses, probe.signal);
    if (answers === null) warnUnseen(probe, block.number, addresses);
    for (const [at, address] of addresses.entries())
      if (answers !== null) known.set(address, { number: block.number, balance: answers[at] as bigint });
  }
  return known;
}

/** Returns, by address, the transfers recorded after the lowest of the known balances. */
async function arrivalsSince(
  { sync: { instance, session } }: Probe,
  chosen: readonly string[],
  known: ReadonlyMap<string, BalancePoint>,
): Promise<Map<string, Arrival[]>> {
  const asset = instance.catalog.assetByContract(session.network.id, '');
  if (asset === null || known.size === 0) return new Map();
  const afterBlock = Math.min(...[...known.values()].map(({ number }) => number));
  const place = { networkId: session.network.id, assetId: asset.id };
  const arrivals = await listArrivals(instance.db, { ...place, addresses: chosen, afterBlock });
  return Map.groupBy(arrivals, ({ recipient }) => recipient);
}

function explainedBy(arrivals: readonly Arrival[] = []): (after: number, upTo: number) => bigint {
  return (after, upTo) =>
    arrivals.reduce((sum, { block, amount }) => (block > after && block <= upTo ? sum + amount : sum), 0n);
}

async function risesOf(probe: Probe, search: Parameters<BalanceProbe['bisect']>[0]): Promise<BalanceRises> {
  const rises = await probe.balances.bisect(search, probe.signal);
  if (rises !== null) return rises;
  warnUnseen(probe, search.from.number, [search.address]);
  return { blocks: [], isCut: false };
}

/** Examines the blocks with unexplained increases, and moves the checkpoints of the addresses that are done. */
async function recordRises(probe: Probe, found: readonly Found[]): Promise<unknown> {
  const { session } = probe.sync;
  const rises = found.flatMap(({ address, rises: { blocks } }) => blocks.map(({ number }) => ({ number, address })));
  const byNumber = [...Map.groupBy(rises, ({ number }) => number)].sort(([one], [other]) => one - other);
  const left = new Set(rises.map(({ address, number }) => `${address} ${number}`));
  const headers = new Map<number, Pick<BlockReached, 'number' | 'hash'>>();
  const fault = await untilFault(byNumber, async ([number, same]) => {
    if (performance.now() - probe.startedAt > mostMillis) return;
    const addresses = same.map(({ address }) => address);
    // Confirms payments that are deep enough already without waiting for the next block.
    session.settled.blockHash = null;
    const done = await recordInternalTransfers(probe, { number, addresses });
    if (done === null) warnUnseen(probe, number - 1, addresses);
    headers.set(number, done?.header ?? probe.block);
    for (const address of done?.addresses ?? addresses) left.delete(`${address} ${number}`);
    if (done?.fault !== undefined) throw done.fault;
  });
  for (const one of found)
    if (!one.rises.blocks.some(({ number }) => left.has(`${one.address} ${number}`)))
      moveCheckpoint(probe, one, headers);
  return fault;
}

/** Moves the checkpoint to the block of this probe. If the search was cut off, moves it to the last examined block. */
function moveCheckpoint(
  { sync, block }: Probe,
  { address, checkpoint, rises: { blocks, isCut }, balance }: Found,
  headers: ReadonlyMap<number, Pick<BlockReached, 'number' | 'hash'>>,
): void {
  const last = isCut ? blocks.at(-1) : undefined;
  const header = last === undefined ? undefined : headers.get(last.number);
  const isWhole = last === undefined || header === undefined || header === block;
  const reached = isWhole ? { block, balance } : { block: header, balance: last.balance };
  sync.session.probe.checkpoints.set(address, { ...checkpoint, ...reached });
}

function warnUnseen({ sync: { instance, session } }: Probe, after: number, addresses: readonly string[]): void {
  const facts = { network: session.network.symbol, after, addresses };
  const says = 'no endpoint has the balances of these blocks any more; internal transfers in them were not checked';
  instance.log.warn(facts, says);
}
