// GET /app/{id or slug}: what everybody may know of an app.
import { isBoundElsewhere } from '../../core/access.ts';
import { Problem } from '../../core/problem.ts';
import { type Operation, operation } from '../../io/http/operation.ts';
import { idInPath, isUuid } from '../../io/http/schemas.ts';
import type { Instance } from '../instance.ts';
import { readerFor } from '../requests/reader-for.ts';
import { findApp, findAppBySlug } from './store.ts';
import { PublicApp, publicAppView } from './view.ts';

export function getApp(instance: Instance): Operation {
  return operation({
    id: 'getApp',
    method: 'GET',
    path: '/app/:id',
    group: 'Apps',
    summary: 'Get app',
    description: 'By id or by slug. An archived app has no slug.',
    access: { public: true, cookie: true, pat: 'apps:read', appToken: true, oauth2: 'apps:read' },
    params: idInPath,
    answer: PublicApp,
    handle: async ({ params, caller }) => {
      const db = readerFor(instance.db, caller);
      const app = isUuid(params.id) ? await findApp(db, params.id) : await findAppBySlug(db, params.id);
      if (app === null) throw new Problem('not_found');
      if (isBoundElsewhere(caller, app.id)) throw new Problem('not_found');
      return publicAppView(app, instance.publicUrl);
    },
  });
}
