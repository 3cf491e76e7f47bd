// Compares the price of an invoice with the previous price of the same order.
import type { Caller, Origin } from '../../../../core/access.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import type { Instance } from '../../../instance.ts';
import { referenceHash } from '../../../known/row-seals/name-gap.ts';
import { recordGivenUp } from '../../../known/row-seals/name-gap-store.ts';
import { judgeChange } from '../../../people/apps/acts/judge-change.ts';
import type { App } from '../../../people/apps/store.ts';
import { auditChange } from '../../../people/audit/audit-change.ts';
import type { Invoice } from '../../ledger/invoice-store.ts';
import { invoiceView } from '../../ledger/invoice-view.ts';
import { findFormerPrice, keepFormerPrice } from './former-price-store.ts';

interface By {
  readonly caller: Caller;
  readonly origin: Origin;
}

/**
 * If the reference is used again, compares the price with the last price of that order. Throws Problem as
 * requireEffects does.
 */
export async function judgeNewPrice(
  trx: Queryable,
  instance: Instance,
  by: By,
  { app, invoice }: { readonly app: App; readonly invoice: Invoice },
): Promise<void> {
  if (invoice.reference === null) return;
  const last = await findFormerPrice(trx, instance.seals, { ...invoice, reference: invoice.reference });
  if (last === null) return;
  await judge(trx, instance, { by, app, before: { ...invoice, ...last }, after: invoice });
}

/**
 * Writes a costly change or a change of reference to the audit log. The reference identifies the order that was paid. A
 * reference that is given up keeps its price. A new reference is compared with the last price requested under it.
 */
export async function judgeCorrection(
  trx: Queryable,
  instance: Instance,
  by: By,
  { app, invoice, corrected }: { readonly app: App; readonly invoice: Invoice; readonly corrected: Invoice },
): Promise<void> {
  const change = { by, app, before: invoice, after: corrected };
  const isCostly = await judge(trx, instance, change);
  const { reference } = invoice;
  if (reference === corrected.reference) return;
  if (!isCostly) await note(trx, instance, change);
  await judgeNewPrice(trx, instance, by, { app, invoice: corrected });
  if (reference === null) return;
  await keepFormerPrice(trx, instance, { ...invoice, reference, endedAt: instance.clock.now() });
  await recordGivenUp(trx, referenceHash(invoice.appId, reference));
}

interface Correction {
  readonly by: By;
  readonly app: App;
  readonly before: Invoice;
  readonly after: Invoice;
}

/** Returns whether the change is costly. A costly change is written to the audit log. */
async function judge(trx: Queryable, instance: Instance, change: Correction): Promise<boolean> {
  const { by, app, before, after } = change;
  const judged = { thing: 'invoice', app, subjectId: after.id } as const;
  const found = await judgeChange(trx, instance, by, { ...judged, before: factsOf(before), after: factsOf(after) });
  if (found.length > 0) await note(trx, instance, change);
  return found.length > 0;
}

async function note(trx: Queryable, instance: Instance, { by, app, before, after }: Correction): Promise<void> {
  const [was, is] = [before, after].map((one) => termsOf(instance, one));
  await auditChange(trx, instance, by, {
    of: { appId: app.id },
    action: 'invoice.changed',
    subjectId: after.id,
    before: was ?? null,
    after: is ?? null,
  });
}

function factsOf({ total, currency, successUrl, cancelUrl }: Invoice) {
  return { total, currency, success_url: successUrl, cancel_url: cancelUrl };
}

/** Leaves out the customer: the audit log contains no customer data. */
function termsOf({ publicUrl }: Instance, invoice: Invoice): object {
  const { total, currency, success_url, cancel_url } = invoiceView(invoice, publicUrl);
  return { reference: invoice.reference, total, currency, success_url, cancel_url };
}
