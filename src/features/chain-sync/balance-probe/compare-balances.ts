// Compares balances with what is recorded, looks at the blocks in which they grew for no known reason, and keeps how far that is done.
import { type BalancePoint, type Rises, risingBlocks } from '../../../core/payment/internal/rising-blocks.ts';
import { ChainFault, type NativeBalances } from '../../../io/chains/chain.ts';
import type { Instance } from '../../instance.ts';
import { type Arrival, listArrivals } from '../../payments/internal-transfer-store.ts';
import type { Follower } from '../sync-session.ts';
import type { Mark } from './probe-memory.ts';
import { recordGrowth } from './record-balance-delta.ts';

/** The newest block read. */
export interface ReadUpTo {
  readonly number: number;
  readonly hash: string;
  /** On the chain's clock, in Unix seconds. */
  readonly time: number;
}

export interface Looking {
  readonly instance: Instance;
  readonly follower: Follower;
  readonly balances: NativeBalances;
  readonly block: ReadUpTo;
  readonly signal: AbortSignal;
  /** On performance.now()'s clock. */
  readonly startedAt: number;
}

/** Blocks that one look takes a closer look at: other blocks are to be read, and must not wait for long. */
const mostRises = 16;
/** Nothing more is begun after so long, half of it for finding the blocks; what is left waits for the next look. */
const mostMillis = 8_000;

/** Moves the marks of those for whom it is done. Throws the ChainFault that ended it early, if one did. */
export async function compareBalances(looking: Looking, chosen: readonly string[]): Promise<void> {
  const { follower, balances, block, signal } = looking;
  const now = await balances.at(block, chosen, signal);
  if (now === null) return;
  const known = await knownBalances(looking, chosen);
  const arrivals = await arrivalsSince(looking, chosen, known);
  const found: Found[] = [];
  const searched = await untilFault(chosen.entries(), async ([at, address]) => {
    const mark = follower.inner.marks.get(address);
    if (mark === undefined) return;
    toTheEnd(follower, address, mark);
    const to = { number: block.number, balance: now[at] as bigint };
    const left = mostRises - found.reduce((sum, { rises }) => sum + rises.blocks.length, 0);
    if (left <= 0 || performance.now() - looking.startedAt > mostMillis / 2) return;
    const rises = await risesOf(looking, address, known.get(address) ?? to, to, arrivals, left);
    found.push({ address, mark, rises, balance: to.balance });
  });
  const settled = await settle(looking, found);
  const fault = searched ?? settled;
  if (fault !== undefined) throw fault;
}

interface Found {
  readonly address: string;
  readonly mark: Mark;
  readonly rises: Rises;
  /** At the block of this look. */
  readonly balance: bigint;
}

/** What failed, if anything did: what was done before that is not done in vain. */
async function untilFault<T>(items: Iterable<T>, act: (item: T) => Promise<void>): Promise<unknown> {
  try {
    for (const item of items) await act(item);
    return undefined;
  } catch (fault) {
    if (fault instanceof ChainFault) return fault;
    throw fault;
  }
}

/** So that one which cannot be looked at keeps no other from its turn. */
function toTheEnd({ inner }: Follower, address: string, mark: Mark): void {
  inner.marks.delete(address);
  inner.marks.set(address, mark);
}

/** Balances at the marks, asked for where they are not known. Where no endpoint has them any more, an address is missing. */
async function knownBalances(
  { instance, follower, balances, signal }: Looking,
  chosen: readonly string[],
): Promise<Map<string, BalancePoint>> {
  const { marks } = follower.inner;
  const known = new Map<string, BalancePoint>();
  const fresh: [string, Mark][] = [];
  for (const address of chosen) {
    const mark = marks.get(address);
    if (mark?.balance === null) fresh.push([address, mark]);
    else if (mark !== undefined) known.set(address, { number: mark.block.number, balance: mark.balance });
  }
  for (const same of Map.groupBy(fresh, ([, { block }]) => block.hash).values()) {
    const { block } = (same[0] as [string, Mark])[1];
    const addresses = same.map(([address]) => address);
    const told = await balances.at(block, addresses, signal);
    if (told === null) tellUnseen(instance, follower, block.number, addresses);
    for (const [at, address] of addresses.entries())
      if (told !== null) known.set(address, { number: block.number, balance: told[at] as bigint });
  }
  return known;
}

async function arrivalsSince(
  { instance, follower: { network } }: Looking,
  chosen: readonly string[],
  known: ReadonlyMap<string, BalancePoint>,
): Promise<Map<string, Arrival[]>> {
  const asset = instance.catalog.assetByContract(network.id, '');
  if (asset === null || known.size === 0) return new Map();
  const lowest = Math.min(...[...known.values()].map(({ number }) => number));
  const arrivals = await listArrivals(instance.db, network.id, asset.id, chosen, lowest);
  return Map.groupBy(arrivals, ({ recipient }) => recipient);
}

async function risesOf(
  { instance, follower, balances, signal }: Looking,
  address: string,
  from: BalancePoint,
  to: BalancePoint,
  arrivals: ReadonlyMap<string, readonly Arrival[]>,
  most: number,
): Promise<Rises> {
  const own = arrivals.get(address) ?? [];
  const explained = (after: number, upTo: number) =>
    own.reduce((sum, { block, amount }) => (block > after && block <= upTo ? sum + amount : sum), 0n);
  let isGone = false;
  const balanceAt = async (number: number) => {
    const balance = (await balances.at({ number }, [address], signal))?.[0];
    if (balance === undefined) isGone = true;
    // Without it, there is nothing to find on either side.
    return balance ?? to.balance;
  };
  const rises = await risingBlocks(from, to, explained, balanceAt, most);
  if (!isGone) return rises;
  tellUnseen(instance, follower, from.number, [address]);
  return { blocks: [], isCut: false };
}

/** Looks at the blocks in which something rose, and moves the marks of those for whom that is done. */
async function settle(
  { instance, follower, balances, block, signal, startedAt }: Looking,
  found: readonly Found[],
): Promise<unknown> {
  const { marks } = follower.inner;
  const rises = found.flatMap(({ address, rises: { blocks } }) => blocks.map(({ number }) => ({ number, address })));
  const byNumber = [...Map.groupBy(rises, ({ number }) => number)].sort(([one], [other]) => one - other);
  const left = new Set(rises.map(({ address, number }) => `${address} ${number}`));
  const headers = new Map<number, Pick<ReadUpTo, 'number' | 'hash'>>();
  const fault = await untilFault(byNumber, async ([number, same]) => {
    if (performance.now() - startedAt > mostMillis) return;
    const addresses = same.map(({ address }) => address);
    const growth = await balances.grownIn(number, addresses, signal);
    if (growth === null) tellUnseen(instance, follower, number - 1, addresses);
    // What is deep enough already need not wait for another block.
    follower.settled = null;
    headers.set(number, growth?.header ?? block);
    const done = growth === null ? addresses : await recordGrowth(instance, follower, balances, growth, signal);
    for (const address of done) left.delete(`${address} ${number}`);
  });
  for (const {
    address,
    mark,
    rises: { blocks, isCut },
    balance,
  } of found) {
    if (blocks.some(({ number }) => left.has(`${address} ${number}`))) continue;
    const last = isCut ? blocks.at(-1) : undefined;
    const header = last === undefined ? undefined : headers.get(last.number);
    const isWhole = last === undefined || header === undefined || header === block;
    const reached = isWhole ? { block, balance } : { block: header, balance: last.balance };
    marks.set(address, { ...mark, ...reached });
  }
  return fault;
}

function tellUnseen({ log }: Instance, { network }: Follower, after: number, addresses: readonly string[]): void {
  const facts = { network: network.symbol, after, addresses };
  log.warn(
    facts,
    'no endpoint has the balances of these blocks any more; what a contract passed on in them was not seen',
  );
}
