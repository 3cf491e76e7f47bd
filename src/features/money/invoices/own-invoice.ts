// Finds an invoice for a caller, who must be the owner of the app or the app itself.
import type { Caller } from '../../../core/access.ts';
import { Problem } from '../../../core/problem.ts';
import type { Queryable } from '../../../io/db/database.ts';
import { isUuid } from '../../../io/http/schemas.ts';
import { ownAppOrNull } from '../../people/apps/own-app.ts';
import type { App } from '../../people/apps/store.ts';
import { type Invoice, lockInvoice } from '../ledger/invoice-store.ts';

/** Returns the caller's invoice, locked until the commit. Throws Problem not_found for any other invoice. */
export async function lockOwnInvoice(
  trx: Queryable,
  id: string,
  caller: Caller,
): Promise<{ invoice: Invoice; app: App }> {
  const invoice = isUuid(id) ? await lockInvoice(trx, id) : null;
  const app = invoice === null ? null : await ownAppOrNull(trx, invoice.appId, caller);
  if (invoice === null || app === null) throw new Problem('not_found');
  return { invoice, app };
}
