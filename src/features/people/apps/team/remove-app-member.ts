// DELETE /app-member/{id}: removes a member, or withdraws an invitation.

import { requireRole } from '../../../../core/access.ts';
import { type Operation, operation } from '../../../../io/http/operation.ts';
import { idInPath } from '../../../../io/http/schemas.ts';
import type { Instance } from '../../../instance.ts';
import { endTokensOfMember } from '../tokens/end-app-tokens.ts';
import { deleteMember } from './member-store.ts';
import { AppMemberView, appMemberView } from './member-view.ts';
import { lockOwnMember } from './own-member.ts';
import { refuseLastOwner, tellTeamChange } from './team-change.ts';

export function removeAppMember(instance: Instance): Operation {
  return operation({
    id: 'removeAppMember',
    method: 'DELETE',
    path: '/app-member/:id',
    group: 'Team',
    summary: 'Remove app member',
    description: [
      'Ends the person’s access to the app at once, with any token, or ends the invitation. Owners can remove',
      'anyone, and every member can leave. Their app tokens end.',
      'The main app token and the secrets of webhooks stay: make',
      'new ones if the person knew them.',
    ].join(' '),
    access: { cookie: true, permission: 'read' },
    writes: 'member',
    params: idInPath,
    answer: AppMemberView,
    problems: ['role_required', 'last_owner'],
    handle: ({ params, caller, origin, commit }) =>
      commit(async (trx) => {
        const { member, app } = await lockOwnMember(trx, params.id, caller);
        if (!('userId' in caller) || member.userId !== caller.userId) requireRole(caller, app, 'team');
        await refuseLastOwner(trx, instance, member);
        const endedTokens = await endTokensOfMember(trx, instance, member.id, { caller, origin });
        await deleteMember(trx, member.id, instance.clock.now());
        const change = { app, action: 'removed', before: member, after: null, endedTokens } as const;
        await tellTeamChange(trx, instance, change, { caller, origin });
        return appMemberView(member, instance);
      }),
  });
}
