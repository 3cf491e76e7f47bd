// Lists the recorded payments and outgoing transfers of a block, and selects the transfers that must be recorded.
import type { BlockHeader, Transfer } from '../../../../core/payment/transfer.ts';
import { listWatchedBy } from '../../../known/networks/watched-store.ts';
import { type BlockTransfer, listTransfersIn } from '../../../money/payments/block-transfer-store.ts';
import type { SyncContext } from '../sync-session.ts';

/**
 * The assumed difference between a block's time and the service's clock, for a payment right after its address was
 * shown.
 */
const clockSlackSeconds = 15;

/** A transfer that was both received and expected is listed twice, under two ids. */
export async function listRecordedIn({ instance, session }: SyncContext, blockHash: string): Promise<BlockTransfer[]> {
  const { network, outgoing, watched } = session;
  const received = await listTransfersIn({ db: instance.db, networkId: network.id }, blockHash);
  if (!watched.destinations.isExpecting(network.id)) return received;
  return [...received, ...(await outgoing.listIn(instance.db, network.id, blockHash))];
}

/**
 * Returns the transfers of a block that must be recorded. By the time of the block, a customer had been shown the
 * address or the transfer was expected there.
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
