// GET /audit-log/{id}: one change, with what was before and after it.
import { boundApps } from '../../core/access.ts';
import { Problem } from '../../core/problem.ts';
import { type Operation, operation } from '../../io/http/operation.ts';
import { idInPath, isUuid } from '../../io/http/schemas.ts';
import { findAuditEntry } from '../audit/store.ts';
import { AuditEntryView, auditEntryView } from '../audit/view.ts';
import type { Instance } from '../instance.ts';

export function getAuditEntry(instance: Instance): Operation {
  return operation({
    id: 'getAuditEntry',
    method: 'GET',
    path: '/audit-log/:id',
    group: 'Apps',
    summary: 'Get audit log entry',
    access: { cookie: true, pat: 'account:read' },
    params: idInPath,
    answer: AuditEntryView,
    handle: async ({ params, caller }) => {
      if (caller.kind === 'public' || caller.kind === 'app_token') throw new Problem('forbidden');
      const entry = isUuid(params.id) ? await findAuditEntry(instance.db, params.id, caller.userId) : null;
      const bound = boundApps(caller);
      const isOutOfReach = bound !== null && (entry?.appId == null || !bound.includes(entry.appId));
      if (entry === null || isOutOfReach) throw new Problem('not_found');
      return auditEntryView(entry);
    },
  });
}
