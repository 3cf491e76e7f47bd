// The operations on invoices.
import type { Operation } from '../../../io/http/operation.ts';
import type { Instance } from '../../instance.ts';
import { cancelInvoice } from './cancel-invoice.ts';
import { createInvoice } from './create-invoice.ts';
import { getInvoice, type ReadClaims } from './get-invoice.ts';
import { listInvoices } from './list-invoices.ts';
import { settleInvoice } from './settle-invoice.ts';
import { updateInvoice } from './update-invoice.ts';

export function invoiceRoutes(instance: Instance, readClaims: ReadClaims): Operation[] {
  return [
    listInvoices(instance),
    createInvoice(instance),
    getInvoice(instance, readClaims),
    updateInvoice(instance),
    cancelInvoice(instance),
    settleInvoice(instance),
  ];
}
