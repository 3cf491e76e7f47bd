// GET /requests: lists the API calls of the last seven days that concern an app, newest first.
import { several } from '../../../core/list-filters.ts';
import { readSince } from '../../../core/time/moment.ts';
import { anyOf, appFilter } from '../../../io/http/lists/list-query.ts';
import { type Operation, operation } from '../../../io/http/operation.ts';
import { pageAnswer, pageQuery, readPage } from '../../../io/http/page.ts';
import { moment } from '../../../io/http/schemas.ts';
import { Type } from '../../../io/schema.ts';
import type { Instance } from '../../instance.ts';
import { ownAppIds } from '../../people/apps/own-app.ts';
import { listCalls, shownMillis } from './request-log-store.ts';
import { LoggedCallView, loggedCallView } from './view.ts';

const statusText = { type: 'string', pattern: '^[1-5]([0-9]{2}|xx)$', examples: ['422', '4xx'] } as const;

export function listRequests(instance: Instance, settle: () => Promise<void>): Operation {
  return operation({
    id: 'listRequests',
    method: 'GET',
    path: '/requests',
    group: 'Request log',
    summary: 'List API calls',
    description: [
      'The calls of the last seven days that concern an app, by any token or session, newest first and without their',
      'bodies. Public calls of customers are not logged. Above a limit an hour, further reads of an app are left out',
      'first, then errors and changes.',
    ].join(' '),
    access: { cookie: true, pat: 'apps:read', appToken: true, oauth2: 'apps:read', permission: 'requests' },
    query: Type.Object({
      ...appFilter,
      status: Type.Optional(
        Type.Unsafe<string | string[]>({
          anyOf: [statusText, { type: 'array', items: statusText, maxItems: 20 }],
          description: 'A status, or a class of them as `4xx`.',
        }),
      ),
      method: anyOf(['GET', 'POST', 'PUT', 'DELETE']),
      path: Type.Optional(
        Type.String({ minLength: 1, maxLength: 300, description: 'A part of the path.', examples: ['/invoice'] }),
      ),
      since: Type.Optional(moment('Only calls from this time on.')),
      ...pageQuery,
    }),
    answer: Type.Array(LoggedCallView),
    problems: ['not_found'],
    handle: async ({ query, caller, url }) => {
      const page = readPage(query);
      const oldest = instance.clock.now().getTime() - shownMillis;
      const since = query.since === undefined ? 0 : readSince({ ...query, since: query.since }).getTime();
      const appIds = await ownAppIds(instance.db, query.app_id, caller);
      await settle();
      const filter = {
        appIds,
        since: new Date(Math.max(oldest, since)),
        statuses: several(query.status)?.map(rangeOf) ?? null,
        methods: several(query.method),
        path: query.path ?? null,
      };
      const calls = await listCalls(instance.db, filter, page);
      return pageAnswer(calls, page, { publicUrl: instance.publicUrl, url }, loggedCallView);
    },
  });
}

function rangeOf(text: string): readonly [number, number] {
  const first = Number(text.replace('xx', '00'));
  return text.endsWith('xx') ? [first, first + 99] : [first, first];
}
