// All columns that are sealed with the secret key, for key rotation.

import { secretContext } from '../../events/webhooks/view.ts';
import { channelContext } from '../../known/channels/channel-store.ts';
import { mailContext } from '../../known/mails/mail-queue.ts';
import { bodyContext, bodyDrawer } from '../../known/requests/idempotency.ts';
import { endpointsContext } from '../../known/settings/networks/operator-networks.ts';
import { settingContext } from '../../known/settings/settings-store.ts';
import { tokenContext } from '../../people/apps/view.ts';
import { signingKeyContext } from '../../people/oauth2/keys/load-signing-keys.ts';
import { bodiesContext, bodiesDrawer } from '../request-log/make-log-row.ts';
import { keptContext } from './open-vault.ts';

type Row = Readonly<Record<string, unknown>>;

export interface SealedColumn {
  /** The name for the operator. */
  readonly what: string;
  readonly table: string;
  readonly column: string;
  /** The primary key: columns and their types. */
  readonly key: Readonly<Record<string, string>>;
  /** Further columns that `context` or `drawer` need. */
  readonly needs?: readonly string[];
  context(row: Row): string;
  /** Defaults to the context. */
  drawer?(row: Row): string;
}

type Request = { caller: string; operation: string; key: string; created_at: Date };
const request = (row: Row) => row as Request;
type Call = { id: string; app_id: string; created_at: Date };
const call = (row: Row) => row as Call;
const webhook = {
  table: 'webhooks',
  key: { id: 'uuid' },
  context: (row: Row) => secretContext(row.id as string),
};

export const sealedColumns: readonly SealedColumn[] = [
  {
    what: 'app tokens',
    table: 'apps',
    column: 'token_sealed',
    key: { id: 'uuid' },
    context: (row) => tokenContext(row.id as string),
  },
  { what: 'webhook secrets', column: 'secret_sealed', ...webhook },
  { what: 'earlier webhook secrets', column: 'previous_secret_sealed', ...webhook },
  {
    what: 'keys that sign ID tokens',
    table: 'oauth2_signing_keys',
    column: 'jwk_sealed',
    key: { kid: 'text' },
    context: (row) => signingKeyContext(row.kid as string),
  },
  {
    what: 'kept answers',
    table: 'idempotency_records',
    column: 'body_sealed',
    key: { caller: 'text', operation: 'text', key: 'uuid' },
    needs: ['created_at'],
    context: (row) => bodyContext(request(row)),
    drawer: (row) => bodyDrawer(request(row), request(row).created_at),
  },
  {
    what: 'bodies of logged API calls',
    table: 'request_log',
    column: 'bodies_sealed',
    key: { id: 'uuid' },
    needs: ['app_id', 'created_at'],
    context: (row) => bodiesContext(call(row)),
    drawer: (row) => bodiesDrawer({ appId: call(row).app_id, createdAt: call(row).created_at }),
  },
  {
    what: 'endpoints of networks',
    table: 'operator_networks',
    column: 'endpoints_sealed',
    key: { id: 'uuid' },
    needs: ['revision'],
    context: (row) => endpointsContext(row.id as string, row.revision as string),
  },
  {
    what: 'addresses of notification channels',
    table: 'notification_channels',
    column: 'address_sealed',
    key: { id: 'uuid' },
    needs: ['user_id'],
    context: (row) => channelContext({ id: row.id as string, userId: row.user_id as string }),
  },
  { what: 'mails on their way', table: 'mails', column: 'sealed', key: { id: 'uuid' }, context: () => mailContext },
  {
    what: 'secret settings',
    table: 'operator_settings',
    column: 'secret_sealed',
    key: { id: 'uuid' },
    needs: ['name'],
    context: (row) => settingContext(row.name as string),
  },
  {
    what: 'kept keys (sign-in, recovery codes)',
    table: 'kept_keys',
    column: 'sealed',
    key: { purpose: 'text' },
    context: (row) => keptContext(row.purpose as string),
  },
];
