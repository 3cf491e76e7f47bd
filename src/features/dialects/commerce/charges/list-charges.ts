// GET /charges: lists the invoices of the app.
import type { DialectAnswer, DialectCall } from '../../../../io/http/dialects/dialect.ts';
import type { Instance } from '../../../instance.ts';
import { findInvoice, type Invoice } from '../../../money/ledger/invoice-store.ts';
import { countInvoicesUpTo, listInvoiceRange } from '../../../money/ledger/lists/invoice-range-store.ts';
import { ownApp } from '../../../people/apps/own-app.ts';
import { mostCounted, type Place, pageAnswer, readPlace, unknownPlace } from '../pagination.ts';
import { findChargeId } from './own-charge.ts';
import { readCharges } from './read-charges.ts';

export async function listCharges(instance: Instance, call: DialectCall): Promise<DialectAnswer> {
  const { db, publicUrl } = instance;
  const place = readPlace(call);
  const app = await ownApp(db, undefined, call.caller);
  const from = await readFrom(instance, app.id, place);
  const { direction, limit } = place;
  const [{ ids, invoices }, total] = await Promise.all([
    listInvoiceRange(db, { appId: app.id, direction, from, limit }),
    countInvoicesUpTo(db, app.id, mostCounted),
  ]);
  const { charges } = await readCharges(instance, limit === 0 ? [] : invoices);
  const show = (id: string) => charges.get(id) ?? null;
  return pageAnswer(place, { ids, total, url: `${publicUrl}/commerce/charges`, show });
}

async function readFrom({ db }: Pick<Instance, 'db'>, appId: string, place: Place): Promise<Invoice | null> {
  if (place.from === null) return null;
  const id = await findChargeId(db, appId, place.from);
  const invoice = id === null ? null : await findInvoice(db, id);
  if (invoice === null || invoice.appId !== appId) throw unknownPlace(place);
  return invoice;
}
