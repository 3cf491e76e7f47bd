// Reads the data of the customer's page of a pull payment that has no invoice yet. It looks like the page of a refund.
import { codecOf } from '../../../../io/chains/codecs.ts';
import { isUuid } from '../../../../io/http/schemas.ts';
import { refundableAssets } from '../../../evidence/pull-payments/acts/name-destination.ts';
import { findPullPayment, type PullPayment } from '../../../evidence/pull-payments/pull-payment-store.ts';
import { fiatValue } from '../../../evidence/pull-payments/view.ts';
import type { Instance } from '../../../instance.ts';
import type { Asset } from '../../../known/catalog/catalog.ts';
import { findApp } from '../../../people/apps/store.ts';
import { publicAppView } from '../../../people/apps/view.ts';

/** `on`: the asset that the customer chose. Returns null for an unknown id, or if there is no coin to choose. */
export async function waitingData(instance: Instance, id: string, on: string | undefined) {
  const db = instance.db.publicReads;
  const pullPayment = isUuid(id) ? await findPullPayment(db, id.toLowerCase()) : null;
  const app = pullPayment === null ? null : await findApp(db, pullPayment.appId);
  if (pullPayment === null || app === null) return null;
  const assets = await refundableAssets(instance, app);
  const wanted = pullPayment.assetId ?? (assets.length === 1 ? assets[0]?.id : on);
  const named = pullPayment.assetId === null ? null : instance.catalog.assetById(pullPayment.assetId);
  const chosen = named ?? assets.find((one) => one.id === wanted) ?? null;
  const shown = chosen ?? assets[0];
  if (shown === undefined) return null;
  const { supportContact, branding } = app.settings;
  return {
    refund: refundOf(pullPayment, shown),
    choices: chosen === null ? assets.map(choiceOf) : null,
    shop: publicAppView(app, instance.publicUrl),
    branding: { color: branding.color, logo: branding.logo },
    support_contact: supportContact,
    reference: pullPayment.orderId,
    invoice_id: pullPayment.id,
    test: shown.network.test,
  };
}

function choiceOf({ id, cryptocurrency, network }: Asset) {
  return { id, cryptocurrency: cryptocurrency.symbol, network: network.symbol, network_name: network.name };
}

/** The members of a refund that the page shows. */
function refundOf(pullPayment: PullPayment, { cryptocurrency, network }: Asset) {
  const { id, currency, recipient, archivedAt, createdAt } = pullPayment;
  const open = recipient === null ? ('awaiting_address' as const) : ('ready' as const);
  const isNamed = recipient !== null;
  return {
    id,
    status: archivedAt === null ? open : ('canceled' as const),
    fiat_value: fiatValue(pullPayment),
    currency,
    cryptocurrency: cryptocurrency.symbol,
    network: network.symbol,
    network_name: network.name,
    to: isNamed ? codecOf(network.family).showAddress(recipient, network.facts) : null,
    ...{ amount: null, sent_amount: null, amount_differs: false, exceeds_paid: false },
    ...{ hash: null, explorer_url: null, confirmations: 0, required_confirmations: network.confirmations },
    ...{ suggested_to: null, suggested_by: null, seen_at: null },
    created_at: createdAt.toISOString(),
  };
}
