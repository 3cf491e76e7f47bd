// Finds the invoice of a charge by its id or its code.
import { Problem } from '../../../../core/problem.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import type { DialectCall } from '../../../../io/http/dialects/dialect.ts';
import { isUuid } from '../../../../io/http/schemas.ts';
import { findInvoice, type Invoice } from '../../../money/ledger/invoice-store.ts';
import { ownApp } from '../../../people/apps/own-app.ts';
import { doorCallerIn } from '../../doors/token-door.ts';
import { findShopInvoiceByCode } from '../../shop-invoices/shop-invoice-store.ts';
import { codeIn } from './charge-code.ts';

/** Returns the id of the invoice with this id or code; null if it is neither. An id may be of another app. */
export async function findChargeId(db: Queryable, appId: string, named: string): Promise<string | null> {
  if (isUuid(named)) return named.toLowerCase();
  const code = codeIn(named);
  const found = code === null ? null : await findShopInvoiceByCode(db, appId, { dialect: 'commerce', code });
  return found?.invoiceId ?? null;
}

/** The same for the charge in the path. Throws Problem not_found. */
export async function chargeIdOf(db: Queryable, call: Pick<DialectCall, 'caller' | 'params'>): Promise<string> {
  const id = await findChargeId(db, doorCallerIn(call).appId, call.params.id ?? '');
  if (id === null) throw noCharge();
  return id;
}

/** Throws Problem not_found if the path names no charge of the app. */
export async function ownCharge(db: Queryable, call: Pick<DialectCall, 'caller' | 'params'>): Promise<Invoice> {
  const [app, id] = await Promise.all([ownApp(db, undefined, call.caller), chargeIdOf(db, call)]);
  const invoice = await findInvoice(db, id);
  if (invoice === null || invoice.appId !== app.id) throw noCharge();
  return invoice;
}

function noCharge(): Problem {
  return new Problem('not_found', { detail: 'There is no such charge.' });
}
