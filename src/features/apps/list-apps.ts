// GET /app: the caller's apps, newest first.

import { Problem } from '../../core/problem.ts';
import { type Operation, operation } from '../../io/http/operation.ts';
import { pageAnswer, pageQuery, readPage } from '../../io/http/page.ts';
import { Type } from '../../io/schema.ts';
import type { Instance } from '../instance.ts';
import { listApps as readApps } from './store.ts';
import { FullApp, fullAppView } from './view.ts';

export function listApps(instance: Instance): Operation {
  return operation({
    id: 'listApps',
    method: 'GET',
    path: '/app',
    group: 'Apps',
    summary: 'List apps',
    access: { cookie: true, pat: 'apps:read', oauth2: 'apps:read' },
    query: Type.Object(pageQuery),
    answer: Type.Array(FullApp),
    handle: async ({ caller, query, url }) => {
      if (caller.kind === 'public' || caller.kind === 'app_token') throw new Problem('forbidden');
      const page = readPage(query);
      const apps = await readApps(instance.db, caller.userId, page.limit, page.after);
      return pageAnswer(apps, page, instance.publicUrl, url, (app) => fullAppView(app, instance, caller));
    },
  });
}
