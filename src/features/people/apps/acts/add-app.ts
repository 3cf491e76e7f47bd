// Creates an app for a person, together with its token.
import { defaultSettings } from '../../../../core/app-settings.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import { hashToken, mintToken } from '../../../../io/secrets/token.ts';
import type { Instance } from '../../../instance.ts';
import { auditChange, type ChangedBy } from '../../audit/audit-change.ts';
import { checkAppFields, checkImage } from '../app-body.ts';
import { requireNewSlug } from '../slugs/look-up-slug.ts';
import { type App, type AppToken, type Environment, insertApp } from '../store.ts';
import { fullAppView, tokenContext } from '../view.ts';

export interface AddAppParams {
  readonly ownerId: string;
  readonly name: string;
  readonly description?: string | null | undefined;
  /** A slug that was never used before. Use writeApp for any other slug. */
  readonly slug?: string | undefined;
  /** The name of a picture that the owner has uploaded. */
  readonly image?: string | null | undefined;
  readonly url: string;
  readonly environment: Environment;
  readonly by: ChangedBy;
}

/** Throws a Problem that names the invalid field. */
export async function addApp(trx: Queryable, instance: Instance, params: AddAppParams): Promise<App> {
  const { ownerId, by, ...fields } = params;
  checkAppFields(fields);
  await checkImage(trx, fields.image, [ownerId]);
  if (fields.slug !== undefined) await requireNewSlug(trx, instance.seals, 'app', fields.slug);
  const id = instance.newId();
  const token = newAppToken(instance, { id, ownerId });
  const now = instance.clock.now();
  const member = { id, appId: id, userId: ownerId, role: 'owner', roleSince: now };
  const memberMac = instance.seals.sign('app_member', member);
  const app: App = {
    id,
    ownerId,
    members: { [ownerId]: { id, role: 'owner', since: now.toISOString(), mac: memberMac.toString('hex') } },
    name: fields.name,
    description: fields.description ?? null,
    slug: fields.slug ?? null,
    slugBeforeArchived: null,
    image: fields.image ?? null,
    url: fields.url,
    environment: fields.environment,
    tokenSealed: token.sealed,
    storedSettings: {},
    settings: defaultSettings,
    archivedAt: null,
    createdAt: now,
    updatedAt: now,
  };
  await insertApp(trx, app, { ...token, memberMac });
  const after = fullAppView(app, instance, { kind: 'public' });
  await auditChange(trx, instance, by, {
    of: { appId: id },
    action: 'app.created',
    subjectId: id,
    before: null,
    after,
  });
  return app;
}

/** Generates an app token. Its hash is for lookups, and its sealed form allows the owner to see it again. */
export function newAppToken(
  instance: Pick<Instance, 'vault' | 'seals'>,
  app: { readonly id: string; readonly ownerId: string },
): AppToken {
  const token = mintToken('qapp_');
  const hash = hashToken(token);
  const mac = instance.seals.sign('app_token', { id: app.id, ownerId: app.ownerId, tokenHash: hash });
  return { hash, mac, sealed: instance.vault.seal(token, tokenContext(app.id)) };
}
