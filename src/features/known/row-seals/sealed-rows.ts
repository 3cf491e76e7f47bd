// The rows that carry a MAC: of which table, over which columns. The one list, for those who check them and key
// rotation.
import type { Vouching } from '../../../core/access/team.ts';
import type { Queryable } from '../../../io/db/database.ts';
import type { MacField, RowMac } from '../../../io/secrets/row-mac.ts';
import { moneyRows } from './money-rows.ts';

interface SealedTable {
  readonly table: string;
  /** The column that holds the MAC. */
  readonly mac: string;
  /** The key by which the rows are walked. */
  readonly key: string;
  /** uuid where it does not say. */
  readonly keyType?: 'bytea';
  /** Other tables that a field is of; the table itself is `r`. */
  readonly join?: string;
  /** Rows beyond it are of no use, and need no MAC. */
  readonly where?: string;
  /** The kind whose MAC the row had before this one: an earlier row is signed as this kind where that MAC holds. */
  readonly earlier?: string;
  /** The column of that MAC, and the fields that it covers. */
  readonly earlierMac?: string;
  readonly earlierFields?: readonly string[];
  /** The field that says whose money it is. */
  readonly app?: string;
  /** Each field and what is selected for it, in the order in which they are signed. */
  readonly fields: Readonly<Record<string, string>>;
}

export const sealedRows = {
  ...moneyRows,
  /** The payment that proves control of an address: checked whenever it is looked for. */
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
  /** Tokens and sessions: checked whenever they are used. */
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
  /** Codes, tokens and sign-ins that OpenID Connect keeps: checked whenever they are used. */
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
  /** What a person lets a program do: checked for each token that is made of it. */
  oauth2_grant: {
    table: 'oauth2_grants',
    mac: 'mac',
    key: 'id',
    fields: { grantId: 'r.grant_id', userId: 'r.user_id', clientId: 'r.client_id', payload: 'r.payload' },
  },
  /** Programs, with where people are sent back to: checked whenever one is asked for by its client_id. */
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
  /** What a mailed link, a half sign-in or a challenge is good for: checked when it is used. */
  verification: {
    table: 'verifications',
    mac: 'mac',
    key: 'id',
    fields: { id: 'r.id', identifier: 'r.identifier', value: 'r.value', expiresAt: 'r.expires_at' },
  },
  /** Another e-mail address that somebody wants, and who agreed to it: checked with each answer. */
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
  /** Who somebody is to a sign-in: checked by each, and when a password is mailed for. */
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
  /** Whether a user runs the instance: checked wherever the role is read. A failed check makes a merchant. */
  user_role: {
    table: 'users',
    mac: 'role_mac',
    key: 'id',
    fields: { id: 'r.id', role: 'r.role' },
  },
  /** What somebody signs in by: a password, a passkey, one-time codes. Checked whenever it is used. */
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
  /** Who is of an app's team: checked wherever a role is asked for. */
  app_member: {
    table: 'app_members',
    mac: 'mac',
    key: 'id',
    app: 'appId',
    where: 'r.user_id is not null',
    fields: { id: 'r.id', appId: 'r.app_id', userId: 'r.user_id', role: 'r.role', roleSince: 'r.role_since' },
  },
  /** Who is invited to a team, and by which link: checked where somebody joins by it. */
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
  /** Where events are sent: checked for each delivery. */
  webhook: {
    table: 'webhooks',
    mac: 'mac',
    key: 'id',
    fields: { id: 'r.id', appId: 'r.app_id', url: 'r.url' },
  },
  /** Earlier terms of an order and of a coin: read where the same name is used again. */
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
  /** Owners of former slugs, and slugs that are to move: read where one is asked for, and before it leads on. */
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
  /** Hashes between which no name was given up: read where a name without a row of its own is asked for. */
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
  /** Entries of the audit log, and the end of each log: checked by `quittance audit` and by workers. */
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
} as const satisfies Readonly<Record<string, SealedTable>>;

export type SealedKind = keyof typeof sealedRows;
export type SealedRow<Kind extends SealedKind> = {
  readonly [Field in keyof (typeof sealedRows)[Kind]['fields']]: MacField;
};

/** Signs rows and checks them, by the names of their fields. */
export interface RowSeals {
  sign<Kind extends SealedKind>(kind: Kind, row: SealedRow<Kind>): Buffer;
  /** False for a MAC that is missing. */
  verify<Kind extends SealedKind>(kind: Kind, row: SealedRow<Kind>, mac: Uint8Array | null): boolean;
  /** Whether the service itself wrote that this person is this member of the app. */
  readonly isMember: Vouching;
}

/** Where rows are kept, and what tells ours from others. */
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

/** In the order in which they are signed. */
export function fieldsOf(kind: SealedKind, row: object): MacField[] {
  const held = row as Readonly<Record<string, MacField>>;
  return (names.get(kind) ?? []).map((name) => held[name] ?? null);
}
