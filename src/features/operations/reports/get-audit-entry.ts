// GET /audit-log/{id}: returns one change with the state before and after it.
import { boundApps, type Caller } from '../../../core/access.ts';
import { Problem } from '../../../core/problem.ts';
import { type Operation, operation } from '../../../io/http/operation.ts';
import { idInPath, isUuid } from '../../../io/http/schemas.ts';
import type { Instance } from '../../instance.ts';
import { ownAppOrNull } from '../../people/apps/own-app.ts';
import { findAuditEntry } from '../../people/audit/store.ts';
import { AuditEntryView, auditEntryView } from '../../people/audit/view.ts';

export function getAuditEntry(instance: Instance): Operation {
  return operation({
    id: 'getAuditEntry',
    method: 'GET',
    path: '/audit-log/:id',
    group: 'Apps',
    summary: 'Get audit log entry',
    description: 'The state before and after. Entries about an app are for its team; about an account, for its user.',
    access: { cookie: true, pat: 'account:read' },
    params: idInPath,
    answer: AuditEntryView,
    handle: async ({ params, caller }) => {
      const entry = isUuid(params.id) ? await findAuditEntry(instance.db, params.id) : null;
      if (entry === null || !(await reaches(instance, caller, entry))) throw new Problem('not_found');
      return auditEntryView(entry);
    },
  });
}

/** An entry about an app is visible to its team, and one about an account to its user only. */
async function reaches(
  { db }: Pick<Instance, 'db'>,
  caller: Caller,
  { appId, ownerId }: { readonly appId: string | null; readonly ownerId: string },
): Promise<boolean> {
  if (appId !== null) return (await ownAppOrNull(db, appId, caller)) !== null;
  return 'userId' in caller && caller.userId === ownerId && boundApps(caller) === null;
}
