// POST /app: a new app of the caller, with its token.

import { defaultSettings } from '../../core/app-settings.ts';
import type { Queryable } from '../../io/db/database.ts';
import { type Operation, operation } from '../../io/http/operation.ts';
import { Type } from '../../io/schema.ts';
import { hashToken, mintToken } from '../../io/token.ts';
import { noteChange } from '../audit/note-change.ts';
import type { Instance } from '../instance.ts';
import type { PictureIntake } from '../uploads/picture-intake.ts';
import { appFields, checkAppFields, checkImage, finishImage, ownerOf, refusingTakenSlug } from './app-body.ts';
import { type App, type AppToken, insertApp } from './store.ts';
import { FullApp, fullAppView, tokenContext } from './view.ts';

export const CreateAppBody = Type.Object(
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

export interface NewApp {
  readonly name: string;
  readonly description?: string | null;
  readonly slug?: string | null;
  readonly image?: string | null;
  readonly url: string;
  readonly environment: 'development' | 'production';
}

export function createApp(instance: Instance, pictures: PictureIntake): Operation {
  return operation({
    id: 'createApp',
    method: 'POST',
    path: '/app',
    group: 'Apps',
    summary: 'Create app',
    access: { cookie: true, pat: 'apps:write', oauth2: 'apps:write' },
    body: CreateAppBody,
    status: 201,
    answer: FullApp,
    problems: ['upload_taken'],
    handle: async ({ body, caller, origin, commit }) => {
      checkAppFields(body);
      await finishImage(pictures, body.image, caller);
      return commit(async (trx) => {
        const app = await addApp(instance, trx, ownerOf(caller), body);
        const view = fullAppView(app, instance, caller);
        const change = { of: { appId: app.id }, action: 'app.created', subjectId: app.id, before: null, after: view };
        await noteChange(trx, instance, { caller, origin }, change);
        return view;
      });
    },
  });
}

/** Adds an app of this owner. Throws Problem naming the field at fault. */
export async function addApp(instance: Instance, trx: Queryable, ownerId: string, fields: NewApp): Promise<App> {
  checkAppFields(fields);
  await checkImage(trx, fields.image, ownerId);
  const id = instance.newId();
  const token = newAppToken(instance, id);
  const now = instance.clock.now();
  const app: App = {
    id,
    ownerId,
    name: fields.name,
    description: fields.description ?? null,
    slug: fields.slug ?? null,
    image: fields.image ?? null,
    url: fields.url,
    environment: fields.environment,
    tokenSealed: token.sealed,
    settings: defaultSettings,
    archivedAt: null,
    createdAt: now,
    updatedAt: now,
  };
  await refusingTakenSlug(() => insertApp(trx, app, token));
  return app;
}

/** A fresh app token, hashed to be found by and sealed to be shown again. */
export function newAppToken(instance: Instance, appId: string): AppToken {
  const token = mintToken('qapp_');
  return { hash: hashToken(token), sealed: instance.vault.seal(token, tokenContext(appId)) };
}
