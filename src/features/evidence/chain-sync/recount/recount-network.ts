// Reads the blocks of a network again from the beginning and compares them with the recorded transfers: payments, and
// refunds. Writes nothing.
import { meets } from '../../../../core/payment/outgoing/expected-transfer.ts';
import type { ScannedBlock, Transfer } from '../../../../core/payment/transfer.ts';
import { internalForm } from '../../../../core/payment/transfer.ts';
import { type Chain, ChainFault, type WatchedSet } from '../../../../io/chains/chain.ts';
import type { Instance } from '../../../instance.ts';
import type { Network } from '../../../known/catalog/catalog.ts';
import { recordedHeight } from '../../../known/networks/cursor-store.ts';
import { firstWatchedAt, listWatchedBy } from '../../../known/networks/watched-store.ts';
import { type BlockTransfer, listTransfersBetween } from '../../../money/payments/block-transfer-store.ts';
import { expectationOf } from '../../outgoing/expected-store.ts';
import { outgoingWatch } from '../../outgoing/outgoing-watch.ts';
import { blockBefore, clockMarginSeconds } from '../start-network.ts';
import { WatchedAddresses } from '../watched-addresses.ts';

export interface RecountOrder {
  readonly network: Network;
  readonly chain: Chain;
  /** The height to begin with; null for the block before which no address had been shown. */
  readonly from: number | null;
  /** Called with the number of further blocks read and the total number of blocks. */
  readonly onProgress?: (blocks: number, of: number) => void;
}

/** A transfer that differs between the chain and the database. Amounts are in smallest units. */
export interface Difference {
  /**
   * missing: on the chain but not recorded. not_on_chain: recorded but not on the chain. different: recorded with
   * another amount, recipient or outcome.
   */
  readonly kind: 'missing' | 'not_on_chain' | 'different';
  /** Whether it is a refund: a transfer that a merchant's wallet sent. */
  readonly isOutgoing: boolean;
  readonly block: number;
  readonly txHash: string;
  readonly position: string;
  readonly recipient: string;
  /** The recorded amount; null if nothing is recorded. */
  readonly recorded: bigint | null;
  /** The amount on the chain; null if there is none. */
  readonly onChain: bigint | null;
}

export interface Recount {
  readonly first: number;
  readonly last: number;
  /** The number of transfers recorded in these blocks. */
  readonly recorded: number;
  /**
   * The number of internal transfers among them that could not be compared, because only balances showed them or the
   * endpoint does not trace.
   */
  readonly byBalance: number;
  readonly differences: readonly Difference[];
}

/** The number of blocks compared with one database query. */
const windowBlocks = 500;
/** Simulated payments are recorded at height 0 and are in no block of any chain. */
const firstHeight = 1;

/**
 * Returns null if the network was never read. Ends at the newest block that is recorded when it begins. A difference is
 * compared twice, so that blocks that change meanwhile are not reported. Throws ChainFault.
 */
export async function recountNetwork(instance: Instance, order: RecountOrder): Promise<Recount | null> {
  const { network, chain } = order;
  await chain.verify();
  const last = await recordedHeight(instance.db, network.id);
  if (last === null) return null;
  const first = Math.max(firstHeight, order.from ?? (await firstHeightOf(instance, order)));
  const watched = new WatchedAddresses(instance.db, [network], chain.watch());
  await watched.refresh();
  const tally = { recorded: 0, byBalance: 0, differences: [] as Difference[] };
  for (let start = first; start <= last; start += windowBlocks) {
    const end = Math.min(last, start + windowBlocks - 1);
    const window = { first: start, last: end, watched: watched.set };
    let compared = await compareWindow(instance, order, window);
    // A difference may come from a change during the reading, so the window is compared again.
    if (compared.differences.length > 0) compared = await compareWindow(instance, order, window);
    tally.recorded += compared.recorded;
    tally.byBalance += compared.byBalance;
    tally.differences.push(...compared.differences);
    order.onProgress?.(end - start + 1, last - first + 1);
  }
  return { first, last, ...tally };
}

async function firstHeightOf(instance: Instance, { network, chain }: RecountOrder): Promise<number> {
  const times = [
    await firstWatchedAt(instance.db, network.id),
    await outgoingWatch.firstRegisteredAt(instance.db, network.id),
  ].flatMap((one) => (one === null ? [] : [one.getTime()]));
  const head = await chain.head();
  if (times.length === 0) return head.number;
  return (await blockBefore(chain, head, Math.min(...times) / 1000 - clockMarginSeconds)).number;
}

interface Window {
  readonly first: number;
  readonly last: number;
  readonly watched: WatchedSet;
}

type Compared = Pick<Recount, 'recorded' | 'byBalance' | 'differences'>;

async function compareWindow(instance: Instance, order: RecountOrder, window: Window): Promise<Compared> {
  const { network, chain } = order;
  const sent = await outgoingWatch.listBetween(instance.db, network.id, window);
  for (const { recipient } of sent) window.watched.add(recipient);
  const onChain = new Map<string, Found>();
  for (const block of await readAll(chain, window))
    for (const transfer of block.transfers) {
      const asset = instance.catalog.assetByContract(network.id, transfer.contract);
      if (asset !== null) onChain.set(placeIn(block.header.hash, transfer), { block, transfer, assetId: asset.id });
    }
  const received = await listTransfersBetween({ db: instance.db, networkId: network.id }, window);
  const arrived = await compareRecorded(chain, received, onChain);
  const left = await compareRecorded(chain, sent.filter(isInBlock), onChain);
  const missed = [
    ...(await shownBefore(instance, network, arrived.others)).map((one) => missing(one, false)),
    ...(await awaitedOf(instance, network, left.others)).map((one) => missing(one, true)),
  ];
  return {
    recorded: received.length + sent.length,
    byBalance: arrived.byBalance + left.byBalance,
    differences: [...arrived.differences, ...left.differences.map((one) => ({ ...one, isOutgoing: true })), ...missed],
  };
}

type InBlock = BlockTransfer & { readonly block: number; readonly blockHash: string };

function isInBlock<T extends { readonly block: number | null; readonly blockHash: string | null }>(
  one: T,
): one is T & { readonly block: number; readonly blockHash: string } {
  return one.block !== null && one.blockHash !== null;
}

interface ComparedRecords {
  readonly byBalance: number;
  readonly differences: readonly Difference[];
  /** The transfers of the chain that are not among the recorded ones. */
  readonly others: readonly Found[];
}

async function compareRecorded(
  chain: Chain,
  recorded: readonly InBlock[],
  onChain: ReadonlyMap<string, Found>,
): Promise<ComparedRecords> {
  const others = new Map(onChain);
  const differences: Difference[] = [];
  let byBalance = 0;
  for (const one of recorded) {
    const place = placeIn(one.blockHash, one);
    const found = others.get(place)?.transfer ?? (await askedFor(chain, one));
    others.delete(place);
    if (found === 'by_balance') byBalance += 1;
    else if (found === null) differences.push(difference('not_on_chain', one.block, one, null));
    else if (!isSame(one, found)) differences.push(difference('different', one.block, one, found));
  }
  return { byBalance, differences, others: [...others.values()] };
}

function missing({ block, transfer }: Found, isOutgoing: boolean): Difference {
  return { ...difference('missing', block.header.number, null, transfer), isOutgoing };
}

interface Found {
  readonly block: ScannedBlock;
  readonly transfer: Transfer;
  readonly assetId: string;
}

/** Throws ChainFault if the scan ended early because the branch changed. */
async function readAll(chain: Chain, { first, last, watched }: Window): Promise<ScannedBlock[]> {
  const { signal } = new AbortController();
  const blocks: ScannedBlock[] = [];
  for await (const block of chain.scan(first, last, watched, signal)) blocks.push(block);
  if (blocks.length < last - first + 1)
    throw new ChainFault(`the chain changed, or the node has no block ${first + blocks.length}; try again`, true);
  return blocks;
}

/** Looks up an internal transfer, which blocks do not show. Returns `by_balance` if no chain transaction shows it. */
async function askedFor(
  chain: Chain,
  one: BlockTransfer & { readonly blockHash: string },
): Promise<Transfer | 'by_balance' | null> {
  const form = internalForm(one);
  if (form === null) return null;
  if (form === 'balance') return 'by_balance';
  const recipients = chain.watch();
  recipients.add(one.recipient);
  const answer = await chain.transfersIn(one.txHash, recipients);
  if (answer?.header?.hash !== one.blockHash) return null;
  // An endpoint without traces cannot show it.
  return answer.transfers.find(({ position }) => position === one.position) ?? 'by_balance';
}

/** Returns the transfers to addresses that had been shown before. Earlier transfers are not payments. */
async function shownBefore(instance: Instance, network: Network, found: readonly Found[]): Promise<Found[]> {
  const shown: Found[] = [];
  for (const one of found) {
    const { recipient } = one.transfer;
    const by = { addresses: [recipient], seconds: one.block.header.time };
    if ((await listWatchedBy(instance.db, network.id, by)).has(recipient)) shown.push(one);
  }
  return shown;
}

/** Returns the transfers that a refund waits for, exactly as it was prepared. */
async function awaitedOf({ db }: Instance, network: Network, found: readonly Found[]): Promise<readonly Found[]> {
  const awaited = found.length === 0 ? [] : await outgoingWatch.listAwaited(db, network.id);
  return found.filter(({ block: { header }, transfer, assetId }) =>
    awaited.some(
      (one) =>
        transfer.succeeded &&
        !transfer.held &&
        one.assetId === assetId &&
        one.recipient === transfer.recipient &&
        meets(expectationOf(one), { amount: transfer.amount, block: header.number, time: header.time }),
    ),
  );
}

function isSame(recorded: BlockTransfer, { recipient, amount, succeeded }: Transfer): boolean {
  return recorded.recipient === recipient && recorded.amount === amount && recorded.succeeded === succeeded;
}

function placeIn(blockHash: string, { txHash, position }: Pick<Transfer, 'txHash' | 'position'>): string {
  return `${blockHash} ${txHash} ${position}`;
}

function difference(
  kind: Difference['kind'],
  block: number,
  recorded: BlockTransfer | null,
  onChain: Transfer | null,
): Difference {
  const { txHash, position, recipient } = (recorded ?? onChain) as Transfer | BlockTransfer;
  const amounts = { recorded: recorded?.amount ?? null, onChain: onChain?.amount ?? null };
  return { kind, isOutgoing: false, block, txHash, position, recipient, ...amounts };
}
