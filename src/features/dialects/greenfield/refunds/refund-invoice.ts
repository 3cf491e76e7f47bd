// POST /stores/{store}/invoices/{invoice}/refund: prepares a refund of one invoice.
import type { DialectAnswer, DialectCall } from '../../../../io/http/dialects/dialect.ts';
import { insertPullPayment } from '../../../evidence/pull-payments/pull-payment-store.ts';
import { reasonOf } from '../../../evidence/pull-payments/refund-asked-for.ts';
import { checkRefund, makeRefund } from '../../../evidence/refunds/acts/new-refund/make-refund.ts';
import type { Instance } from '../../../instance.ts';
import { answered } from '../greenfield-wire.ts';
import { storeInvoice } from '../invoices/own-invoice.ts';
import { pullPaymentData } from './pull-payment-data.ts';
import { readRefundParams } from './refund-params.ts';
import { withFieldNames } from './renamed-fields.ts';

const fieldNames = {
  fiat_value: 'customAmount',
  overpaid: 'refundVariant',
  rate_kind: 'refundVariant',
  cryptocurrency: 'payoutMethodId',
  network: 'payoutMethodId',
  kept: 'subtractPercentage',
};

export async function refundInvoice(instance: Instance, call: DialectCall): Promise<DialectAnswer> {
  const { invoice } = await storeInvoice(instance, call);
  const { appId } = invoice;
  if (invoice.paid === 0n) return nonRefundable;
  return withFieldNames(fieldNames, async () => {
    const params = readRefundParams(instance, call, invoice);
    const { value, rateKind, named, description } = params;
    const name = params.name ?? `Refund ${invoice.id}`;
    const asked = { invoiceId: invoice.id, value, named, destination: null, rateKind };
    const by = { caller: call.caller, origin: call.origin };
    const wanted = await checkRefund(instance, { ...asked, reason: reasonOf(name, description) }, by);
    const made = await instance.db.atomically(async (trx) => {
      const { refund } = await makeRefund(trx, instance, wanted);
      const { currency, value: amount, createdAt } = refund;
      const ids = { id: refund.id, appId, invoiceId: invoice.id, orderId: null };
      const open = { assetId: null, recipient: null, archivedAt: null };
      const pullPayment = { ...ids, name, description, currency, amount, ...open, createdAt };
      await insertPullPayment(trx, pullPayment);
      return { refund, pullPayment };
    });
    return answered(pullPaymentData(instance, made.pullPayment, made.refund));
  });
}

/** Source: GreenfieldInvoiceController of BTCPay Server. */
const nonRefundable = { status: 400, body: { code: 'non-refundable', message: 'Nothing of this invoice is paid.' } };
