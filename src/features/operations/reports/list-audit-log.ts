// GET /audit-log: lists changes with their author and origin, newest first, for one app, or for all apps that the
// caller may read and the caller's own account.

import { refuseBoundToApps } from '../../../core/access.ts';
import { readSearch, several } from '../../../core/list-filters.ts';
import { Problem } from '../../../core/problem.ts';
import { searchFilter } from '../../../io/http/lists/list-query.ts';
import { type Operation, operation } from '../../../io/http/operation.ts';
import { pageAnswer, pageQuery, readPage } from '../../../io/http/page.ts';
import { uuid } from '../../../io/http/schemas.ts';
import { Type } from '../../../io/schema.ts';
import type { Instance } from '../../instance.ts';
import { ownAppIds } from '../../people/apps/own-app.ts';
import { listAuditEntries } from '../../people/audit/store.ts';
import { AuditEntryView, auditEntryView } from '../../people/audit/view.ts';

const description = [
  'Changes of apps, settings, addresses, webhooks, tokens and manual payments. Without app_id, also those of the',
  'caller’s own account: sign-ins, passwords, second factors. The log of an archived app stays readable.',
].join(' ');

export function listAuditLog(instance: Instance): Operation {
  return operation({
    id: 'listAuditLog',
    method: 'GET',
    path: '/audit-log',
    group: 'Apps',
    summary: 'List audit log',
    description,
    access: { cookie: true, pat: 'account:read' },
    query: Type.Object({
      app_id: Type.Optional(uuid),
      action: Type.Optional(
        Type.Unsafe<string | string[]>({
          anyOf: [
            { type: 'string', maxLength: 100 },
            { type: 'array', items: { type: 'string', maxLength: 100 }, maxItems: 20 },
          ],
          description: 'A single action, for example `app.updated`, or several.',
        }),
      ),
      ...searchFilter('Exact match of the id of an entry or of its subject, or of the address of the request.'),
      ...pageQuery,
    }),
    answer: Type.Array(AuditEntryView),
    problems: ['not_found'],
    handle: async ({ query, caller, url }) => {
      if (caller.kind === 'public' || caller.kind === 'app_token') throw new Problem('forbidden');
      if (query.app_id === undefined) refuseBoundToApps(caller);
      const appIds = await ownAppIds(instance.db, query.app_id, caller);
      const page = readPage(query);
      const filter = {
        appIds,
        personId: query.app_id === undefined ? caller.userId : null,
        actions: several(query.action),
        created: page.created,
        sought: readSearch(query.q),
      };
      const entries = await listAuditEntries(instance.db.byValue, filter, page);
      return pageAnswer(entries, page, { publicUrl: instance.publicUrl, url }, auditEntryView);
    },
  });
}
