// Renders the undecided claims of an invoice for the public API.
import { formatUnits } from '../../../../core/money/decimal.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import type { Instance } from '../../../instance.ts';
import type { OpenClaims } from '../../ledger/invoice-view.ts';
import { type ListedClaims, listOpenClaims, type OpenClaim } from './customer-notice-store.ts';

/** The result is public: it contains hashes that a customer entered and the amounts that the chain shows for them. */
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
