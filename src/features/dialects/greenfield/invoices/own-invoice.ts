// The invoice of a request, with the fields that the shop gave it.
import { Problem } from '../../../../core/problem.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import type { DialectCall } from '../../../../io/http/dialects/dialect.ts';
import { isUuid } from '../../../../io/http/schemas.ts';
import type { Instance } from '../../../instance.ts';
import { lockOwnInvoice } from '../../../money/invoices/own-invoice.ts';
import { findInvoice, type Invoice } from '../../../money/ledger/invoice-store.ts';
import type { App } from '../../../people/apps/store.ts';
import { findShopInvoice, type ShopInvoice } from '../../shop-invoices/shop-invoice-store.ts';
import { storeOf } from '../stores/store-of-call.ts';

export interface StoreInvoice {
  readonly invoice: Invoice;
  /** Null for an invoice that was made elsewhere. */
  readonly shop: ShopInvoice | null;
}

/** Throws Problem not_found for an invoice of another store. */
export async function storeInvoice({ db }: Pick<Instance, 'db'>, call: DialectCall): Promise<StoreInvoice> {
  const { appId } = storeOf(call);
  const { invoice: id = '' } = call.params;
  if (!isUuid(id)) throw noInvoice();
  const [invoice, shop] = await Promise.all([findInvoice(db, id), findShopInvoice(db, 'greenfield', id)]);
  if (invoice?.appId !== appId) throw noInvoice();
  return { invoice, shop };
}

/** The same, with the invoice locked until the commit. */
export async function lockStoreInvoice(
  trx: Queryable,
  call: DialectCall,
): Promise<StoreInvoice & { readonly app: App }> {
  const { appId } = storeOf(call);
  const { invoice, app } = await lockOwnInvoice(trx, call.params.invoice ?? '', call.caller);
  if (invoice.appId !== appId) throw noInvoice();
  return { invoice, app, shop: await findShopInvoice(trx, 'greenfield', invoice.id) };
}

/** The row of an invoice that was made elsewhere, before the shop gives it fields. */
export function emptyShopInvoice({ id, appId, createdAt }: Invoice): ShopInvoice {
  const empty = { code: null, orderId: null, details: {}, archivedAt: null };
  return { invoiceId: id, appId, dialect: 'greenfield', ...empty, createdAt };
}

function noInvoice(): Problem {
  return new Problem('not_found', { detail: 'There is no such invoice.' });
}
