// Unmatched payments as the API shows them.
import { formatUnits } from '../../core/money/decimal.ts';
import { familyOf } from '../../io/chains/families.ts';
import type { Network } from '../catalog/catalog.ts';
import type { Instance } from '../instance.ts';
import type { NewUnmatched, RecordedTransfer } from './store.ts';

export function unmatchedPaymentView(
  instance: Pick<Instance, 'catalog'>,
  payment: NewUnmatched,
  transfer: RecordedTransfer,
  network: Network,
  now: Date,
) {
  const asset = instance.catalog.assetById(transfer.assetId);
  if (asset === null) throw new Error(`asset ${transfer.assetId} is not in the catalog`);
  const family = familyOf(network.family);
  return {
    id: payment.id,
    app_id: payment.appId,
    status: 'waiting',
    reason: payment.reason,
    candidates: payment.candidates,
    cryptocurrency: asset.cryptocurrency.symbol,
    network: network.symbol,
    contract: asset.contract === '' ? null : family.showAddress(asset.contract),
    from: transfer.sender === null ? null : family.showAddress(transfer.sender),
    to: family.showAddress(transfer.recipient),
    amount: formatUnits(transfer.amount, asset.decimals),
    hash: transfer.txHash,
    block: transfer.block,
    created_at: now.toISOString(),
  };
}
