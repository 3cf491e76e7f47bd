// All SQL of the table oauth2_clients.
import type { ApplicationType } from '../../../core/redirect-uri.ts';
import type { Queryable } from '../../../io/db/database.ts';
import { idOrLast } from '../../../io/db/keyset.ts';
import type { PagePosition } from '../../../io/http/page.ts';
import type { SigningAlgorithm } from '../../../io/oidc/signing-keys.ts';

export type ClientAuthMethod = 'client_secret_basic' | 'client_secret_post' | 'none';

export interface OAuth2Client {
  readonly id: string;
  readonly ownerId: string;
  /** What the client calls itself by; `id` is its name in our API. */
  readonly clientId: string;
  readonly name: string;
  readonly applicationType: ApplicationType;
  readonly authMethod: ClientAuthMethod;
  readonly idTokenAlg: SigningAlgorithm;
  readonly redirectUris: readonly string[];
  readonly postLogoutRedirectUris: readonly string[];
  /** SHA-256 of the secret; null for a client that cannot keep one. */
  readonly secretHash: Buffer | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

interface Row {
  id: string;
  owner_id: string;
  client_id: string;
  name: string;
  application_type: ApplicationType;
  token_endpoint_auth_method: ClientAuthMethod;
  id_token_signed_response_alg: SigningAlgorithm;
  redirect_uris: string[];
  post_logout_redirect_uris: string[];
  secret_hash: Buffer | null;
  created_at: Date;
  updated_at: Date;
}

const columns = `id, owner_id, client_id, name, application_type, token_endpoint_auth_method,
  id_token_signed_response_alg, redirect_uris, post_logout_redirect_uris, secret_hash, created_at, updated_at`;

export async function insertClient(db: Queryable, client: OAuth2Client): Promise<void> {
  await db.query(
    `insert into oauth2_clients (${columns}) values ($1, $2, $3, $4, $5, $6, $7, $8::text[], $9::text[], $10, $11, $12)`,
    [
      client.id,
      client.ownerId,
      client.clientId,
      client.name,
      client.applicationType,
      client.authMethod,
      client.idTokenAlg,
      client.redirectUris,
      client.postLogoutRedirectUris,
      client.secretHash,
      client.createdAt,
      client.updatedAt,
    ],
  );
}

/** Writes what can change of a client. */
export async function updateClient(db: Queryable, client: OAuth2Client): Promise<void> {
  await db.query(
    `update oauth2_clients set name = $2, redirect_uris = $3::text[], post_logout_redirect_uris = $4::text[],
       secret_hash = $5, updated_at = $6 where id = $1`,
    [client.id, client.name, client.redirectUris, client.postLogoutRedirectUris, client.secretHash, client.updatedAt],
  );
}

/** The owner's client, locked until the commit; null where there is none. */
export async function lockClientOf(trx: Queryable, id: string, ownerId: string): Promise<OAuth2Client | null> {
  return one(
    await trx.query<Row>(`select ${columns} from oauth2_clients where id = $1 and owner_id = $2 for update`, [
      id,
      ownerId,
    ]),
  );
}

/** The owner's client, deleted with all that was granted to it; null where there is none. */
export async function deleteClientOf(db: Queryable, id: string, ownerId: string): Promise<OAuth2Client | null> {
  return one(
    await db.query<Row>(`delete from oauth2_clients where id = $1 and owner_id = $2 returning ${columns}`, [
      id,
      ownerId,
    ]),
  );
}

export async function findClientByClientId(db: Queryable, clientId: string): Promise<OAuth2Client | null> {
  return one(await db.query<Row>(`select ${columns} from oauth2_clients where client_id = $1`, [clientId]));
}

/** The owner's clients, newest first, one more than the limit. */
export async function listClientsOf(
  db: Queryable,
  ownerId: string,
  limit: number,
  after: PagePosition | null,
): Promise<OAuth2Client[]> {
  const rows = await db.query<Row>(
    `select ${columns} from oauth2_clients where owner_id = $1 and id < ${idOrLast('$2')}
     order by id desc limit $3 + 1`,
    [ownerId, after?.id ?? null, limit],
  );
  return rows.map(fromRow);
}

function one(rows: Row[]): OAuth2Client | null {
  return rows[0] ? fromRow(rows[0]) : null;
}

function fromRow(row: Row): OAuth2Client {
  return {
    id: row.id,
    ownerId: row.owner_id,
    clientId: row.client_id,
    name: row.name,
    applicationType: row.application_type,
    authMethod: row.token_endpoint_auth_method,
    idTokenAlg: row.id_token_signed_response_alg,
    redirectUris: row.redirect_uris,
    postLogoutRedirectUris: row.post_logout_redirect_uris,
    secretHash: row.secret_hash,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
