// The routes of refunds and pull payments.
import type { DialectRoute } from '../../../../io/http/dialects/dialect.ts';
import type { Instance } from '../../../instance.ts';
import { createPullPayment } from './create-pull-payment.ts';
import { refundInvoice } from './refund-invoice.ts';
import { deletePullPayment, readPullPayment, readPullPayments } from './stored-pull-payments.ts';

const access = { pat: 'refunds:write', appToken: true } as const;

export function refundRoutes(instance: Instance): DialectRoute[] {
  return [
    {
      method: 'POST',
      path: '/stores/:store/invoices/:invoice/refund',
      access,
      handle: (call) => refundInvoice(instance, call),
    },
    {
      method: 'POST',
      path: '/stores/:store/pull-payments',
      access,
      handle: (call) => createPullPayment(instance, call),
    },
    {
      method: 'GET',
      path: '/stores/:store/pull-payments',
      access,
      handle: (call) => readPullPayments(instance, call),
    },
    {
      method: 'DELETE',
      path: '/stores/:store/pull-payments/:pullPayment',
      access,
      handle: (call) => deletePullPayment(instance, call),
    },
    {
      method: 'GET',
      path: '/pull-payments/:pullPayment',
      access: { public: true },
      handle: (call) => readPullPayment(instance, call),
    },
  ];
}
