// GET /refund/{id}: the merchant sees the whole refund. Any other caller who knows the id sees the customer's view.
import { type Operation, operation } from '../../../io/http/operation.ts';
import { idInPath } from '../../../io/http/schemas.ts';
import type { Instance } from '../../instance.ts';
import { readerFor } from '../../known/requests/reader-for.ts';
import { renewQuote } from './acts/renew-quote.ts';
import { anyRefund, payerOf, reportOf, seenAs } from './own-refund.ts';
import { prepareRefund } from './psbt/prepare-refund.ts';
import { unprepared } from './psbt/unsigned-reason.ts';
import { publicRefundView, RefundView, refundView } from './view.ts';

export function getRefund(instance: Instance): Operation {
  return operation({
    id: 'getRefund',
    method: 'GET',
    path: '/refund/:id',
    group: 'Refunds',
    summary: 'Get refund',
    description: [
      'Without authentication: the customer’s view. For the merchant, a refund that is still to be sent after',
      '`quoted_until` is quoted anew, if the amount can still be sent. On a UTXO network, its PSBT is built.',
    ].join(' '),
    access: {
      public: true,
      cookie: true,
      pat: 'invoices:read',
      appToken: true,
      oauth2: 'invoices:read',
      orScope: 'refunds:write',
      permission: 'read',
    },
    params: idInPath,
    answer: RefundView,
    problems: ['rate_unavailable'],
    handle: async ({ params, caller }) => {
      const db = readerFor(instance.db, caller);
      const found = await anyRefund(db, params.id);
      const { app, isMerchant } = await seenAs(db, found, caller);
      if (!isMerchant) {
        const [report, payer] = await Promise.all([reportOf(db, found), payerOf(db, instance, found)]);
        return publicRefundView(instance, found, report, payer);
      }
      const { refund, isBelowMinimum } = await renewQuote(instance, app, found);
      const [report, payer] = await Promise.all([reportOf(db, refund), payerOf(db, instance, refund)]);
      const view = refundView(instance, refund, report, payer);
      if (isBelowMinimum) return { ...view, payment_uri: null, ...unprepared('below_minimum') };
      return { ...view, ...(await prepareRefund(instance, refund)) };
    },
  });
}
