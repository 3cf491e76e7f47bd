// GET /app-members: lists the members and open invitations of apps, newest first.

import { appFilter } from '../../../../io/http/lists/list-query.ts';
import { type Operation, operation } from '../../../../io/http/operation.ts';
import { pageAnswer, pageQuery, readPage } from '../../../../io/http/page.ts';
import { Type } from '../../../../io/schema.ts';
import type { Instance } from '../../../instance.ts';
import { ownAppIds } from '../own-app.ts';
import { listMembers } from './member-store.ts';
import { AppMemberView, appMemberView } from './member-view.ts';

export function listAppMembers(instance: Instance): Operation {
  return operation({
    id: 'listAppMembers',
    method: 'GET',
    path: '/app-members',
    group: 'Team',
    summary: 'List app members',
    description: 'Lists members and invitations of one app, or of all apps that the caller is a member of.',
    access: { cookie: true, pat: 'apps:read' },
    query: Type.Object({ ...appFilter, ...pageQuery }),
    answer: Type.Array(AppMemberView),
    problems: ['not_found'],
    handle: async ({ query, caller, url }) => {
      const appIds = await ownAppIds(instance.db, query.app_id, caller);
      const page = readPage(query);
      const members = await listMembers(instance.db, appIds, page);
      return pageAnswer(members, page, { publicUrl: instance.publicUrl, url }, (member) =>
        appMemberView(member, instance),
      );
    },
  });
}
