// The claims of an invoice that are not decided yet, as the public API shows them.
import { formatUnits } from '../../../../core/money/decimal.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import type { Instance } from '../../../instance.ts';
import type { OpenClaims } from '../../ledger/invoice-view.ts';
import { type ListedClaims, listOpenClaims, type OpenClaim } from './customer-notice-store.ts';

/** Public: it holds hashes that a customer named, and the amounts that the chain shows for them. */
export async function openClaimsOf(instance: Instance, db: Queryable, invoiceId: string): Promise<OpenClaims> {
  return claimsView(instance, await listOpenClaims(db, invoiceId));
}

export function claimsView(instance: Instance, { claims, more }: ListedClaims): OpenClaims {
  const shown = claims.filter((one) => one.unlisted === null).flatMap((one) => claimView(instance, one) ?? []);
  return { claims: shown, ...(more === 0 ? {} : { more_claims: more }) };
}

function claimView({ catalog }: Instance, one: OpenClaim) {
  const network = catalog.networkById(one.networkId);
  if (network === null) return null;
  const asset = one.assetId === null ? null : catalog.assetById(one.assetId);
  return {
    transaction_id: one.transactionId,
    hash: one.txHash,
    seen: one.assetId !== null,
    amount: asset === null || one.amount === null ? null : formatUnits(one.amount, asset.decimals),
    cryptocurrency: asset?.cryptocurrency.symbol ?? null,
    network: network.name,
    reason: one.reason,
    explorer_url: network.explorerTransaction?.replace('{hash}', one.txHash) ?? null,
    created_at: one.createdAt.toISOString(),
  };
}
