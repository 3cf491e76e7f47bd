// Records transfers to addresses with expected transfers, and matches them with the expectations.
import { matchExpected } from '../../../core/payment/outgoing/expected-transfer.ts';
import type { NewTransfer } from '../../../core/payment/transfer.ts';
import type { Queryable } from '../../../io/db/database.ts';
import type { Instance } from '../../instance.ts';
import { queueTasks } from '../../known/schedule/task-store.ts';
import {
  type ExpectedTransfer,
  expectationOf,
  listPlaces,
  lockExpectedAt,
  lowerFromBlock,
  type Place,
  writeMatches,
} from './expected-store.ts';
import { listMatchable, type Removed, recordOutgoing, removeFromChain } from './outgoing-store.ts';

type Parts = Pick<Instance, 'clock'>;

/** A network. `clockLagMillis`: by how much its clock lags behind the service's; absent if that was not measured. */
export interface ObservedNetwork {
  readonly id: string;
  readonly clockLagMillis?: number;
}

/**
 * Records each transfer of an asset that is expected at its address, in the commit of their blocks. The caller must
 * have locked the network's cursor and no invoice yet.
 */
export async function observeTransfers(
  trx: Queryable,
  instance: Parts,
  { id: networkId, clockLagMillis = 0 }: ObservedNetwork,
  found: readonly NewTransfer[],
): Promise<void> {
  const recipients = [...new Set(found.map(({ transfer }) => transfer.recipient))];
  const places = recipients.length === 0 ? [] : await listPlaces(trx, networkId, { recipients });
  const isSought = ({ transfer, assetId }: NewTransfer) => places.some((one) => isAt(one, transfer.recipient, assetId));
  const sought = found.filter(isSought);
  if (sought.length === 0) return;
  await recordOutgoing(trx, sought, { networkId, now: instance.clock.now() });
  const touched = places.filter((one) =>
    sought.some(({ transfer, assetId }) => isAt(one, transfer.recipient, assetId)),
  );
  await rematch(trx, instance, touched, clockLagMillis);
}

/** Marks the transfers above this block as off the chain, and updates their expectations. */
export async function revertOutgoing(
  trx: Queryable,
  instance: Parts,
  { networkId, block }: { readonly networkId: string; readonly block: number },
): Promise<void> {
  await lowerFromBlock(trx, networkId, block);
  await removeOutgoing(trx, instance, { networkId, removed: { above: block } });
}

/** Does the same for single transfers that never existed according to most endpoints. */
export async function removeOutgoing(
  trx: Queryable,
  instance: Parts,
  { networkId, removed }: { readonly networkId: string; readonly removed: Removed },
): Promise<void> {
  const transferIds = await removeFromChain(trx, removed, { networkId, now: instance.clock.now() });
  if (transferIds.length > 0) await rematch(trx, instance, await listPlaces(trx, networkId, { transferIds }));
}

/**
 * Matches expectations and transfers at these places again, and queues the tasks of the changed expectations.
 * `clockLagMillis`: as in `ObservedNetwork`.
 */
export async function rematch(
  trx: Queryable,
  instance: Parts,
  places: readonly Place[],
  clockLagMillis = 0,
): Promise<void> {
  if (places.length === 0) return;
  const locked = await lockExpectedAt(trx, places);
  const changed: { readonly row: ExpectedTransfer; readonly match: ReturnType<typeof matchExpected>[number] }[] = [];
  for (const place of places) {
    const rows = locked.filter((one) => one.networkId === place.networkId && isAt(place, one.recipient, one.assetId));
    const transfers = await listMatchable(trx, {
      ...place,
      expectations: rows,
      ids: rows.flatMap(({ transferId, acceptedId }) => [transferId, acceptedId].filter((id) => id !== null)),
    });
    const expectations = rows.map((row) => expectationOf(row, clockLagMillis));
    for (const [at, match] of matchExpected(expectations, transfers).entries()) {
      const row = rows[at] as ExpectedTransfer;
      if (row.status !== match.status || row.transferId !== match.transferId) changed.push({ row, match });
    }
  }
  await writeMatches(
    trx,
    changed.map(({ match }) => match),
    instance.clock.now(),
  );
  await announce(
    trx,
    instance,
    changed.map(({ row }) => row),
  );
}

/** Queues a task for each, in the commit of its change. */
export async function announce(trx: Queryable, { clock }: Parts, changed: readonly ExpectedTransfer[]): Promise<void> {
  for (const [kind, rows] of Map.groupBy(changed, ({ taskKind }) => taskKind))
    await queueTasks(
      trx,
      kind,
      rows.map(({ id }) => id),
      clock.now(),
    );
}

function isAt(place: Place, recipient: string, assetId: string): boolean {
  return place.recipient === recipient && place.assetId === assetId;
}
