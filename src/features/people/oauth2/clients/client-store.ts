// All SQL of the table oauth2_clients.
import { Problem } from '../../../../core/problem.ts';
import type { ApplicationType } from '../../../../core/redirect-uri.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import { createdWithin, idOrLast } from '../../../../io/db/keyset.ts';
import {
  bytes,
  named,
  nullable,
  oneOf,
  type RowOf,
  rowType,
  text,
  texts,
  time,
  uuid,
} from '../../../../io/db/row-type.ts';
import type { Page } from '../../../../io/http/page.ts';
import { isUuid } from '../../../../io/http/schemas.ts';
import type { SigningAlgorithm } from '../../../../io/oidc/signing-keys.ts';
import type { Instance } from '../../../instance.ts';
import type { SealedTables } from '../../../known/row-seals/sealed-rows.ts';

export type ClientAuthMethod = 'client_secret_basic' | 'client_secret_post' | 'none';

const client = rowType({
  id: uuid,
  ownerId: uuid,
  /** The OAuth 2 client_id. `id` identifies the client in our API. */
  clientId: text,
  name: text,
  applicationType: oneOf<ApplicationType>(),
  authMethod: named('token_endpoint_auth_method', oneOf<ClientAuthMethod>()),
  idTokenAlg: named('id_token_signed_response_alg', oneOf<SigningAlgorithm>()),
  redirectUris: texts,
  postLogoutRedirectUris: texts,
  /** The origins of its redirect URIs, as browsers send them. */
  origins: texts,
  /** SHA-256 of the secret. Null for a public client. */
  secretHash: nullable(bytes),
  createdAt: time,
  updatedAt: time,
  /** Covers the client's identity and its URIs. See row-seals. */
  mac: nullable(bytes),
});
export type OAuth2Client = RowOf<typeof client>;

/** Returns the client with the MAC of its row. */
export function sealedClient({ seals }: Pick<Instance, 'seals'>, changed: Omit<OAuth2Client, 'mac'>): OAuth2Client {
  return { ...changed, mac: seals.sign('oauth2_client', changed) };
}

export async function insertClient(db: Queryable, added: OAuth2Client): Promise<void> {
  await db.query(
    `insert into oauth2_clients (${client.written}) values (${client.placeholders})`,
    client.values(added),
  );
}

/** Writes the changeable fields of a client. */
export async function updateClient(db: Queryable, changed: OAuth2Client): Promise<void> {
  await db.query(
    `update oauth2_clients set name = $2, redirect_uris = $3::text[], post_logout_redirect_uris = $4::text[],
       secret_hash = $5, updated_at = $6, origins = $7::text[], mac = $8 where id = $1`,
    [
      changed.id,
      changed.name,
      changed.redirectUris,
      changed.postLogoutRedirectUris,
      changed.secretHash,
      changed.updatedAt,
      changed.origins,
      changed.mac,
    ],
  );
}

/** Returns the owner's client, or null if there is none. */
export async function findClientOf(db: Queryable, id: string, ownerId: string): Promise<OAuth2Client | null> {
  return client.one(
    await db.query(`select ${client.columns} from oauth2_clients where id = $1 and owner_id = $2`, [id, ownerId]),
  );
}

/**
 * Returns the owner's client for a change, locked until the commit. Throws Problem not_found if there is none. Throws
 * client_tampered if it was changed outside the service, because the change would sign the foreign fields.
 */
export async function lockClientOf({ db, seals }: SealedTables, id: string, ownerId: string): Promise<OAuth2Client> {
  const found = isUuid(id)
    ? client.one(
        await db.query(
          `select ${client.columns} from oauth2_clients where id = $1 and owner_id = $2 for no key update`,
          [id, ownerId],
        ),
      )
    : null;
  if (found === null) throw new Problem('not_found');
  if (!seals.verify('oauth2_client', found, found.mac)) throw new Problem('client_tampered');
  return found;
}

/** Deletes the owner's client with all its grants, and returns it. Returns null if there is none. */
export async function deleteClientOf(db: Queryable, id: string, ownerId: string): Promise<OAuth2Client | null> {
  return client.one(
    await db.query(`delete from oauth2_clients where id = $1 and owner_id = $2 returning ${client.columns}`, [
      id,
      ownerId,
    ]),
  );
}

/** Returns null if there is no such client, or if it was written outside the service. */
export async function findClientByClientId(
  { db, seals, log }: SealedTables & Pick<Instance, 'log'>,
  clientId: string,
): Promise<OAuth2Client | null> {
  const found = client.one(
    await db.query(`select ${client.columns} from oauth2_clients where client_id = $1`, [clientId]),
  );
  if (found === null || seals.verify('oauth2_client', found, found.mac)) return found;
  log.error(
    { event: 'client.tampered', client: found.id },
    'an OAuth2 client was changed outside the service; rejected',
  );
  return null;
}

/** Returns the owner's clients, newest first, one more than the limit. */
export async function listClientsOf(
  db: Queryable,
  ownerId: string,
  { limit, after, created }: Page,
): Promise<OAuth2Client[]> {
  const rows = await db.query(
    `select ${client.columns} from oauth2_clients
     where owner_id = $1 and id < ${idOrLast('$2')} and ${createdWithin('$4', '$5')}
     order by id desc limit $3 + 1`,
    [ownerId, after?.id ?? null, limit, created.from, created.before],
  );
  return client.all(rows);
}

/** Returns, for each of these origins in their order, whether it belongs to a registered client. */
export async function areOriginsOfClients(db: Queryable, origins: readonly string[]): Promise<boolean[]> {
  const rows = await db.query<{ origin: string }>(
    `select origin from unnest($1::text[]) as origin
     where exists (select from oauth2_clients where origins @> array[origin])`,
    [[...new Set(origins)]],
  );
  const known = new Set(rows.map((row) => row.origin));
  return origins.map((origin) => known.has(origin));
}
