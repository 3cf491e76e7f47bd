// Tells dust from money: what came is worth next to nothing in the currency that the shop asks its customers for.
import { isWorthLess } from '../../../core/payment/evidence/dust.ts';
import type { Queryable } from '../../../io/db/database.ts';
import type { Instance } from '../../instance.ts';
import { newestCurrency } from '../../ledger/invoice-store.ts';
import type { RecordedTransfer } from '../transfer-store.ts';

/** `currency`: of the invoice that it may be meant for; null where there is none, and the shop's last invoice tells. */
export async function isDust(
  trx: Queryable,
  instance: Pick<Instance, 'catalog' | 'rates' | 'clock' | 'dustBelow'>,
  transfer: Pick<RecordedTransfer, 'assetId' | 'amount' | 'appId'>,
  currency: string | null,
): Promise<boolean> {
  const asset = instance.catalog.assetById(transfer.assetId);
  if (asset === null) return false;
  const code = currency ?? (await newestCurrency(trx, transfer.appId)) ?? 'USD';
  const rated = instance.rates.rateFor(asset.cryptocurrency, code, 'at_market', instance.clock.now());
  return isWorthLess(transfer.amount, asset.decimals, rated?.rate ?? null, instance.dustBelow);
}
