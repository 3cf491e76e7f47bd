// GET /audit-log: who changed what, from where, newest first: of one app, or of all that is the caller's.

import { owns, refuseBoundToApps } from '../../core/access.ts';
import { Problem } from '../../core/problem.ts';
import { type Operation, operation } from '../../io/http/operation.ts';
import { pageAnswer, pageQuery, readPage } from '../../io/http/page.ts';
import { uuid } from '../../io/http/schemas.ts';
import { Type } from '../../io/schema.ts';
import { findApp } from '../apps/store.ts';
import { listAuditEntries } from '../audit/store.ts';
import { AuditEntryView, auditEntryView } from '../audit/view.ts';
import type { Instance } from '../instance.ts';

const description = [
  'Changes of apps, settings, addresses, webhooks, tokens and payments by hand, and, without app_id, also of the',
  'caller’s own account: sign-ins, passwords, second factors. The log of an archived app can still be read.',
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
    query: Type.Object({ app_id: Type.Optional(uuid), ...pageQuery }),
    answer: Type.Array(AuditEntryView),
    problems: ['not_found'],
    handle: async ({ query, caller, url }) => {
      if (caller.kind === 'public' || caller.kind === 'app_token') throw new Problem('forbidden');
      const app = query.app_id === undefined ? null : await findApp(instance.db, query.app_id);
      if (query.app_id !== undefined && (app === null || !owns(caller, app))) throw new Problem('not_found');
      if (app === null) refuseBoundToApps(caller);
      const page = readPage(query);
      const whose = { ownerId: caller.userId, appId: app?.id ?? null };
      const entries = await listAuditEntries(instance.db, whose, page.limit, page.after?.id ?? null);
      return pageAnswer(entries, page, { publicUrl: instance.publicUrl, url }, auditEntryView);
    },
  });
}
