// The routes of events: all of the last 30 days with a word in this dialect.
import { Problem } from '../../../../core/problem.ts';
import type { DialectAnswer, DialectCall, DialectRoute } from '../../../../io/http/dialects/dialect.ts';
import { isUuid } from '../../../../io/http/schemas.ts';
import { findEvent } from '../../../events/events/event-list-store.ts';
import { countEventsUpTo, listEventRange } from '../../../events/events/event-range-store.ts';
import { type AppEvent, shownSince } from '../../../events/events/store.ts';
import type { Instance } from '../../../instance.ts';
import { listInvoicesByIds } from '../../../money/ledger/invoice-store.ts';
import { ownApp } from '../../../people/apps/own-app.ts';
import { readCharges } from '../charges/read-charges.ts';
import { answered } from '../commerce-wire.ts';
import { mostCounted, pageAnswer, readPlace, unknownPlace } from '../pagination.ts';
import { eventView, shownTypes, wordsOf } from './event-view.ts';

export function eventRoutes(instance: Instance): DialectRoute[] {
  const access = { appToken: true, pat: 'invoices:read' } as const;
  return [
    { method: 'GET', path: '/events', access, handle: (call) => listEvents(instance, call) },
    { method: 'GET', path: '/events/:id', access, handle: (call) => getEvent(instance, call) },
  ];
}

async function listEvents(instance: Instance, call: DialectCall): Promise<DialectAnswer> {
  const { db, publicUrl, clock } = instance;
  const place = readPlace(call);
  const app = await ownApp(db, undefined, call.caller);
  const { direction, from, limit } = place;
  if (from !== null && !isUuid(from)) throw unknownPlace(place);
  const wanted = { appId: app.id, since: shownSince(clock.now()), types: shownTypes };
  const [{ ids, events }, total] = await Promise.all([
    listEventRange(db, { ...wanted, direction, from, limit }),
    countEventsUpTo(db, wanted, mostCounted),
  ]);
  const shown = await viewsOf(instance, limit === 0 ? [] : events);
  const show = (id: string) => shown.get(id) ?? null;
  return pageAnswer(place, { ids, total, url: `${publicUrl}/commerce/events`, show });
}

async function getEvent(instance: Instance, call: DialectCall): Promise<DialectAnswer> {
  const { db, clock } = instance;
  const { id = '' } = call.params;
  const app = await ownApp(db, undefined, call.caller);
  const event = isUuid(id) ? await findEvent(db, id, shownSince(clock.now())) : null;
  const own = event?.appId === app.id ? [event] : [];
  const view = (await viewsOf(instance, own)).get(event?.id ?? '');
  if (view === undefined) throw new Problem('not_found', { detail: 'There is no such event.' });
  return answered(view);
}

/** By the id of the event. Without events that have no word or no charge. */
async function viewsOf(instance: Instance, events: readonly AppEvent[]): Promise<ReadonlyMap<string, object>> {
  const invoiceIds = [...new Set(events.flatMap(({ invoiceId }) => invoiceId ?? []))];
  const { charges } = await readCharges(instance, await listInvoicesByIds(instance.db, invoiceIds));
  return new Map(
    events.flatMap((event) => {
      const [type] = wordsOf(event);
      const charge = charges.get(event.invoiceId ?? '');
      if (type === undefined || charge === undefined) return [];
      return [[event.id, eventView({ id: event.id, type, at: event.createdAt }, charge)] as const];
    }),
  );
}
