// POST /app: creates an app of the caller, with its token.

import { refuseBoundToApps } from '../../../core/access.ts';
import { type Operation, operation } from '../../../io/http/operation.ts';
import { Type } from '../../../io/schema.ts';
import type { Instance } from '../../instance.ts';
import { addApp } from '../../people/apps/acts/add-app.ts';
import { writeApp } from '../../people/apps/acts/write-app.ts';
import { appFields, checkAppFields, finishImage, ownerOf } from '../../people/apps/app-body.ts';
import { FullApp, fullAppView, warned } from '../../people/apps/view.ts';
import { auditChange } from '../../people/audit/audit-change.ts';
import type { PictureIntake } from '../../people/uploads/picture-intake.ts';
import { giveTestNetwork } from './give-test-network.ts';

const CreateAppBody = Type.Object(
  {
    name: appFields.name,
    description: Type.Optional(appFields.description),
    slug: Type.Optional(appFields.slug),
    image: Type.Optional(appFields.image),
    url: appFields.url,
    environment: Type.Unsafe<'development' | 'production'>({ type: 'string', enum: ['development', 'production'] }),
  },
  { additionalProperties: false },
);

export function createApp(instance: Instance, pictures: PictureIntake): Operation {
  return operation({
    id: 'createApp',
    method: 'POST',
    path: '/app',
    group: 'Apps',
    summary: 'Create app',
    description: [
      'Next, set its coins and add receiving addresses. A development app accepts the coins of the network `test` at',
      'once, at an address made for it. Its `environment` cannot change later; a `slug` that is taken gets 422.',
    ].join(' '),
    access: { cookie: true, pat: 'apps:write', oauth2: 'apps:write', permission: 'read' },
    writes: 'app',
    body: CreateAppBody,
    status: 201,
    answer: FullApp,
    problems: ['reauthentication_required', 'upload_taken', 'token_bound_to_apps', 'address_range_required'],
    handle: async ({ body, caller, origin, commit }) => {
      refuseBoundToApps(caller);
      checkAppFields(body);
      await finishImage(pictures, body.image, caller);
      return commit(async (trx) => {
        const { slug = null, ...fields } = body;
        const by = { caller, origin };
        const added = await addApp(trx, instance, { ...fields, ownerId: ownerOf(caller), by });
        await giveTestNetwork(trx, instance, added);
        if (slug === null) return fullAppView(added, instance, caller);
        const change = { before: added, asked: { ...added, slug }, newToken: null, isNew: true };
        const { app, warnings } = await writeApp(trx, instance, by, change);
        const [before, after] = [added, app].map((one) => fullAppView(one, instance, caller));
        const subject = { of: { appId: app.id }, action: 'app.updated', subjectId: app.id };
        await auditChange(trx, instance, by, { ...subject, before: before ?? null, after: after ?? null });
        return warned(fullAppView(app, instance, caller), warnings);
      });
    },
  });
}
