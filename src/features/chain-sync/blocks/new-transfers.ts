// The transfers in blocks that were read, as they are received.
import type { NewTransfer, ScannedBlock } from '../../../core/payment/transfer.ts';
import type { Network } from '../../catalog/catalog.ts';
import type { Instance } from '../../instance.ts';

/**
 * The transfers of known assets in these blocks, as they are recorded. An asset is (network, contract); a token that is
 * not in the catalog is nobody's money.
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
