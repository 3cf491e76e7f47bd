// All SQL of the table apps.
import type { AppSettings } from '../../core/app-settings.ts';
import type { Queryable } from '../../io/db/database.ts';
import { idOrLast } from '../../io/db/keyset.ts';
import type { Page } from '../../io/http/page.ts';
import { type SettingsJson, settingsFromJson } from './settings/settings-json.ts';

export type Environment = 'development' | 'production';

export interface App {
  readonly id: string;
  readonly ownerId: string;
  readonly name: string;
  readonly description: string | null;
  readonly slug: string | null;
  readonly image: string | null;
  readonly url: string;
  readonly environment: Environment;
  readonly tokenSealed: Buffer;
  readonly settings: AppSettings;
  readonly archivedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface AppToken {
  readonly hash: Buffer;
  readonly sealed: Buffer;
}

interface Row {
  id: string;
  owner_id: string;
  name: string;
  description: string | null;
  slug: string | null;
  image: string | null;
  url: string;
  environment: Environment;
  token_sealed: Buffer;
  settings: Partial<SettingsJson>;
  archived_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

const columns = `id, owner_id, name, description, slug, image, url, environment, token_sealed, settings,
  archived_at, created_at, updated_at`;

export async function insertApp(db: Queryable, app: App, token: AppToken): Promise<void> {
  await db.query(
    `insert into apps (id, owner_id, name, description, slug, image, url, environment, token_hash, token_sealed, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)`,
    [
      app.id,
      app.ownerId,
      app.name,
      app.description,
      app.slug,
      app.image,
      app.url,
      app.environment,
      token.hash,
      token.sealed,
      app.createdAt,
    ],
  );
}

export async function updateApp(db: Queryable, app: App, newToken: AppToken | null): Promise<void> {
  await db.query(
    `update apps set name = $2, description = $3, slug = $4, image = $5, url = $6, updated_at = $7,
       token_hash = coalesce($8, token_hash), token_sealed = coalesce($9, token_sealed)
     where id = $1`,
    [
      app.id,
      app.name,
      app.description,
      app.slug,
      app.image,
      app.url,
      app.updatedAt,
      newToken?.hash ?? null,
      newToken?.sealed ?? null,
    ],
  );
}

/** Archives an app, and lets its slug go for another one. The row must be locked. */
export async function archiveApp(trx: Queryable, id: string, now: Date): Promise<void> {
  await trx.query(
    'update apps set archived_at = $2, updated_at = $2, slug = null, slug_before_archived = slug where id = $1',
    [id, now],
  );
}

/**
 * Takes an archived app back into use, and answers its slug: the one it had, unless another app has it. The row must be
 * locked.
 */
export async function restoreApp(trx: Queryable, id: string, now: Date): Promise<string | null> {
  const [row] = await trx.query<Pick<Row, 'slug'>>(
    `update apps a set archived_at = null, updated_at = $2, slug_before_archived = null,
       slug = case when exists (select from apps o where o.slug = a.slug_before_archived) then null else a.slug_before_archived end
     where id = $1 returning slug`,
    [id, now],
  );
  return row?.slug ?? null;
}

/** Sets these members and leaves the others; answers the settings as they are then. The row must be locked. */
export async function updateSettings(
  trx: Queryable,
  id: string,
  given: Partial<SettingsJson>,
  now: Date,
): Promise<AppSettings> {
  const [row] = await trx.query<Pick<Row, 'settings'>>(
    'update apps set settings = settings || $2::jsonb, updated_at = $3 where id = $1 returning settings',
    [id, JSON.stringify(given), now],
  );
  return settingsFromJson(row?.settings ?? {});
}

/** The app, archived or not; locked until the commit where `lock` says so. */
export async function findApp(db: Queryable, id: string): Promise<App | null> {
  return one(await db.query<Row>(`select ${columns} from apps where id = $1`, [id]));
}

export async function lockApp(db: Queryable, id: string): Promise<App | null> {
  return one(await db.query<Row>(`select ${columns} from apps where id = $1 for update`, [id]));
}

export async function findAppBySlug(db: Queryable, slug: string): Promise<App | null> {
  return one(await db.query<Row>(`select ${columns} from apps where slug = $1`, [slug]));
}

/** The apps of an owner that are in use, or those that are archived; newest first, one more than the limit. */
export async function listApps(
  db: Queryable,
  whose: { readonly ownerId: string; readonly archived: boolean },
  { limit, after }: Page,
): Promise<App[]> {
  const rows = await db.query<Row>(
    `select ${columns} from apps
     where owner_id = $1 and (archived_at is not null) = $4 and id < ${idOrLast('$2')}
     order by id desc limit $3 + 1`,
    [whose.ownerId, after?.id ?? null, limit, whose.archived],
  );
  return rows.map(fromRow);
}

function one(rows: Row[]): App | null {
  return rows[0] ? fromRow(rows[0]) : null;
}

function fromRow(row: Row): App {
  return {
    id: row.id,
    ownerId: row.owner_id,
    name: row.name,
    description: row.description,
    slug: row.slug,
    image: row.image,
    url: row.url,
    environment: row.environment,
    tokenSealed: row.token_sealed,
    settings: settingsFromJson(row.settings),
    archivedAt: row.archived_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
