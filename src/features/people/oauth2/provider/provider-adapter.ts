// The storage of oidc-provider, on our tables. Tokens and codes are never stored in clear text.
import { type Adapter, type AdapterFactory, type AdapterPayload, errors } from 'oidc-provider';
import { isForeignKeyViolation } from '../../../../io/db/sql-fault.ts';
import { ofNobody } from '../../../../io/oidc/endpoints.ts';
import type { Instance } from '../../../instance.ts';
import { findClientByClientId, type OAuth2Client } from '../clients/client-store.ts';
import { deleteGrant, readGrant, recordGrantUse, saveGrant } from '../sessions/grant-store.ts';
import {
  type Artifact,
  consumeArtifact,
  deleteArtifact,
  deleteArtifactsOfGrant,
  findArtifact,
  findArtifactByUid,
  saveArtifact,
} from './artifact-store.ts';

type Dependencies = Pick<Instance, 'db' | 'seals' | 'log' | 'clock' | 'newId'>;

export function providerAdapter(instance: Dependencies): AdapterFactory {
  return (model) => {
    if (model === 'Client') return clientAdapter(instance);
    if (model === 'Grant') return grantAdapter(instance);
    return artifactAdapter(instance, model);
  };
}

/** The models that belong to a grant and are deleted with it. */
const granted = new Set(['AccessToken', 'AuthorizationCode', 'RefreshToken']);

function artifactAdapter(instance: Dependencies, model: string): Adapter {
  const { db, clock } = instance;
  return {
    ...nothing,
    async upsert(id, { jti: _, ...payload }, expiresIn) {
      if (isOfNobody(payload)) return;
      const expiresAt = new Date(clock.now().getTime() + (expiresIn as number) * 1000);
      const grantId = granted.has(model) ? (payload.grantId as string) : null;
      const userId = payload.accountId ?? null;
      try {
        await saveArtifact(instance, model, id, { payload, uid: payload.uid ?? null, grantId, userId, expiresAt });
        if (model === 'AccessToken' && grantId !== null) await recordGrantUse(db, grantId, clock.now());
      } catch (error) {
        // The grant was revoked while the token was being issued.
        if (isForeignKeyViolation(error)) throw new errors.InvalidGrant('the grant was revoked');
        throw error;
      }
    },
    find: async (id) => payloadOf(await findArtifact(instance, model, id), id),
    // The session's id is unknown here. The caller needs only the signed-in person.
    findByUid: async (uid) => payloadOf(await findArtifactByUid(instance, model, uid), undefined),
    async consume(id) {
      if (!(await consumeArtifact(instance, model, id, clock.now()))) throw new errors.InvalidGrant('already used');
    },
    destroy: (id) => deleteArtifact(db, model, id),
    revokeByGrantId: (grantId) => deleteArtifactsOfGrant(db, model, grantId),
  };
}

/** Anyone can start authorizations without limit, so they are stored only for signed-in people. */
function isOfNobody({ prompt }: AdapterPayload): boolean {
  return (prompt as { details?: Record<string, unknown> } | undefined)?.details?.[ofNobody] === true;
}

function grantAdapter(instance: Dependencies): Adapter {
  const { db, clock, newId } = instance;
  return {
    ...nothing,
    async upsert(grantId, { accountId, clientId, ...payload }) {
      const row = { grantId, userId: accountId as string, clientId: clientId as string };
      await saveGrant(instance, newId(), { ...row, payload: { ...payload, accountId, clientId } }, clock.now());
    },
    find: async (grantId) => ((await readGrant(instance, grantId)) as AdapterPayload | null) ?? undefined,
    destroy: (grantId) => deleteGrant(db, grantId),
  };
}

function clientAdapter(instance: Dependencies): Adapter {
  return {
    ...nothing,
    async find(clientId) {
      const client = await findClientByClientId(instance, clientId);
      return client === null ? undefined : clientMetadata(client);
    },
  };
}

/** Returns the client metadata of RFC 7591. `client_secret` is the hash, which only compareClientSecret reads. */
function clientMetadata(client: OAuth2Client): AdapterPayload {
  return {
    client_id: client.clientId,
    client_name: client.name,
    application_type: client.applicationType,
    token_endpoint_auth_method: client.authMethod,
    id_token_signed_response_alg: client.idTokenAlg,
    redirect_uris: [...client.redirectUris],
    post_logout_redirect_uris: [...client.postLogoutRedirectUris],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    ...(client.secretHash === null ? {} : { client_secret: client.secretHash.toString('hex') }),
  };
}

function payloadOf(artifact: Artifact | null, jti: string | undefined): AdapterPayload | undefined {
  if (artifact === null) return undefined;
  const consumed = artifact.consumedAt === null ? {} : { consumed: Math.floor(artifact.consumedAt.getTime() / 1000) };
  return { ...artifact.payload, ...(jti === undefined ? {} : { jti }), ...consumed };
}

/** Clients are created through the API, and device codes are not offered. */
const nothing: Adapter = {
  upsert: async () => undefined,
  find: async () => undefined,
  findByUserCode: async () => undefined,
  findByUid: async () => undefined,
  consume: async () => undefined,
  destroy: async () => undefined,
  revokeByGrantId: async () => undefined,
};
