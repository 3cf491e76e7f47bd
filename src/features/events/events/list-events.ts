// GET /events: lists an app's events, newest first; with `since`, oldest first; or as a live stream.
import type { Caller } from '../../../core/access.ts';
import { eventTypes } from '../../../core/event.ts';
import { type CreatedRange, several } from '../../../core/list-filters.ts';
import { fieldProblem } from '../../../core/problem.ts';
import { readSince } from '../../../core/time/moment.ts';
import { Answer, type Operation, operation } from '../../../io/http/operation.ts';
import { type Page, pageAnswer, pageQuery, readPage } from '../../../io/http/page.ts';
import { isUuid, moment, uuid } from '../../../io/http/schemas.ts';
import { Type } from '../../../io/schema.ts';
import type { Instance } from '../../instance.ts';
import { ownApp, ownAppIds } from '../../people/apps/own-app.ts';
import {
  listAsCommitted,
  type Position,
  positionBefore,
  positionNow,
  positionOf,
  type Wanted,
} from './commit-order-store.ts';
import { listEvents as readEvents } from './event-list-store.ts';
import { eventStream, type StreamBounds } from './event-stream.ts';
import { shownMillis } from './store.ts';
import { EventObject, eventViewFor } from './view.ts';

const types = [...eventTypes, 'webhook.test'];

/**
 * If the last seen event is no longer stored, reading starts this much before its time. Clients recognize repeats by
 * id.
 */
const marginMillis = 120_000;

export function listEvents(instance: Instance, bounds: StreamBounds): Operation {
  return operation({
    id: 'listEvents',
    method: 'GET',
    path: '/events',
    group: 'Webhooks',
    summary: 'List events',
    description: [
      'Events of the last 30 days, newest first. With `since`, the oldest comes first, in a stable order that late',
      'commits do not change, and every page, also the last one, links to the next. With',
      '`Accept: text/event-stream`, events are sent as server-sent events with the same ids: from now on, from `since`',
      'on, or after `Last-Event-ID`. A stream ends after at most ten minutes.',
    ].join(' '),
    access: { cookie: true, pat: 'webhooks:read', appToken: true, oauth2: 'webhooks:read' },
    query: Type.Object({
      app_id: Type.Optional({
        ...uuid,
        description:
          'Implied by an app token. If absent, events of all apps of the caller. Required for a stream and with `since`.',
      }),
      type: Type.Optional(
        Type.Unsafe<string | string[]>({
          anyOf: [
            { type: 'string', enum: types },
            { type: 'array', items: { type: 'string', enum: types } },
          ],
        }),
      ),
      since: Type.Optional(moment('Only events from this time on, oldest first.')),
      ...pageQuery,
    }),
    answer: Type.Array(EventObject),
    problems: ['not_found', 'too_many_streams'],
    handle: async ({ query, caller, url, headers }) => {
      const oldest = instance.clock.now().getTime() - shownMillis;
      const since = query.since === undefined ? null : readSince({ ...query, since: query.since });
      const from = new Date(Math.max(oldest, since?.getTime() ?? 0));
      const types = several(query.type);
      const page = readPage(query);
      if (since !== null) refuseCreated(page.created);
      const isStream = headers.accept?.includes('text/event-stream') === true;
      const at = { publicUrl: instance.publicUrl, url, grows: since !== null };
      if (since === null && !isStream) {
        const appIds = await ownAppIds(instance.db, query.app_id, caller);
        const events = await readEvents(instance.db, { appIds, since: from, types }, page);
        return pageAnswer(events, page, at, (event) => eventViewFor(caller, event));
      }
      const app = await ownApp(instance.db, query.app_id, caller);
      const wanted: Wanted = { appId: app.id, since: from, types };
      if (isStream) {
        const after = await resumeAt(instance, wanted, since !== null, headers['last-event-id']);
        return openStream(instance, bounds, { wanted, after }, caller);
      }
      const events = await readOnwards(instance, wanted, page);
      return pageAnswer(events, page, at, (event) => eventViewFor(caller, event));
    },
  });
}

/** `created_after` and `created_before` do not combine with `since`, which begins an open-ended list. */
function refuseCreated({ from, before }: CreatedRange): void {
  if (from === null && before === null) return;
  const field = from === null ? 'created_before' : 'created_after';
  throw fieldProblem(field, 'not_allowed', 'Cannot be combined with since.');
}

/** A page from `since` on. If the cursor's event is no longer stored, the page starts a little before its time. */
async function readOnwards({ db }: Pick<Instance, 'db'>, wanted: Wanted, page: Page) {
  if (page.after === null) return listAsCommitted(db, wanted, await positionBefore(db, wanted.since), page.limit);
  const after = await positionOf(db, wanted.appId, page.after.id);
  if (after !== null) return listAsCommitted(db, wanted, after, page.limit);
  const since = new Date(Math.max(wanted.since.getTime(), Date.parse(page.after.time) - marginMillis));
  return listAsCommitted(db, { ...wanted, since }, await positionBefore(db, since), page.limit);
}

/** The position after the last seen event, or before all stored events if it is no longer stored. */
async function resumeAt(
  { db }: Pick<Instance, 'db'>,
  wanted: Wanted,
  hasSince: boolean,
  lastSeen: string | string[] | undefined,
): Promise<Position> {
  if (typeof lastSeen === 'string' && isUuid(lastSeen)) {
    const seen = await positionOf(db, wanted.appId, lastSeen.toLowerCase());
    return seen ?? positionBefore(db, wanted.since);
  }
  return hasSince ? positionBefore(db, wanted.since) : positionNow(db);
}

const streamPage = 100;

function openStream(
  { db, log }: Pick<Instance, 'db' | 'log'>,
  bounds: StreamBounds,
  { wanted, after }: { readonly wanted: Wanted; readonly after: Position },
  caller: Caller,
): Answer<never> {
  const close = bounds.open(wanted.appId);
  const stream = eventStream({
    after,
    read: async (position) => {
      const events = await listAsCommitted(db, wanted, position, streamPage);
      // Stops with an error if the caller is no longer a member.
      if (events.length > 0) await ownApp(db, wanted.appId, caller);
      return events;
    },
    view: (event) => eventViewFor(caller, event),
    onFault: (error) => log.debug({ err: error }, 'event stream ended'),
  });
  stream.once('close', close);
  const headers = {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  };
  return new Answer(stream as never, { headers, mayStill: (now) => ownApp(db, wanted.appId, now) });
}
