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
  /** What the client calls itself by; `id` is its name in our API. */
  clientId: text,
  name: text,
  applicationType: oneOf<ApplicationType>(),
  authMethod: named('token_endpoint_auth_method', oneOf<ClientAuthMethod>()),
  idTokenAlg: named('id_token_signed_response_alg', oneOf<SigningAlgorithm>()),
  redirectUris: texts,
  postLogoutRedirectUris: texts,
  /** Of its redirect URIs, as browsers tell them. */
  origins: texts,
  /** SHA-256 of the secret; null for a client that cannot keep one. */
  secretHash: nullable(bytes),
  createdAt: time,
  updatedAt: time,
  /** Over all that says where people are sent and who it is; see row-seals. */
  mac: nullable(bytes),
});
export type OAuth2Client = RowOf<typeof client>;

/** The client with the MAC of its row. */
export function sealedClient({ seals }: Pick<Instance, 'seals'>, changed: Omit<OAuth2Client, 'mac'>): OAuth2Client {
  return { ...changed, mac: seals.sign('oauth2_client', changed) };
}

export async function insertClient(db: Queryable, added: OAuth2Client): Promise<void> {
  await db.query(
    `insert into oauth2_clients (${client.written}) values (${client.placeholders})`,
    client.values(added),
  );
}

/** Writes what can change of a client. */
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

/** The owner's client; null where there is none. */
export async function findClientOf(db: Queryable, id: string, ownerId: string): Promise<OAuth2Client | null> {
  return client.one(
    await db.query(`select ${client.columns} from oauth2_clients where id = $1 and owner_id = $2`, [id, ownerId]),
  );
}

/**
 * The owner's client, locked until the commit, to be changed. Throws Problem not_found where there is none, and
 * client_tampered for one that somebody wrote past the service: a change would sign what they wrote.
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

/** The owner's client, deleted with all that was granted to it; null where there is none. */
export async function deleteClientOf(db: Queryable, id: string, ownerId: string): Promise<OAuth2Client | null> {
  return client.one(
    await db.query(`delete from oauth2_clients where id = $1 and owner_id = $2 returning ${client.columns}`, [
      id,
      ownerId,
    ]),
  );
}

/** Null where there is none, and for one that somebody wrote past the service. */
export async function findClientByClientId(
  { db, seals, log }: SealedTables & Pick<Instance, 'log'>,
  clientId: string,
): Promise<OAuth2Client | null> {
  const found = client.one(
    await db.query(`select ${client.columns} from oauth2_clients where client_id = $1`, [clientId]),
  );
  if (found === null || seals.verify('oauth2_client', found, found.mac)) return found;
  log.error({ event: 'client.tampered', client: found.id }, 'an OAuth2 client was changed past the service; refused');
  return null;
}

/** The owner's clients, newest first, one more than the limit. */
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

/** Which of these are origins of registered programs, in their order. */
export async function areOriginsOfClients(db: Queryable, origins: readonly string[]): Promise<boolean[]> {
  const rows = await db.query<{ origin: string }>(
    `select origin from unnest($1::text[]) as origin
     where exists (select from oauth2_clients where origins @> array[origin])`,
    [[...new Set(origins)]],
  );
  const known = new Set(rows.map((row) => row.origin));
  return origins.map((origin) => known.has(origin));
}
