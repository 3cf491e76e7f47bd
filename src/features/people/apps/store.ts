// All SQL for the table apps.

import type { Member } from '../../../core/access/team.ts';
import type { AppSettings } from '../../../core/app-settings.ts';
import type { NotificationKind } from '../../../core/notifications/notification.ts';
import type { Queryable } from '../../../io/db/database.ts';
import { createdWithin, idOrLast } from '../../../io/db/keyset.ts';
import { boolean, type RowOf, rowType, text, uuid } from '../../../io/db/row-type.ts';
import type { Page } from '../../../io/http/page.ts';
import type { RowSeals } from '../../known/row-seals/sealed-rows.ts';
import { type App, app, memberJson, type SettingsJson, settingsFromJson } from './settings/app-rows.ts';

export type { App, Environment } from './settings/app-rows.ts';

export interface AppToken {
  readonly hash: Buffer;
  readonly mac: Buffer;
  readonly sealed: Buffer;
}

/** Inserts an app with the default settings and its creator as its first owner. `tokenSealed` is the app's token. */
export async function insertApp(
  db: Queryable,
  added: App,
  { hash, mac, memberMac }: Pick<AppToken, 'hash' | 'mac'> & { readonly memberMac: Buffer },
): Promise<void> {
  const values = [...app.values(db, added), hash, mac, memberMac];
  await db.query(
    `with added as (
       insert into apps (${app.written}, token_hash, token_mac)
       values (${app.placeholders}, $${values.length - 2}, $${values.length - 1}) returning id, owner_id, created_at)
     insert into app_members (id, app_id, user_id, role, role_since, mac, created_at, updated_at)
     select id, id, owner_id, 'owner', created_at, $${values.length}, created_at, created_at from added`,
    values,
  );
}

/** The row must be locked, as for every change of an app. */
export async function updateApp(trx: Queryable, changed: App, newToken: AppToken | null): Promise<void> {
  await trx.query(
    `update apps set name = $2, description = $3, slug = $4, image = $5, url = $6, updated_at = $7,
       token_hash = coalesce($8, token_hash), token_sealed = coalesce($9, token_sealed),
       token_mac = coalesce($10, token_mac), mac = $11,
       token_known_at = case when $8::bytea is null then token_known_at end
     where id = $1`,
    [
      changed.id,
      changed.name,
      changed.description,
      changed.slug,
      changed.image,
      changed.url,
      changed.updatedAt,
      newToken?.hash ?? null,
      newToken?.sealed ?? null,
      newToken?.mac ?? null,
      app.macOf(trx, changed),
    ],
  );
}

/** Records that a former owner may know the main token. */
export async function markTokenKnown(trx: Queryable, id: string, now: Date): Promise<void> {
  await trx.query('update apps set token_known_at = $2 where id = $1', [id, now]);
}

/** Removes the slug from the app. */
export async function releaseSlug(trx: Queryable, id: string, now: Date): Promise<void> {
  const found = await lockApp(trx, id);
  if (found !== null) await writeArchiveState(trx, { ...found, slug: null, slugBeforeArchived: null, updatedAt: now });
}

/** Archives an app and returns it. Its slug leads nowhere until the app is restored. The row must be locked. */
export async function archiveApp(trx: Queryable, found: App, now: Date): Promise<App> {
  const slugs = { slug: null, slugBeforeArchived: found.slug };
  return writeArchiveState(trx, { ...found, ...slugs, archivedAt: now, updatedAt: now });
}

/**
 * Restores an archived app and returns it. It gets its slug back unless another app of its owner has it now. The row
 * must be locked.
 */
export async function restoreApp(trx: Queryable, found: App, now: Date): Promise<App> {
  const { slugBeforeArchived: before } = found;
  const others = await trx.query('select from apps where slug = $1', [before]);
  const slug = others.length === 0 ? before : null;
  return writeArchiveState(trx, { ...found, slug, slugBeforeArchived: null, archivedAt: null, updatedAt: now });
}

/** Writes whether the app is in use, and its slugs. */
async function writeArchiveState(trx: Queryable, changed: App): Promise<App> {
  const { id, slug, slugBeforeArchived, archivedAt, updatedAt } = changed;
  await trx.query(
    `update apps set slug = $2, slug_before_archived = $3, archived_at = $4, updated_at = $5, mac = $6
     where id = $1`,
    [id, slug, slugBeforeArchived, archivedAt, updatedAt, app.macOf(trx, changed)],
  );
  return changed;
}

/** Sets the given settings, keeps the others, and returns all of them. The row must be locked. */
export async function updateSettings(
  trx: Queryable,
  found: App,
  given: Partial<SettingsJson>,
  now: Date,
): Promise<AppSettings> {
  const storedSettings = { ...found.storedSettings, ...given };
  await trx.query('update apps set settings = $2, updated_at = $3, mac = $4 where id = $1', [
    ...[found.id, JSON.stringify(storedSettings), now],
    app.macOf(trx, { ...found, storedSettings }),
  ]);
  return settingsFromJson(storedSettings);
}

/** Returns the app, archived or not. Like every function here that returns one app, throws RowTampered. */
export async function findApp(db: Queryable, id: string): Promise<App | null> {
  return app.one(db, await db.query(`select ${app.columns} from apps where id = $1`, [id]));
}

/**
 * Like findApp, but also returns null if the app was changed outside the service. For callers that continue without the
 * app.
 */
export async function findSoundApp(db: Queryable, id: string): Promise<App | null> {
  const [found] = await findApps(db, [id]);
  return found ?? null;
}

/**
 * Like findApp, but locks the row until the commit. Rows that refer to the app can still be inserted, to avoid a
 * deadlock: a commit that appends to the audit log already holds the end of the log, and another one that holds the app
 * may wait for it.
 */
export async function lockApp(db: Queryable, id: string): Promise<App | null> {
  return app.one(db, await db.query(`select ${app.columns} from apps where id = $1 for no key update`, [id]));
}

export async function findAppBySlug(db: Queryable, slug: string): Promise<App | null> {
  return app.one(db, await db.query(`select ${app.columns} from apps where slug = $1`, [slug]));
}

/**
 * Returns the live apps with tokens of these SHA-256 hashes, in the order of the hashes, with null for unknown ones.
 */
export async function findAppsByToken(
  db: Queryable,
  hashes: readonly Buffer[],
): Promise<({ id: string; ownerId: string; tokenMac: Buffer | null } | null)[]> {
  // A busy shop sends the same token with every request.
  const distinct = new Map(hashes.map((hash) => [hash.toString('hex'), hash]));
  const rows = await db.query<{ id: string; owner_id: string; token_hash: Buffer; token_mac: Buffer | null }>(
    'select id, owner_id, token_hash, token_mac from apps where token_hash = any($1::bytea[]) and archived_at is null',
    [[...distinct.values()]],
  );
  const apps = new Map(
    rows.map((row) => [row.token_hash.toString('hex'), { id: row.id, ownerId: row.owner_id, tokenMac: row.token_mac }]),
  );
  return hashes.map((hash) => apps.get(hash.toString('hex')) ?? null);
}

/** Returns the apps among these that are in use, or the archived ones, newest first, one more than the limit. */
export async function listApps(
  db: Queryable,
  ids: readonly string[],
  { limit, after, created, archived }: Page & { readonly archived: boolean },
): Promise<App[]> {
  const rows = await db.query(
    `select ${app.columns} from apps
     where id = any($1::uuid[]) and (archived_at is not null) = $4 and id < ${idOrLast('$2')}
       and ${createdWithin('$5', '$6')}
     order by id desc limit $3 + 1`,
    [ids, after?.id ?? null, limit, archived, created.from, created.before],
  );
  return app.all(db, rows);
}

/** Returns the unverified rows that name this person as a member, with their apps, archived or not. */
export function listMemberships(db: Queryable, userId: string): Promise<{ appId: string; member: Member }[]> {
  return db.query(
    `select app_id as "appId", ${memberJson} as member from app_roles r where user_id = $1 order by app_id`,
    [userId],
  );
}

/** An owner of an app. Owners are notified of payout changes and may decide on them. */
const owner = rowType({ id: uuid, email: text, emailVerified: boolean });
export type AppOwner = RowOf<typeof owner>;

/** Returns the members of the app who chose a way for this kind of notification, by their ids. */
export async function listNotified(
  db: Queryable,
  { seals }: { readonly seals: RowSeals },
  { appId, kind }: { readonly appId: string; readonly kind: NotificationKind },
): Promise<AppOwner[]> {
  const rows = await db.query<{ member: Member }>(
    `select u.id, u.email, u.email_verified, ${memberJson} as member from app_roles r join users u on u.id = r.user_id
     where r.app_id = $1 and exists (select from notification_choices c where c.user_id = u.id and c.kind = $2)
     order by u.id`,
    [appId, kind],
  );
  return verifiedMembers(rows, seals, appId);
}

/** Returns the owners with a membership that the service itself recorded. */
export async function listOwners(
  db: Queryable,
  { seals }: { readonly seals: RowSeals },
  appId: string,
): Promise<AppOwner[]> {
  const rows = await db.query<{ member: Member }>(
    `select u.id, u.email, u.email_verified, ${memberJson} as member from app_roles r join users u on u.id = r.user_id
     where r.app_id = $1 and r.role = 'owner' order by u.id`,
    [appId],
  );
  return verifiedMembers(rows, seals, appId);
}

function verifiedMembers(rows: readonly { member: Member }[], seals: RowSeals, appId: string): AppOwner[] {
  return rows.flatMap(({ member, ...found }) => {
    const person = owner.read(found);
    return seals.isMember(appId, person.id, member) ? [person] : [];
  });
}

/** Returns the apps among these that exist. */
export async function findApps(db: Queryable, ids: readonly string[]): Promise<App[]> {
  return app.all(db, await db.query(`select ${app.columns} from apps where id = any($1::uuid[])`, [ids]));
}

/** Whether the app was ever paid, or has a payment pending. */
export async function wasPaid(db: Queryable, appId: string): Promise<boolean> {
  const [row] = await db.query<{ was_paid: boolean }>(
    'select exists (select from invoices where app_id = $1 and (paid > 0 or pending > 0)) as was_paid',
    [appId],
  );
  return row?.was_paid === true;
}
