// PUT /app-member/{id}: gives a member another role, from the next request on.
import { type Operation, operation } from '../../../../io/http/operation.ts';
import { idInPath } from '../../../../io/http/schemas.ts';
import { Type } from '../../../../io/schema.ts';
import type { Instance } from '../../../instance.ts';
import { updateRole } from './member-store.ts';
import { AppMemberView, appMemberView, RoleName } from './member-view.ts';
import { lockOwnMember } from './own-member.ts';
import { isSealed, sealedMember } from './sealed-member.ts';
import { refuseLastOwner, tellTeamChange } from './team-change.ts';

export function updateAppMember(instance: Instance): Operation {
  return operation({
    id: 'updateAppMember',
    method: 'PUT',
    path: '/app-member/:id',
    group: 'Team',
    summary: 'Update app member',
    description: [
      'Applies at once to all tokens of the person, too. The last owner must remain one. A `tampered` member has this',
      'role from now on.',
    ].join(' '),
    access: { cookie: true, permission: 'team' },
    writes: 'member',
    params: idInPath,
    body: Type.Object({ role: RoleName }, { additionalProperties: false }),
    answer: AppMemberView,
    problems: ['last_owner'],
    handle: ({ params, body: { role }, caller, origin, commit }) =>
      commit(async (trx) => {
        const { member, app } = await lockOwnMember(trx, params.id, caller);
        const now = instance.clock.now();
        if (role === member.role && isSealed(instance, member)) return appMemberView(member, instance);
        await refuseLastOwner(trx, instance, member);
        const after = sealedMember(instance, { ...member, role, roleSince: now, updatedAt: now });
        await updateRole(trx, after);
        await tellTeamChange(trx, instance, { app, action: 'role_changed', before: member, after }, { caller, origin });
        return appMemberView(after, instance);
      }),
  });
}
