// Passes transfers that were found in blocks to the entry point for payments, and to the expectations of outgoing ones.
import type { NewTransfer } from '../../../../core/payment/transfer.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import type { Instance } from '../../../instance.ts';
import { listWatchedAmong } from '../../../known/networks/watched-store.ts';
import { type Arrival, receiveTransfers } from '../../../money/payments/receive-transfers.ts';
import { observeTransfers } from '../../outgoing/observe-transfers.ts';
import type { WatchedAddresses } from '../watched-addresses.ts';

/** As much of the watched addresses as it takes. */
export type Watched = Pick<WatchedAddresses, 'lookahead' | 'destinations'>;

/** Receives what came to receiving addresses. A transfer that is also expected counts in both ways. */
export async function receiveFound(
  trx: Queryable,
  instance: Instance,
  watched: Watched,
  arrival: Arrival,
): Promise<void> {
  await observeTransfers(trx, instance, arrival.network.id, expectedOf(watched, arrival.found));
  await receiveTransfers(trx, instance, { ...arrival, found: await receivedOf(trx, watched, arrival) });
}

/** Transfers to addresses at which one is, or was, expected. */
export function expectedOf({ destinations }: Watched, found: readonly NewTransfer[]): readonly NewTransfer[] {
  return found.filter(({ transfer }) => destinations.has(transfer.recipient));
}

/** Transfers to receiving addresses. */
export async function receivedOf(
  trx: Queryable,
  watched: Watched,
  { network, found }: Pick<Arrival, 'network' | 'found'>,
): Promise<readonly NewTransfer[]> {
  const recipients = found.map(({ transfer }) => transfer.recipient);
  const foreign = await foreignAmong(trx, watched, network.id, recipients);
  return foreign.size === 0 ? found : found.filter(({ transfer }) => !foreign.has(transfer.recipient));
}

/** Destinations among these recipients that are no receiving addresses: neither shown to a customer, nor shown next. */
export async function foreignAmong(
  db: Queryable,
  { destinations, lookahead }: Watched,
  networkId: string,
  recipients: readonly string[],
): Promise<ReadonlySet<string>> {
  const asked = recipients.filter((one) => destinations.has(one) && !lookahead.has(one));
  if (asked.length === 0) return new Set();
  const receiving = await listWatchedAmong(db, networkId, asked);
  return new Set(asked.filter((one) => !receiving.has(one)));
}
