// Finds an invoice for a caller who must be its app's owner or the app itself.
import { type Caller, owns } from '../../core/access.ts';
import { Problem } from '../../core/problem.ts';
import type { Queryable } from '../../io/db/database.ts';
import { isUuid } from '../../io/http/schemas.ts';
import { type App, findApp } from '../apps/store.ts';
import { type Invoice, lockInvoice } from './store.ts';

/** The caller's invoice, locked until the commit. Throws Problem not_found for any other. */
export async function lockOwnInvoice(trx: Queryable, id: string, caller: Caller): Promise<{ invoice: Invoice; app: App }> {
  const invoice = isUuid(id) ? await lockInvoice(trx, id) : null;
  const app = invoice === null ? null : await findApp(trx, invoice.appId);
  if (invoice === null || app === null || app.archivedAt !== null || !owns(caller, app)) throw new Problem('not_found');
  return { invoice, app };
}
