// The source of a listener's events: the instance's own database, or a service over HTTP.
import { redirectTargetOf } from '../../core/urls/redirect-target.ts';
import { listEvents } from '../../features/events/events/event-list-store.ts';
import { eventView } from '../../features/events/events/view.ts';
import type { Queryable } from '../../io/db/database.ts';
import { newest } from '../../io/http/page.ts';
import { fault } from '../words.ts';

export interface FeedEvent {
  readonly id: string;
  readonly type: string;
  /** ISO 8601. */
  readonly timestamp: string;
  /** The number of the event within its invoice. */
  readonly sequence?: number | null;
  readonly data: object;
}

/** Newest first. `next` is the cursor of the next page; null at the end. */
export interface EventPage {
  readonly events: readonly FeedEvent[];
  readonly next: string | null;
}

/** Throws StartFault for errors that a retry does not fix. */
export interface EventFeed {
  page(next: string | null): Promise<EventPage>;
}

const pageSize = 100;
const waitMillis = 10_000;

export function databaseFeed(db: Queryable, appId: string): EventFeed {
  return {
    async page(next) {
      const found = await listEvents(
        db,
        { appIds: [appId], since: new Date(0) },
        {
          ...newest(pageSize),
          after: next === null ? null : { id: next },
        },
      );
      const events = found.slice(0, pageSize).map(eventView);
      return { events, next: found.length > pageSize ? (events.at(-1)?.id ?? null) : null };
    },
  };
}

/** Reads GET /events of the service at `url`, given without a trailing slash. */
export function serviceFeed(url: string, token: string, appId: string): EventFeed {
  return {
    async page(next) {
      const response = await fetch(next ?? `${url}/api/events?v=1&app_id=${appId}&limit=${pageSize}`, {
        headers: { authorization: `Bearer ${token}` },
        redirect: 'manual',
        signal: AbortSignal.timeout(waitMillis),
      });
      const target = redirectTargetOf(url, response);
      if (target !== null) throw fault(`--url: it redirects to ${target}. Give the URL of the service itself.`);
      if (response.status === 404) throw fault('--app: there is no such app, or the token cannot see it.');
      if (response.status === 401 || response.status === 403)
        throw fault(`--token: the service refuses it (${response.status}). It needs the scope webhooks:read.`);
      if (!response.ok) throw new Error(`${url} answers ${response.status}`);
      const link = /<([^<>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
      return { events: (await response.json()) as FeedEvent[], next: link === undefined ? null : onService(url, link) };
    },
  };
}

/** Rewrites a link to the host that the user named, so that the token is sent only there. */
function onService(url: string, link: string): string {
  const { pathname, search } = new URL(link);
  return `${new URL(url).origin}${pathname}${search}`;
}
