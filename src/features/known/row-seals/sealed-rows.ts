// The rows that carry a MAC: their tables and columns. Verification and key rotation both use this list.
import type { Vouching } from '../../../core/access/team.ts';
import type { Queryable } from '../../../io/db/database.ts';
import type { MacField, RowMac } from '../../../io/secrets/row-mac.ts';
import { moneyRows } from './money-rows.ts';

interface SealedTable {
  readonly table: string;
  /** The column that holds the MAC. */
  readonly mac: string;
  /** The key column that orders the rows. */
  readonly key: string;
  /** The type of the key. Default: uuid. */
  readonly keyType?: 'bytea';
  /** Joins to other tables with fields of the row. The table itself is `r`. */
  readonly join?: string;
  /** Rows that do not match are unused and need no MAC. */
  readonly where?: string;
  /** The kind of the MAC that the row had before this one. Such a row is signed as this kind if that MAC is valid. */
  readonly earlier?: string;
  /** The column of that MAC, and the fields that it covers. */
  readonly earlierMac?: string;
  readonly earlierFields?: readonly string[];
  /** The field with the app that the money belongs to. */
  readonly app?: string;
  /** Each field with its select expression, in the order in which they are signed. */
  readonly fields: Readonly<Record<string, string>>;
}

export const sealedRows = {
  ...moneyRows,
  /** The payment that proves control of an address. Verified at each lookup. */
  proof_payment: {
    table: 'proof_payments',
    mac: 'mac',
    key: 'id',
    fields: {
      id: 'r.id',
      ownerId: 'r.owner_id',
      networkId: 'r.network_id',
      assetId: 'r.asset_id',
      address: 'r.address',
      amount: 'r.amount',
      fromBlock: 'r.from_block',
      expiresAt: 'r.expires_at',
    },
  },
  /** Tokens and sessions. Verified at each use. */
  personal_access_token: {
    table: 'personal_access_tokens',
    mac: 'mac',
    key: 'id',
    fields: {
      id: 'r.id',
      userId: 'r.user_id',
      tokenHash: 'r.token_hash',
      scopes: 'r.scopes',
      appIds: 'r.app_ids',
      cidrs: 'r.cidrs',
      expiresAt: 'r.expires_at',
    },
  },
  app_token: {
    table: 'apps',
    mac: 'token_mac',
    key: 'id',
    fields: { id: 'r.id', ownerId: 'r.owner_id', tokenHash: 'r.token_hash' },
  },
  scoped_app_token: {
    table: 'app_tokens',
    mac: 'mac',
    key: 'id',
    fields: {
      id: 'r.id',
      appId: 'r.app_id',
      memberId: 'r.member_id',
      userId: 'r.user_id',
      tokenHash: 'r.token_hash',
      scopes: 'r.scopes',
      cidrs: 'r.cidrs',
      expiresAt: 'r.expires_at',
    },
  },
  session: {
    table: 'sessions',
    mac: 'mac',
    key: 'id',
    fields: {
      id: 'r.id',
      userId: 'r.user_id',
      tokenHash: 'r.token_hash',
      createdAt: 'r.created_at',
      provedAt: 'r.proved_at',
    },
  },
  /** Codes, tokens and sign-ins stored by OpenID Connect. Verified at each use. */
  oauth2_artifact: {
    table: 'oauth2_artifacts',
    mac: 'mac',
    key: 'id_hash',
    keyType: 'bytea',
    fields: {
      model: 'r.model',
      idHash: 'r.id_hash',
      payload: 'r.payload',
      uid: 'r.uid',
      grantId: 'r.grant_id',
      userId: 'r.user_id',
      consumedAt: 'r.consumed_at',
      expiresAt: 'r.expires_at',
    },
  },
  /** The consent that a person gave to a client. Verified for each token issued under it. */
  oauth2_grant: {
    table: 'oauth2_grants',
    mac: 'mac',
    key: 'id',
    fields: { grantId: 'r.grant_id', userId: 'r.user_id', clientId: 'r.client_id', payload: 'r.payload' },
  },
  /** Clients and their redirect URIs. Verified at each lookup by client_id. */
  oauth2_client: {
    table: 'oauth2_clients',
    mac: 'mac',
    key: 'id',
    fields: {
      id: 'r.id',
      ownerId: 'r.owner_id',
      clientId: 'r.client_id',
      name: 'r.name',
      applicationType: 'r.application_type',
      authMethod: 'r.token_endpoint_auth_method',
      idTokenAlg: 'r.id_token_signed_response_alg',
      redirectUris: 'r.redirect_uris',
      postLogoutRedirectUris: 'r.post_logout_redirect_uris',
      secretHash: 'r.secret_hash',
    },
  },
  /** The purpose of a mailed link, a half-finished sign-in or a challenge. Verified at use. */
  verification: {
    table: 'verifications',
    mac: 'mac',
    key: 'id',
    fields: { id: 'r.id', identifier: 'r.identifier', value: 'r.value', expiresAt: 'r.expires_at' },
  },
  /** A requested change of e-mail address, and the confirmations given. Verified at each confirmation. */
  email_change: {
    table: 'email_changes',
    mac: 'mac',
    key: 'user_id',
    fields: {
      userId: 'r.user_id',
      newEmail: 'r.new_email',
      oldTokenHash: 'r.old_token_hash',
      newTokenHash: 'r.new_token_hash',
      oldAgreedAt: 'r.old_agreed_at',
      newAgreedAt: 'r.new_agreed_at',
      createdAt: 'r.created_at',
    },
  },
  /** A user's identity. Verified at each sign-in and before a password mail. */
  user: {
    table: 'users',
    mac: 'mac',
    key: 'id',
    fields: {
      id: 'r.id',
      email: 'r.email',
      emailVerified: 'r.email_verified',
      twoFactorEnabled: 'r.two_factor_enabled',
    },
  },
  /**
   * Whether a user is an operator. Verified wherever the role is read. If verification fails, the user counts as a
   * merchant.
   */
  user_role: {
    table: 'users',
    mac: 'role_mac',
    key: 'id',
    fields: { id: 'r.id', role: 'r.role' },
  },
  /** A sign-in method: password, passkey or one-time codes. Verified at each use. */
  account: {
    table: 'accounts',
    mac: 'mac',
    key: 'id',
    fields: {
      id: 'r.id',
      userId: 'r.user_id',
      providerId: 'r.provider_id',
      accountId: 'r.account_id',
      password: 'r.password',
    },
  },
  passkey: {
    table: 'passkeys',
    mac: 'mac',
    key: 'id',
    fields: { id: 'r.id', userId: 'r.user_id', credentialId: 'r.credential_id', publicKey: 'r.public_key' },
  },
  two_factor: {
    table: 'two_factors',
    mac: 'mac',
    key: 'id',
    fields: {
      id: 'r.id',
      userId: 'r.user_id',
      secret: 'r.secret',
      backupCodes: 'r.backup_codes',
      verified: 'r.verified',
    },
  },
  /** The membership of an app's team. Verified wherever a role is required. */
  app_member: {
    table: 'app_members',
    mac: 'mac',
    key: 'id',
    app: 'appId',
    where: 'r.user_id is not null',
    fields: { id: 'r.id', appId: 'r.app_id', userId: 'r.user_id', role: 'r.role', roleSince: 'r.role_since' },
  },
  /** An invitation to a team, with its link. Verified when the invited person joins. */
  app_invitation: {
    table: 'app_members',
    mac: 'invite_mac',
    key: 'id',
    app: 'appId',
    where: 'r.invite_hash is not null',
    fields: {
      id: 'r.id',
      appId: 'r.app_id',
      role: 'r.role',
      roleSince: 'r.role_since',
      email: 'r.email',
      inviteHash: 'r.invite_hash',
      inviteEndsAt: 'r.invite_ends_at',
    },
  },
  /** The endpoint of a webhook. Verified for each delivery. */
  webhook: {
    table: 'webhooks',
    mac: 'mac',
    key: 'id',
    fields: { id: 'r.id', appId: 'r.app_id', url: 'r.url' },
  },
  /** Earlier terms of an order and a coin. Read when the same name is used again. */
  former_reference: {
    table: 'former_references',
    mac: 'mac',
    key: 'id',
    fields: { appId: 'r.app_id', reference: 'r.reference', total: 'r.total', currency: 'r.currency' },
  },
  former_coin_terms: {
    table: 'former_coin_terms',
    mac: 'mac',
    key: 'id',
    fields: {
      appId: 'r.app_id',
      assetId: 'r.asset_id',
      confirmations: 'r.confirmations',
      acceptUnconfirmedUpTo: 'r.accept_unconfirmed_up_to',
    },
  },
  /** Owners of former slugs, and slugs about to move. Read when such a slug is requested, and before a redirect. */
  former_slug: {
    table: 'former_slugs',
    mac: 'mac',
    key: 'id',
    fields: {
      slugOf: 'r.slug_of',
      slug: 'r.slug',
      ownerId: 'r.owner_id',
      appId: 'r.app_id',
      targetId: 'r.target_id',
      total: 'r.total',
      currency: 'r.currency',
    },
  },
  /** Hashes between which no name was given up. Read when a name without its own row is requested. */
  name_gap: {
    table: 'name_gaps',
    mac: 'mac',
    key: 'id',
    fields: { id: 'r.id', afterHash: 'r.after_hash', beforeHash: 'r.before_hash' },
  },
  slug_change: {
    table: 'slug_changes',
    mac: 'mac',
    key: 'id',
    fields: {
      id: 'r.id',
      appId: 'r.app_id',
      slugOf: 'r.slug_of',
      slug: 'r.slug',
      toAppId: 'r.to_app_id',
      targetId: 'r.target_id',
      effectiveAt: 'r.effective_at',
      status: 'r.status',
    },
  },
  /** A network that the operator connected: its endpoints decide which payments are believed. Verified at each read. */
  operator_network: {
    table: 'operator_networks',
    mac: 'mac',
    key: 'id',
    fields: {
      id: 'r.id',
      symbol: 'r.symbol',
      definition: 'r.definition',
      revision: 'r.revision',
      enabled: 'r.enabled',
    },
  },
  /** Entries of the audit log, and the end of each log. Verified by `quittance audit` and by workers. */
  audit_entry: {
    table: 'audit_log',
    mac: 'mac',
    key: 'id',
    fields: { ownerId: 'r.owner_id', sequence: 'r.sequence', hash: 'r.hash' },
  },
  audit_head: {
    table: 'audit_heads',
    mac: 'mac',
    key: 'owner_id',
    fields: { ownerId: 'r.owner_id', sequence: 'r.sequence', hash: 'r.hash' },
  },
  /** Settings of the instance. Verified whenever a process reads its configuration. Secrets are sealed by the vault. */
  operator_setting: {
    table: 'operator_settings',
    mac: 'mac',
    key: 'id',
    fields: { id: 'r.id', name: 'r.name', value: 'r.value' },
  },
} as const satisfies Readonly<Record<string, SealedTable>>;

export type SealedKind = keyof typeof sealedRows;
export type SealedRow<Kind extends SealedKind> = {
  readonly [Field in keyof (typeof sealedRows)[Kind]['fields']]: MacField;
};

/** Signs and verifies rows by field names. */
export interface RowSeals {
  sign<Kind extends SealedKind>(kind: Kind, row: SealedRow<Kind>): Buffer;
  /** Returns false if the MAC is missing. */
  verify<Kind extends SealedKind>(kind: Kind, row: SealedRow<Kind>, mac: Uint8Array | null): boolean;
  /** Whether the service itself recorded this membership of the app. */
  readonly isMember: Vouching;
}

/** The tables of the rows, and the check that separates our rows from foreign ones. */
export interface SealedTables {
  readonly db: Queryable;
  readonly seals: RowSeals;
}

export function rowSeals(rowMac: RowMac): RowSeals {
  return {
    sign: (kind, row) => rowMac.sign(kind, fieldsOf(kind, row)),
    verify: (kind, row, mac) => rowMac.verify(kind, fieldsOf(kind, row), mac),
    isMember(appId, userId, { id, role, since, mac }) {
      const row = { id, appId, userId, role, roleSince: new Date(since) };
      return mac !== null && rowMac.verify('app_member', fieldsOf('app_member', row), Buffer.from(mac, 'hex'));
    },
  };
}

const names = new Map(Object.entries(sealedRows).map(([kind, { fields }]) => [kind, Object.keys(fields)]));

/** Returns the fields in signing order. */
export function fieldsOf(kind: SealedKind, row: object): MacField[] {
  const held = row as Readonly<Record<string, MacField>>;
  return (names.get(kind) ?? []).map((name) => held[name] ?? null);
}
