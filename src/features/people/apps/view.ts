// The API representation of apps: all fields for members, six for the public.

import { roles } from '../../../core/access/team.ts';
import { type Caller, mayDo, mayRead, provedRecently, roleIn } from '../../../core/access.ts';
import type { Warning } from '../../../core/order/caption.ts';
import { nullable, time, uuid, WarningsView } from '../../../io/http/schemas.ts';
import { Type } from '../../../io/schema.ts';
import type { Instance } from '../../instance.ts';
import { imageUrl } from '../uploads/signed-address.ts';
import type { App } from './store.ts';

const publicFields = {
  id: uuid,
  name: Type.String({ examples: ['Harbour Coffee'] }),
  description: nullable(Type.String()),
  slug: nullable(Type.String()),
  image: nullable(Type.String({ description: 'URL of the image.' })),
  url: Type.String(),
};

export const PublicApp = Type.Object(publicFields);

export const FullApp = Type.Object({
  ...publicFields,
  token: Type.Optional(
    Type.String({
      description: [
        'The main app token (a secret), for owners. A token with scopes sees it with apps:token, a browser after a',
        'recent sign-in or step-up.',
      ].join(' '),
    }),
  ),
  token_last4: Type.Optional(
    Type.String({ description: "Instead of `token`, for other members, and where a browser's proof is older." }),
  ),
  environment: Type.Union([Type.Literal('development'), Type.Literal('production')]),
  role: Type.Optional(
    Type.Unsafe<string>({
      type: 'string',
      enum: [...roles],
      description: "The caller's role in the team; absent for an owner.",
    }),
  ),
  archived_at: Type.Optional({ ...time, description: 'Absent unless it is archived.' }),
  created_at: time,
  updated_at: time,
  warnings: Type.Optional(WarningsView),
});

export function publicAppView(app: App, publicUrl: string) {
  const image = app.image === null ? null : imageUrl(publicUrl, app.image);
  return { id: app.id, name: app.name, description: app.description, slug: app.slug, image, url: app.url };
}

export function fullAppView(app: App, instance: Pick<Instance, 'publicUrl' | 'vault' | 'clock'>, caller: Caller) {
  const role = roleIn(caller, app);
  return {
    ...publicAppView(app, instance.publicUrl),
    ...tokenView(app, instance, caller),
    environment: app.environment,
    ...(role === null || role === 'owner' ? {} : { role: role as string }),
    ...(app.archivedAt === null ? {} : { archived_at: app.archivedAt.toISOString() }),
    created_at: app.createdAt.toISOString(),
    updated_at: app.updatedAt.toISOString(),
  };
}

/** Returns the response to a change, with `warnings` if there are any. */
export function warned(view: ReturnType<typeof fullAppView>, warnings: readonly Warning[]) {
  return warnings.length === 0 ? view : { ...view, warnings: [...warnings] };
}

/** Binds a sealed token to its app, so that it does not open in the row of another app. */
export function tokenContext(appId: string): string {
  return `app-token:${appId}`;
}

/**
 * Owners see the whole main token. Other members see only its last characters, and so do browsers without a recent
 * proof of presence.
 */
function tokenView(
  app: App,
  { vault, clock }: Pick<Instance, 'vault' | 'clock'>,
  caller: Caller,
): { token?: string; token_last4?: string } {
  if (!('userId' in caller) || roleIn(caller, app) === null) return {};
  const open = () => vault.open(app.tokenSealed, tokenContext(app.id));
  const lastFour = () => ({ token_last4: open().slice(-4) });
  if (!mayDo(caller, app, 'main_token')) return lastFour();
  if (caller.kind === 'cookie') return provedRecently(caller, clock.now()) ? { token: open() } : lastFour();
  return mayRead('apps:token', caller) ? { token: open() } : {};
}
