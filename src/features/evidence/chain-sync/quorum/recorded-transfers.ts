// Reads the payments and outgoing transfers that are recorded in a block, and finds those that have to be recorded.
import type { BlockHeader, Transfer } from '../../../../core/payment/transfer.ts';
import { listWatchedBy } from '../../../known/networks/watched-store.ts';
import { type BlockTransfer, listTransfersIn } from '../../../money/payments/block-transfer-store.ts';
import type { SyncContext } from '../sync-session.ts';

/** A block's time and ours may differ by so much, for a payment right after its address was shown. */
const clockSlackSeconds = 15;

/** Lists a transfer that was received and expected twice, under two ids. */
export async function listRecordedIn({ instance, session }: SyncContext, blockHash: string): Promise<BlockTransfer[]> {
  const { network, outgoing, watched } = session;
  const received = await listTransfersIn({ db: instance.db, networkId: network.id }, blockHash);
  if (!watched.destinations.isExpecting(network.id)) return received;
  return [...received, ...(await outgoing.listIn(instance.db, network.id, blockHash))];
}

/**
 * Returns the transfers of a block that have to be recorded. A customer was shown their address by then, or they were
 * expected there by then.
 */
export async function soughtAmong(
  { instance, session }: SyncContext,
  header: BlockHeader,
  transfers: readonly Transfer[],
): Promise<readonly Transfer[]> {
  const { network, outgoing, watched } = session;
  const addresses = transfers.map(({ recipient }) => recipient);
  const seconds = header.time + clockSlackSeconds;
  const shown = await listWatchedBy(instance.db, network.id, { addresses, seconds });
  const destinations = addresses.filter((one) => watched.destinations.has(one));
  const expected =
    destinations.length === 0 ? [] : await outgoing.listExpectedAt(instance.db, network.id, destinations);
  const isExpected = ({ recipient, contract }: Transfer) => {
    const assetId = instance.catalog.assetByContract(network.id, contract)?.id;
    return expected.some(
      (one) => one.recipient === recipient && one.assetId === assetId && one.createdAt.getTime() / 1000 <= seconds,
    );
  };
  return transfers.filter((one) => shown.has(one.recipient) || isExpected(one));
}
