// PUT /app/{id}: changes the given fields, and issues a new token on request.

import { nameInBody } from '../../../core/mail/name-in-mail.ts';
import { Problem } from '../../../core/problem.ts';
import { type Operation, operation } from '../../../io/http/operation.ts';
import { idInPath, isUuid } from '../../../io/http/schemas.ts';
import { Type } from '../../../io/schema.ts';
import type { Instance } from '../../instance.ts';
import { auditChange } from '../audit/audit-change.ts';
import type { PictureIntake } from '../uploads/picture-intake.ts';
import { newAppToken } from './acts/add-app.ts';
import { notifyOwners } from './acts/notify-owners.ts';
import { writeApp } from './acts/write-app.ts';
import { appFields, checkAppFields, checkImage, finishImage, ownerOf } from './app-body.ts';
import { lockOwnLiveApp } from './own-app.ts';
import type { App } from './store.ts';
import { FullApp, fullAppView, warned } from './view.ts';

const UpdateAppBody = Type.Object(
  {
    name: Type.Optional(appFields.name),
    description: Type.Optional(appFields.description),
    slug: Type.Optional(appFields.slug),
    image: Type.Optional(appFields.image),
    url: Type.Optional(appFields.url),
    token: Type.Optional(Type.Boolean({ description: 'true issues a new main app token; the old one stops at once.' })),
  },
  { additionalProperties: false },
);

export function updateApp(instance: Instance, pictures: PictureIntake): Operation {
  return operation({
    id: 'updateApp',
    method: 'PUT',
    path: '/app/:id',
    group: 'Apps',
    summary: 'Update app',
    description: [
      'For a new token, a token with scopes needs apps:token. For that, for another url, and to give up or move a',
      'slug, a browser needs a recent sign-in or step-up. The old slug redirects to the new one.',
    ].join(' '),
    access: { cookie: true, pat: 'apps:write', oauth2: 'apps:write' },
    writes: 'app',
    params: idInPath,
    body: UpdateAppBody,
    answer: FullApp,
    problems: ['reauthentication_required', 'role_required', 'upload_taken', 'app_archived', 'address_range_required'],
    handle: async ({ params, body, caller, origin, commit }) => {
      if (!isUuid(params.id)) throw new Problem('not_found');
      checkAppFields(body);
      await finishImage(pictures, body.image, caller);
      return commit(async (trx) => {
        const app = await lockOwnLiveApp(trx, params.id, caller);
        await checkImage(trx, body.image, [ownerOf(caller), app.ownerId]);
        const token = body.token === true ? newAppToken(instance, app) : null;
        const asked: App = {
          ...app,
          name: body.name ?? app.name,
          description: body.description === undefined ? app.description : body.description,
          slug: body.slug === undefined ? app.slug : body.slug,
          image: body.image === undefined ? app.image : body.image,
          url: body.url ?? app.url,
          tokenSealed: token?.sealed ?? app.tokenSealed,
          updatedAt: instance.clock.now(),
        };
        const written = await writeApp(trx, instance, { caller, origin }, { before: app, asked, newToken: token });
        const view = fullAppView(written.app, instance, caller);
        await auditChange(
          trx,
          instance,
          { caller, origin },
          {
            of: { appId: app.id },
            action: token === null ? 'app.updated' : 'app.token_regenerated',
            subjectId: app.id,
            before: fullAppView(app, instance, caller),
            after: view,
          },
        );
        if (token !== null) {
          const says = `The app ${nameInBody(app.name)} has a new token; the old one stopped.`;
          const told = { subjectId: app.id, subject: 'An app has a new token', says, origin };
          await notifyOwners(trx, instance, app.id, told);
        }
        return warned(view, written.warnings);
      });
    },
  });
}
