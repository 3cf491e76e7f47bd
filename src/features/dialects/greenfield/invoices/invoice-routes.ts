// The routes of invoices.
import type { DialectRoute } from '../../../../io/http/dialects/dialect.ts';
import type { Instance } from '../../../instance.ts';
import type { DialectParts } from '../../doors/dialect-parts.ts';
import { answered } from '../greenfield-wire.ts';
import { activatePaymentMethod, listPaymentMethods } from '../payment-methods/list-payment-methods.ts';
import { archiveInvoice } from './archive-invoice.ts';
import { createInvoice } from './create-invoice.ts';
import { invoiceView } from './invoice-view.ts';
import { listInvoices } from './list-invoices.ts';
import { markInvoice } from './mark-invoice.ts';
import { storeInvoice } from './own-invoice.ts';
import { updateInvoice } from './update-invoice.ts';

const reads = { appToken: true, pat: 'invoices:read' } as const;
const writes = { appToken: true, pat: 'invoices:write' } as const;

const all = '/stores/:store/invoices';
const one = `${all}/:invoice`;

export function invoiceRoutes(instance: Instance, { makeAttempt }: DialectParts): DialectRoute[] {
  return [
    { method: 'POST', path: all, access: writes, handle: (call) => createInvoice(instance, call) },
    { method: 'GET', path: all, access: reads, handle: (call) => listInvoices(instance, call) },
    {
      method: 'GET',
      path: one,
      access: reads,
      handle: async (call) => {
        const { invoice, shop } = await storeInvoice(instance, call);
        return answered(invoiceView(instance, invoice, shop));
      },
    },
    { method: 'PUT', path: one, access: writes, handle: (call) => updateInvoice(instance, call) },
    { method: 'DELETE', path: one, access: writes, handle: (call) => archiveInvoice(instance, call, true) },
    {
      method: 'POST',
      path: `${one}/unarchive`,
      access: writes,
      handle: (call) => archiveInvoice(instance, call, false),
    },
    { method: 'POST', path: `${one}/status`, access: writes, handle: (call) => markInvoice(instance, call) },
    {
      method: 'GET',
      path: `${one}/payment-methods`,
      access: reads,
      handle: (call) => listPaymentMethods(instance, makeAttempt, call),
    },
    {
      method: 'POST',
      path: `${one}/payment-methods/:method/activate`,
      access: writes,
      handle: (call) => activatePaymentMethod(instance, makeAttempt, call),
    },
  ];
}
