// Decides whether invoices of an app can be paid now, given its accepted assets, the networks and the rates.
import type { Stablecoins } from '../../../core/app-settings.ts';
import { compareWithBound, currencyOf } from '../../../core/money/currency.ts';
import { quoteAmount } from '../../../core/money/quote.ts';
import type { InvoiceState } from '../../../core/payment/invoice.ts';
import { canBePaid, payableWith } from '../../../core/payment/offer/payable.ts';
import type { Queryable } from '../../../io/db/database.ts';
import type { Instance } from '../../instance.ts';
import { leastToWallet } from '../../receiving/addresses/offers/least-to-wallet.ts';
import { type AcceptedAsset, listAccepted } from './offer-store.ts';

export interface PayableView {
  readonly payable: boolean;
  readonly payable_reason: string | null;
}

/** The amount due on an existing invoice, or on one that is about to be created. */
type Owed = InvoiceState & { readonly currency: string };

/** Reads the accepted assets of the app once for all of the invoices. */
export async function payableOf(
  instance: Instance,
  app: { readonly id: string; readonly settings: { readonly stablecoins: Stablecoins } },
  db: Queryable = instance.db,
): Promise<(invoice: Owed) => PayableView> {
  const accepted = await listAccepted(db, app.id, instance.clock.now());
  return (invoice) => payableBy(instance, { accepted, stablecoins: app.settings.stablecoins }, invoice);
}

/** Does the same for a caller that has read the accepted assets already. */
export function payableBy(
  instance: Instance,
  { accepted, stablecoins }: { readonly accepted: readonly AcceptedAsset[]; readonly stablecoins: Stablecoins },
  invoice: Owed,
): PayableView {
  const decimals = currencyOf(invoice.currency)?.decimals ?? 2;
  const offers = accepted.flatMap((one) =>
    takes(one, invoice.total, decimals) && !isGoneToken(instance, one)
      ? [offerOf(instance, one, invoice, stablecoins)]
      : [],
  );
  const { payable, reason } = payableWith(invoice, offers);
  return { payable, payable_reason: reason };
}

/** Returns whether any coin accepted by the app has a rate in the currency; true if the app accepts none. */
export function hasRate(
  instance: Instance,
  { accepted, stablecoins }: { readonly accepted: readonly AcceptedAsset[]; readonly stablecoins: Stablecoins },
  currency: string,
): boolean {
  const now = instance.clock.now();
  const coins = accepted.flatMap(({ assetId }) => instance.catalog.assetById(assetId)?.cryptocurrency ?? []);
  return coins.length === 0 || coins.some((one) => instance.rates.rateFor(one, currency, stablecoins, now) !== null);
}

/**
 * Returns whether the network is configured and the token no longer is. If the network itself is gone, the offer counts
 * as unavailable for now.
 */
function isGoneToken({ catalog }: Instance, { assetId }: AcceptedAsset): boolean {
  const asset = catalog.assetById(assetId);
  return asset?.stopped === 'not_configured' && asset.network.configured;
}

function takes({ minTotal, maxTotal }: AcceptedAsset, total: bigint, decimals: number): boolean {
  if (minTotal !== null && compareWithBound(total, decimals, minTotal) < 0) return false;
  return maxTotal === null || compareWithBound(total, decimals, maxTotal) <= 0;
}

function offerOf(
  instance: Instance,
  { assetId, hasAddress, wallet }: AcceptedAsset,
  invoice: Owed,
  stablecoins: Stablecoins,
) {
  const asset = instance.catalog.assetById(assetId);
  if (asset === null) return { hasAddress, isAvailable: false, hasRate: false, canBeSent: false };
  const rated = instance.rates.rateFor(asset.cryptocurrency, invoice.currency, stablecoins, instance.clock.now());
  const minorDecimals = currencyOf(invoice.currency)?.decimals ?? 2;
  const canBeSent =
    rated !== null &&
    canBePaid(invoice, leastToWallet(asset, wallet), (due) =>
      quoteAmount({ due, minorDecimals, rate: rated.rate, assetDecimals: asset.decimals }),
    );
  const isAvailable = asset.network.available && asset.stopped === null;
  return { hasAddress, isAvailable, hasRate: rated !== null, canBeSent };
}
