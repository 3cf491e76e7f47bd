// GET /app-member/{id}: returns one member or one invitation.
import { type Operation, operation } from '../../../../io/http/operation.ts';
import { idInPath } from '../../../../io/http/schemas.ts';
import type { Instance } from '../../../instance.ts';
import { AppMemberView, appMemberView } from './member-view.ts';
import { ownMember } from './own-member.ts';

export function getAppMember(instance: Instance): Operation {
  return operation({
    id: 'getAppMember',
    method: 'GET',
    path: '/app-member/:id',
    group: 'Team',
    summary: 'Get app member',
    description: 'A member or an invitation of an app that the caller is a member of.',
    access: { cookie: true, pat: 'apps:read' },
    params: idInPath,
    answer: AppMemberView,
    handle: async ({ params, caller }) => appMemberView(await ownMember(instance.db, params.id, caller), instance),
  });
}
