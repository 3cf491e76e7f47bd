// GET /app: lists the caller's apps, newest first. Lists either the apps in use or the archived ones.
import { roles } from '../../../core/access/team.ts';
import { Problem } from '../../../core/problem.ts';
import { type Operation, operation } from '../../../io/http/operation.ts';
import { pageAnswer, readWholeOrPage, wholeOrPageQuery } from '../../../io/http/page.ts';
import { Type } from '../../../io/schema.ts';
import type { Instance } from '../../instance.ts';
import { appIdsAs } from './own-app.ts';
import { listApps as readApps } from './store.ts';
import { FullApp, fullAppView } from './view.ts';

export function listApps(instance: Instance): Operation {
  return operation({
    id: 'listApps',
    method: 'GET',
    path: '/app',
    group: 'Apps',
    summary: 'List apps',
    description: 'Lists the apps that the caller is a member of.',
    access: { cookie: true, pat: 'apps:read', oauth2: 'apps:read' },
    query: Type.Object({
      archived: Type.Optional(Type.Boolean({ default: false, description: 'true lists only the archived apps.' })),
      ...wholeOrPageQuery,
    }),
    answer: Type.Array(FullApp),
    handle: async ({ caller, query, url }) => {
      if (caller.kind === 'public' || caller.kind === 'app_token') throw new Problem('forbidden');
      const page = readWholeOrPage(query);
      const ids = await appIdsAs(instance.db, caller, roles);
      const apps = await readApps(instance.db, ids, { ...page, archived: query.archived ?? false });
      return pageAnswer(apps, page, { publicUrl: instance.publicUrl, url }, (app) =>
        fullAppView(app, instance, caller),
      );
    },
  });
}
