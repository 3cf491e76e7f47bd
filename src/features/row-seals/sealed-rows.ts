// The rows that carry a MAC: of which table, over which columns. The one list, for those who check them and key
// rotation.
import type { Vouching } from '../../core/access/team.ts';
import type { MacField, RowMac } from '../../io/secrets/row-mac.ts';

interface SealedTable {
  readonly table: string;
  /** The column that holds the MAC. */
  readonly mac: string;
  /** The primary key, by which the rows are walked. */
  readonly key: string;
  /** Other tables that a field is of; the table itself is `r`. */
  readonly join?: string;
  /** Each field and what is selected for it, in the order in which they are signed. */
  readonly fields: Readonly<Record<string, string>>;
}

export const sealedRows = {
  /** Where customers are asked to pay: checked for each quote. */
  app_address: {
    ...{ table: 'app_addresses', mac: 'mac', key: 'id', join: 'join wallets w on w.id = r.wallet_id' },
    fields: {
      ...{ id: 'r.id', appId: 'r.app_id', networkId: 'r.network_id', walletId: 'r.wallet_id' },
      ...{ kind: 'w.kind', value: 'w.value', enabled: 'r.enabled', effectiveAt: 'r.effective_at' },
    },
  },
  /** The address that one attempt asks to pay at: checked whenever it is shown. */
  recipient: {
    ...{ table: 'transactions', mac: 'recipient_mac', key: 'id' },
    fields: { id: 'r.id', networkId: 'r.network_id', recipient: 'r.recipient' },
  },
  /** Tokens and sessions: checked whenever they are used. */
  personal_access_token: {
    ...{ table: 'personal_access_tokens', mac: 'mac', key: 'id' },
    fields: {
      ...{ id: 'r.id', userId: 'r.user_id', tokenHash: 'r.token_hash' },
      ...{ scopes: 'r.scopes', appIds: 'r.app_ids', cidrs: 'r.cidrs', expiresAt: 'r.expires_at' },
    },
  },
  app_token: {
    ...{ table: 'apps', mac: 'token_mac', key: 'id' },
    fields: { id: 'r.id', ownerId: 'r.owner_id', tokenHash: 'r.token_hash' },
  },
  session: {
    ...{ table: 'sessions', mac: 'mac', key: 'id' },
    fields: {
      ...{ id: 'r.id', userId: 'r.user_id', tokenHash: 'r.token_hash' },
      ...{ createdAt: 'r.created_at', provedAt: 'r.proved_at' },
    },
  },
  /** Who is of an app's team: checked wherever a role is asked for. */
  app_member: {
    ...{ table: 'app_members', mac: 'mac', key: 'id' },
    fields: { id: 'r.id', appId: 'r.app_id', userId: 'r.user_id', role: 'r.role', roleSince: 'r.role_since' },
  },
  /** Who is invited to a team, and by which link: checked where somebody joins by it. */
  app_invitation: {
    ...{ table: 'app_members', mac: 'invite_mac', key: 'id' },
    fields: {
      ...{ id: 'r.id', appId: 'r.app_id', role: 'r.role', roleSince: 'r.role_since' },
      ...{ email: 'r.email', inviteHash: 'r.invite_hash', inviteEndsAt: 'r.invite_ends_at' },
    },
  },
  /** Where events are sent: checked for each delivery. */
  webhook: {
    ...{ table: 'webhooks', mac: 'mac', key: 'id' },
    fields: { id: 'r.id', appId: 'r.app_id', url: 'r.url' },
  },
  /** Entries of the audit log, and the end of each log: checked by `quittance audit` and by workers. */
  audit_entry: {
    ...{ table: 'audit_log', mac: 'mac', key: 'id' },
    fields: { ownerId: 'r.owner_id', sequence: 'r.sequence', hash: 'r.hash' },
  },
  audit_head: {
    ...{ table: 'audit_heads', mac: 'mac', key: 'owner_id' },
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

function fieldsOf(kind: SealedKind, row: object): MacField[] {
  const held = row as Readonly<Record<string, MacField>>;
  return (names.get(kind) ?? []).map((name) => held[name] ?? null);
}
