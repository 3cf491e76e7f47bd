// Reads the data of the customer's refund page. A token or session of the reader is ignored: all see the same page.

import { currencyOf } from '../../../../core/money/currency.ts';
import { formatFixed, formatUnits } from '../../../../core/money/decimal.ts';
import { isUuid } from '../../../../io/http/schemas.ts';
import { assetOf } from '../../../evidence/refunds/acts/follow-refund.ts';
import { payerOf, reportOf } from '../../../evidence/refunds/own-refund.ts';
import { findRefund, type Refund } from '../../../evidence/refunds/refund-store.ts';
import { publicRefundView } from '../../../evidence/refunds/view.ts';
import type { Instance } from '../../../instance.ts';
import { findInvoice } from '../../../money/ledger/invoice-store.ts';
import { findApp } from '../../../people/apps/store.ts';
import { publicAppView } from '../../../people/apps/view.ts';
import { waitingData } from './waiting-data.ts';

/**
 * `on`: the asset that the customer chose for a pull payment, which has no refund yet. Returns null for an unknown id.
 */
export async function refundPageData(instance: Instance, id: string, on: string | undefined) {
  return (await refundData(instance, id)) ?? (await waitingData(instance, id, on));
}

async function refundData(instance: Instance, id: string) {
  const db = instance.db.publicReads;
  const refund = isUuid(id) ? await findRefund(db, id.toLowerCase()) : null;
  const [invoice, app] =
    refund === null ? [] : [await findInvoice(db, refund.invoiceId), await findApp(db, refund.appId)];
  if (refund === null || !invoice || !app) return null;
  const payer = refund.recipient === null ? await payerOf(db, instance, refund) : null;
  const view = publicRefundView(instance, refund, await reportOf(db, refund), payer);
  const { supportContact, branding } = app.settings;
  const { language } = invoice.metadata;
  return {
    refund: { ...view, ...sentOf(instance, refund) },
    shop: publicAppView(app, instance.publicUrl),
    branding: { color: branding.color, logo: branding.logo },
    support_contact: supportContact,
    reference: invoice.reference,
    invoice_id: invoice.id,
    test: assetOf(instance, refund).network.test,
    ...(language === undefined ? {} : { language }),
  };
}

export type RefundData = NonNullable<Awaited<ReturnType<typeof refundPageData>>> & { readonly language?: string };

/** Once its transfer came, the page shows the amount of that instead of the quoted one. */
function sentOf(instance: Instance, refund: Refund) {
  const { sentAmount, amountDiffers, status, refunded, currency } = refund;
  const decimals = currencyOf(currency)?.decimals ?? 2;
  const sent = sentAmount === null ? null : formatUnits(sentAmount, assetOf(instance, refund).decimals);
  return {
    sent_amount: sent,
    ...(sent === null || amountDiffers ? {} : { amount: sent }),
    ...(status === 'sent' ? { fiat_value: formatFixed(refunded, decimals) } : {}),
  };
}
