// DELETE /app/{id}: archives the app. Its token stops working at once. Customers can still pay what they owe, and
// events are still sent.

import { type Operation, operation } from '../../../io/http/operation.ts';
import { idInPath } from '../../../io/http/schemas.ts';
import type { Instance } from '../../instance.ts';
import { auditChange } from '../audit/audit-change.ts';
import { judgeChange } from './acts/judge-change.ts';
import { lockOwnApp } from './own-app.ts';
import { sameSlug } from './slugs/look-up-slug.ts';
import { archiveApp as archive } from './store.ts';
import { FullApp, fullAppView } from './view.ts';

export function archiveApp(instance: Instance): Operation {
  return operation({
    id: 'archiveApp',
    method: 'DELETE',
    path: '/app/:id',
    group: 'Apps',
    summary: 'Archive app',
    description: [
      'It is listed only with archived=true and accepts no new invoices, addresses, coins, webhooks or settings (409',
      '`app_archived`). Its token gets 401, and its slug leads nowhere. Its data stays readable. Open invoices can',
      'still be paid, assigned, settled and canceled, and webhooks are still sent. POST /app/{id}/restore undoes this.',
      'An archived app is returned unchanged.',
    ].join(' '),
    access: { cookie: true, pat: 'apps:write' },
    writes: 'app',
    params: idInPath,
    answer: FullApp,
    problems: ['reauthentication_required'],
    handle: ({ params, caller, origin, commit }) =>
      commit(async (trx) => {
        const app = await lockOwnApp(trx, params.id, caller);
        const before = fullAppView(app, instance, caller);
        if (app.archivedAt !== null) return before;
        const facts = { before: { ...app, ...sameSlug, token: false }, after: null };
        const judged = { thing: 'app', app, subjectId: app.id, ...facts } as const;
        await judgeChange(trx, instance, { caller, origin }, judged);
        const now = instance.clock.now();
        const archived = await archive(trx, app, now);
        const change = { of: { appId: app.id }, action: 'app.archived', subjectId: app.id, before, after: null };
        await auditChange(trx, instance, { caller, origin }, change);
        return fullAppView(archived, instance, caller);
      }),
  });
}
