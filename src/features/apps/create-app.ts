// POST /app: a new app of the caller, with its token.

import { refuseBoundToApps } from '../../core/access.ts';
import { type Operation, operation } from '../../io/http/operation.ts';
import { Type } from '../../io/schema.ts';
import type { Instance } from '../instance.ts';
import type { PictureIntake } from '../uploads/picture-intake.ts';
import { addApp } from './acts/add-app.ts';
import { appFields, checkAppFields, finishImage, ownerOf } from './app-body.ts';
import { FullApp, fullAppView } from './view.ts';

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
      'Next, say which coins it accepts and add receiving addresses. Its `environment` cannot change later; a `slug`',
      'that is taken answers 422.',
    ].join(' '),
    access: { cookie: true, pat: 'apps:write', oauth2: 'apps:write', permission: 'read' },
    body: CreateAppBody,
    status: 201,
    answer: FullApp,
    problems: ['reauthentication_required', 'upload_taken', 'token_bound_to_apps'],
    handle: async ({ body, caller, origin, commit }) => {
      refuseBoundToApps(caller);
      checkAppFields(body);
      await finishImage(pictures, body.image, caller);
      return commit(async (trx) => {
        const app = await addApp(trx, instance, { ...body, ownerId: ownerOf(caller), by: { caller, origin } });
        return fullAppView(app, instance, caller);
      });
    },
  });
}
