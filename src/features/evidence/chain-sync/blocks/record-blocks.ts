// Records a batch of blocks in one commit: headers, transfers, payments and the cursor.
import type { NewTransfer, ScannedBlock } from '../../../../core/payment/transfer.ts';
import { factsOf } from '../../../../io/chains/codecs.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import type { Instance } from '../../../instance.ts';
import type { Network } from '../../../known/catalog/catalog.ts';
import { recordBlockHeaders } from '../../../known/networks/block-store.ts';
import { type Cursor, lockCursor, moveCursor } from '../../../known/networks/cursor-store.ts';
import { recordConflicts } from '../../../known/networks/unconfirmed-store.ts';
import { listWatchedAmong } from '../../../known/networks/watched-store.ts';
import { type Arrival, receiveTransfers } from '../../../money/payments/receive-transfers.ts';
import { endConflicted } from '../../../money/payments/unconfirmed/record-unconfirmed.ts';
import { listChangeAmong, watchDerived } from '../../../receiving/addresses/derived-store.ts';
import type { SyncSession } from '../sync-session.ts';
import type { WatchedAddresses } from '../watched-addresses.ts';

/** The parts of a sync context that recording needs. */
export interface BlockRecorder {
  readonly instance: Instance;
  readonly session: Pick<SyncSession, 'network' | 'owner' | 'clockLag' | 'outgoing'> & {
    readonly watched: Watched;
    readonly mempool?: Pick<SyncSession['mempool'], 'recorded'>;
  };
}

export interface BlockBatch {
  /** The cursor before these blocks, which follow it in order. */
  readonly cursor: Cursor;
  readonly blocks: readonly ScannedBlock[];
  readonly headNumber: number;
}

/** Returns false and writes nothing if the cursor moved or if this process lost the lease. */
export async function recordBlocks(
  { instance, session }: BlockRecorder,
  { cursor, blocks, headNumber }: BlockBatch,
): Promise<boolean> {
  const { network, owner, watched, clockLag, mempool } = session;
  const last = blocks.at(-1)?.header;
  const first = blocks[0]?.header;
  if (last === undefined || first === undefined) return true;
  if (cursor.block !== null && (first.parentHash !== cursor.block.hash || first.number !== cursor.block.number + 1)) {
    throw new Error(`block ${first.number} of ${network.symbol} does not follow the cursor at ${cursor.block.number}`);
  }
  const headers = blocks.map(({ header }) => header);
  return instance.db.atomically(async (trx) => {
    const now = await lockCursor(trx, network.id, owner);
    if (now === null || now.block?.hash !== cursor.block?.hash) return false;
    await recordBlockHeaders(trx, network.id, headers, last.number - network.reorgDepth + 1);
    await moveCursor(trx, network.id, last, headNumber);
    const found = newTransfers(instance, network, blocks);
    // These addresses were paid but never shown according to this database, so it was restored from an older copy.
    const unshown = found.flatMap(({ transfer }) => watched.lookahead.get(transfer.recipient) ?? []);
    await watchDerived(trx, network.id, unshown);
    const clockLagMillis = clockLag.leastMillis;
    const arrival = { network, found, height: last.number, fromBlock: first.number, clockLagMillis };
    // Conflicts are recorded before the transfers: a chain transaction that spends the money of an unconfirmed payment
    // may pay in its place.
    const spends = blocks.flatMap((block) => block.spends ?? []);
    const conflicted = await recordConflicts(trx, spends, { networkId: network.id, now: instance.clock.now() });
    await receiveFound(trx, { instance, session }, arrival);
    const waiting = [...(mempool?.recorded.values() ?? [])];
    await endConflicted({ trx, instance }, { network, height: last.number, conflicted, waiting });
    return true;
  });
}

/**
 * Returns the transfers of known assets in these blocks. An asset is identified by network and contract. Tokens that
 * are not in the catalog are ignored.
 */
export function newTransfers(
  instance: Pick<Instance, 'catalog' | 'newId'>,
  network: Network,
  blocks: readonly ScannedBlock[],
): NewTransfer[] {
  return blocks.flatMap(({ header, transfers }) =>
    transfers.flatMap((transfer) => {
      const assetId = instance.catalog.assetByContract(network.id, transfer.contract)?.id;
      return assetId === undefined ? [] : [{ id: instance.newId(), transfer, assetId, header }];
    }),
  );
}

type Watched = Pick<WatchedAddresses, 'lookahead' | 'destinations'>;

/** The parts of a sync context that receiveFound needs. */
interface Parting {
  readonly instance: Instance;
  readonly session: Pick<SyncSession, 'outgoing'> & { readonly watched: Watched };
}

/** Transfers in blocks. */
interface BlockArrival extends Arrival {
  readonly found: readonly NewTransfer[];
}

/**
 * Records transfers to receiving addresses as payments, and expected ones as outgoing transfers. A transfer can be
 * both. Expected transfers are locked before invoices.
 */
export async function receiveFound(trx: Queryable, parting: Parting, arrival: BlockArrival): Promise<void> {
  await observeFound(trx, parting, arrival);
  const found = await receivedOf(trx, parting.session.watched, arrival);
  await receiveTransfers({ trx, instance: parting.instance }, { ...arrival, found });
}

/** Records the outgoing transfers among these. */
export async function observeFound(
  trx: Queryable,
  { instance, session: { outgoing, watched } }: Parting,
  { network, found, clockLagMillis = 0 }: Pick<BlockArrival, 'network' | 'found' | 'clockLagMillis'>,
): Promise<void> {
  const expected = found.filter(({ transfer }) => watched.destinations.has(transfer.recipient));
  if (expected.length > 0) await outgoing.observe(trx, instance, { id: network.id, clockLagMillis }, expected);
}

/** Returns the transfers to receiving addresses. */
export async function receivedOf(
  trx: Queryable,
  watched: Watched,
  { network, found }: Pick<BlockArrival, 'network' | 'found'>,
): Promise<readonly NewTransfer[]> {
  const recipients = found.map(({ transfer }) => transfer.recipient);
  const foreign = await foreignAmong(trx, watched, network, recipients);
  return foreign.size === 0 ? found : found.filter(({ transfer }) => !foreign.has(transfer.recipient));
}

/**
 * Returns the recipients that are not receiving addresses: destinations that were neither shown nor are next in a key,
 * and addresses for change.
 */
export async function foreignAmong(
  db: Queryable,
  { destinations, lookahead }: Watched,
  { id: networkId, family }: Pick<Network, 'id' | 'family'>,
  recipients: readonly string[],
): Promise<ReadonlySet<string>> {
  // Only chains of coins, which name no sender, have change.
  const change = factsOf(family).namesSender ? [] : await listChangeAmong(db, networkId, recipients);
  const asked = recipients.filter((one) => destinations.has(one) && !lookahead.has(one));
  const receiving = asked.length === 0 ? new Set() : await listWatchedAmong(db, networkId, asked);
  return new Set([...change, ...asked.filter((one) => !receiving.has(one))]);
}
