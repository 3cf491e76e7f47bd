// GET /app/{id or slug}: returns the public fields of an app.
import { isBoundElsewhere } from '../../../core/access.ts';
import { Problem } from '../../../core/problem.ts';
import type { Queryable } from '../../../io/db/database.ts';
import { type Operation, operation } from '../../../io/http/operation.ts';
import { idInPath, isUuid } from '../../../io/http/schemas.ts';
import type { Instance } from '../../instance.ts';
import { readerFor } from '../../known/requests/reader-for.ts';
import { findFormerSlug } from './slugs/former-slug-store.ts';
import { type App, findApp, findAppBySlug } from './store.ts';
import { PublicApp, publicAppView } from './view.ts';

export function getApp(instance: Instance): Operation {
  return operation({
    id: 'getApp',
    method: 'GET',
    path: '/app/:id',
    group: 'Apps',
    summary: 'Get app',
    description: 'By id, or by a slug that it has or had before. An archived app has no slug.',
    access: { public: true, cookie: true, pat: 'apps:read', appToken: true, oauth2: 'apps:read' },
    params: idInPath,
    answer: PublicApp,
    handle: async ({ params, caller }) => {
      const db = readerFor(instance.db, caller);
      const app = await (isUuid(params.id) ? findApp(db, params.id) : bySlug(db, instance, params.id));
      if (app === null) throw new Problem('not_found');
      if (isBoundElsewhere(caller, app.id)) throw new Problem('not_found');
      return publicAppView(app, instance.publicUrl);
    },
  });
}

/** A former slug leads to its app, as its page does. */
async function bySlug(db: Queryable, { seals }: Pick<Instance, 'seals'>, slug: string): Promise<App | null> {
  const found = await findAppBySlug(db, slug);
  if (found !== null) return found;
  const former = await findFormerSlug(db, seals, 'app', slug);
  const app = former?.isOurs === true ? await findApp(db, former.targetId) : null;
  return app?.slug == null ? null : app;
}
