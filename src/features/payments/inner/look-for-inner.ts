// Finds native coin that contracts passed on to addresses that are given out once, by their balances, where no endpoint traces.
import { type BalancePoint, type Rises, risingBlocks } from '../../../core/payment/rising-blocks.ts';
import { type Chain, ChainFault, type NativeBalances } from '../../../io/chains/chain.ts';
import type { Instance } from '../../instance.ts';
import { listBlocks } from '../cursor-store.ts';
import type { Follower } from '../follow-chain.ts';
import { type Mark, markAwaited, renewLostMarks } from './balance-marks.ts';
import { type Arrival, listArrivals } from './inner-store.ts';
import { recordGrowth } from './record-growth.ts';

/** Addresses in one look, and blocks of theirs that it takes a closer look at: blocks are read first, and must not wait for long. */
const mostAddresses = 100;
const mostRises = 32;
/** One balance in so many milliseconds, over time. */
const millisEach = 500;

interface Block {
  readonly number: number;
  readonly hash: string;
  /** On the chain's clock, in Unix seconds. */
  readonly time: number;
}

/**
 * One look, with the cursor at this block, whenever it is due. What is found is recorded in the block that it came in, with all that
 * follows from it. A fault holds up no block: the next look begins where this one did.
 */
export async function lookForInner(
  instance: Instance,
  follower: Follower,
  block: Block,
  signal: AbortSignal,
): Promise<void> {
  const { network, chain, inner } = follower;
  await markAwaited(instance, follower);
  const chosen = chain.innerTransfers?.() === 'one_time_addresses' ? choose(follower, block) : [];
  if (chain.balances === undefined || chosen.length === 0) return;
  try {
    renewLostMarks(inner, await listBlocks(instance.db, network.id));
    await look({ instance, follower, balances: chain.balances, block, signal }, chosen);
    inner.faults = 0;
  } catch (fault) {
    if (!(fault instanceof ChainFault) || signal.aborted) throw fault;
    inner.faults += 1;
    const facts = { network: network.symbol, faults: inner.faults, err: fault };
    if (inner.faults === 1 || inner.faults % 100 === 0)
      instance.log.warn(facts, 'balances cannot be looked at right now; blocks are read all the same');
  }
}

/** Those whose time is running out at once; the others in turn, as often as balances may be asked for. */
function choose({ chain, inner }: Follower, block: Block): string[] {
  if (isSpent(chain)) return [];
  const now = performance.now();
  const behind = [...inner.marks].filter(([, mark]) => mark.block.number !== block.number);
  const isDue = ([, { deadline }]: [string, Mark]) => deadline !== null && deadline.getTime() <= block.time * 1000;
  const due = behind.filter(isDue);
  const others = now < inner.nextAt ? [] : behind.filter((one) => !isDue(one));
  const chosen = [...due, ...others].slice(0, mostAddresses).map(([address]) => address);
  if (chosen.length > 0) inner.nextAt = now + chosen.length * millisEach;
  return chosen;
}

/** Whether every endpoint was asked as much as it should be: blocks come first. */
function isSpent({ endpoints }: Chain): boolean {
  return endpoints?.health.every(({ budgetUsed }) => budgetUsed !== null && budgetUsed >= 1) === true;
}

interface Looking {
  readonly instance: Instance;
  readonly follower: Follower;
  readonly balances: NativeBalances;
  readonly block: Block;
  readonly signal: AbortSignal;
}

async function look(looking: Looking, chosen: readonly string[]): Promise<void> {
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
    if (left <= 0) return;
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
  { instance, follower, balances, block, signal }: Looking,
  found: readonly Found[],
): Promise<unknown> {
  const { marks } = follower.inner;
  const rises = found.flatMap(({ address, rises: { blocks } }) => blocks.map(({ number }) => ({ number, address })));
  const byNumber = [...Map.groupBy(rises, ({ number }) => number)].sort(([one], [other]) => one - other);
  const left = new Set(rises.map(({ address, number }) => `${address} ${number}`));
  const headers = new Map<number, Pick<Block, 'number' | 'hash'>>();
  const fault = await untilFault(byNumber, async ([number, same]) => {
    const addresses = same.map(({ address }) => address);
    const growth = await balances.grownIn(number, addresses, signal);
    if (growth === null) tellUnseen(instance, follower, number - 1, addresses);
    else if (!(await recordGrowth(instance, follower, growth))) return;
    // What is deep enough already need not wait for another block.
    follower.settled = null;
    headers.set(number, growth?.header ?? block);
    for (const address of addresses) left.delete(`${address} ${number}`);
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
