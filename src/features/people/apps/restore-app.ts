// POST /app/{id}/restore: takes an archived app back into use, with its old token.

import { type Operation, operation } from '../../../io/http/operation.ts';
import { idInPath } from '../../../io/http/schemas.ts';
import type { Instance } from '../../instance.ts';
import { auditChange } from '../audit/audit-change.ts';
import { judgeChange } from './acts/judge-change.ts';
import { lockOwnApp } from './own-app.ts';
import { sameSlug } from './slugs/look-up-slug.ts';
import { restoreApp as restore } from './store.ts';
import { FullApp, fullAppView } from './view.ts';

export function restoreApp(instance: Instance): Operation {
  return operation({
    id: 'restoreApp',
    method: 'POST',
    path: '/app/:id/restore',
    group: 'Apps',
    summary: 'Restore app',
    description:
      'Its token works again, and its slug unless another app of its owner has it. A live app is returned unchanged.',
    access: { cookie: true, pat: 'apps:write' },
    writes: 'app',
    params: idInPath,
    answer: FullApp,
    problems: ['reauthentication_required'],
    handle: ({ params, caller, origin, commit }) =>
      commit(async (trx) => {
        const app = await lockOwnApp(trx, params.id, caller);
        if (app.archivedAt === null) return fullAppView(app, instance, caller);
        const restored = await restore(trx, app, instance.clock.now());
        const facts = { ...sameSlug, token: false };
        const judged = { before: { ...app, ...facts }, after: { ...restored, ...facts } };
        await judgeChange(trx, instance, { caller, origin }, { thing: 'app', app, subjectId: app.id, ...judged });
        const after = fullAppView(restored, instance, caller);
        const before = fullAppView(app, instance, caller);
        const change = { of: { appId: app.id }, action: 'app.restored', subjectId: app.id, before, after };
        await auditChange(trx, instance, { caller, origin }, change);
        return after;
      }),
  });
}
