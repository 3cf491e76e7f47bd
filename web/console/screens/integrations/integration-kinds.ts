// The interfaces of other payment services that shops can use, each with the fields that their plugins ask for.
import type { CreateDoorAnswer, CreateDoorBody, Door } from '../../../../sdk/typescript/src/generated/api.ts';
import type { PasteField } from '../../parts/sheets/paste-fields.tsx';
import { publicPath } from '../../public-path.ts';
import { list } from '../../words/figures.ts';
import { words } from '../../words/words.ts';

/** The secrets of a door, which only the answer that created it has. */
export type Credentials = Pick<CreateDoorAnswer, 'key' | 'api_auth_token' | 'api_key' | 'webhook_secret'>;

export interface IntegrationKind {
  readonly kind: CreateDoorBody['kind'];
  /** The same in every language. */
  readonly brand: string;
  readonly about: () => string;
  /** When the shop is notified: at an address in each order, at its own endpoints, or at one that is entered here. */
  readonly notifies: 'by_order' | 'endpoints' | 'entered';
  /** The currency of most shops with this interface. */
  readonly defaultCurrency: string;
  /** In the order of the plugins' forms. */
  readonly fields: (door: Door, credentials: Credentials) => readonly PasteField[];
  /** A part of the paths of its calls, by which the request log finds them. */
  readonly callsAt: (door: Door) => string;
}

const orderPath = '/api/v1/order/create-transaction';

export const integrationKinds: readonly IntegrationKind[] = [
  {
    kind: 'epay',
    brand: 'EPay',
    about: () =>
      words.integrations.epayAbout({
        interface: 'EPay (易支付)',
        examples: list(['new-api', 'sub2api', 'V2Board', 'SSPanel', 'WHMCS'], 'conjunction'),
      }),
    notifies: 'by_order',
    defaultCurrency: 'CNY',
    fields: ({ base_url: value, pid }, { key }) => [
      {
        name: words.integrations.gatewayAddress,
        nameThere: '接口地址',
        value,
        what: 'gatewayAddress',
        hint: words.integrations.slashHint,
      },
      { name: words.integrations.merchantId, nameThere: 'pid', value: pid, what: 'merchantId' },
      { name: words.integrations.key, nameThere: 'key', what: 'key', ...secretOf(key) },
    ],
    callsAt: () => '/epay/',
  },
  {
    kind: 'epusdt',
    brand: 'Epusdt',
    about: () =>
      words.integrations.epusdtAbout({
        coin: 'USDT',
        interface: 'Epusdt',
        examples: list(['dujiaoka', 'V2Board'], 'conjunction'),
      }),
    notifies: 'by_order',
    defaultCurrency: 'CNY',
    fields: ({ base_url: value }, { api_auth_token: token }) => [
      { name: words.integrations.apiAddress, nameThere: null, value, what: 'apiAddress' },
      {
        name: words.integrations.apiPath,
        nameThere: null,
        value: `${value}${orderPath}`,
        what: 'apiPath',
        hint: words.integrations.pathHint,
      },
      { name: words.integrations.apiToken, nameThere: 'api_auth_token', what: 'token', ...secretOf(token) },
    ],
    callsAt: ({ id }) => `/epusdt/${id}/`,
  },
  {
    kind: 'greenfield',
    brand: 'BTCPay Greenfield',
    about: () =>
      [
        words.integrations.greenfieldAbout({
          interface: 'BTCPay Server',
          examples: list(['WooCommerce', 'PrestaShop', 'Shopware', 'Drupal Commerce', 'WHMCS'], 'conjunction'),
        }),
        words.integrations.keyPage({ address: `${location.origin}${publicPath}` }),
      ].join(' '),
    notifies: 'endpoints',
    defaultCurrency: 'USD',
    fields: ({ base_url: value, app_id: store }, { api_key: token }) => [
      { name: words.integrations.serverAddress, nameThere: 'BTCPay URL', value, what: 'apiAddress' },
      { name: words.integrations.key, nameThere: 'API key', what: 'key', ...secretOf(token) },
      { name: words.integrations.storeId, nameThere: 'Store ID', value: store, what: 'id' },
    ],
    callsAt: () => '/api/v1/',
  },
  {
    kind: 'commerce',
    brand: 'Coinbase Commerce',
    about: () => words.integrations.commerceAbout({ interface: 'Coinbase Commerce' }),
    notifies: 'entered',
    defaultCurrency: 'USD',
    fields: ({ base_url: value }, { api_key: token, webhook_secret: secret }) => [
      {
        name: words.integrations.apiAddress,
        nameThere: null,
        value,
        what: 'apiAddress',
        hint: words.integrations.baseHint,
      },
      { name: words.integrations.key, nameThere: 'API key', what: 'key', ...secretOf(token) },
      { name: words.webhooks.secret, nameThere: 'Webhook shared secret', what: 'secret', ...secretOf(secret) },
    ],
    callsAt: () => '/commerce/',
  },
];

/** null: the door has no such secret. */
function secretOf(value: string | null | undefined): Pick<PasteField, 'value' | 'hint'> {
  if (value === null) return { value, hint: words.integrations.noSecretHint };
  return value === undefined ? { value: null, hint: words.integrations.keyHint } : { value };
}

/** The name of the kind. A kind that is newer than this page keeps its name in the API. */
export function brandOf(kind: string): string {
  return integrationKinds.find((one) => one.kind === kind)?.brand ?? kind;
}

/** How an endpoint of an integration notifies the shop. */
export function aboutEndpoint(dialect: string): string {
  return isByOrder(dialect) ? words.integrations.perOrder : words.integrations.perShop({ name: brandOf(dialect) });
}

/** The form and the address of a notification by an integration. */
export function aboutRequest(dialect: string): string {
  const about = isByOrder(dialect) ? words.integrations.requestPerOrder : words.integrations.requestPerShop;
  return about({ name: brandOf(dialect) });
}

/** Whether each order names the address at which the shop is notified. */
function isByOrder(dialect: string): boolean {
  return integrationKinds.find((one) => one.kind === dialect)?.notifies === 'by_order';
}

/** The brand and a number, because an app can have several doors of a kind: 'EPay 482915360718'. */
export function nameOfDoor({ kind, pid, id }: Pick<Door, 'kind' | 'pid' | 'id'>): string {
  return `${brandOf(kind)} ${pid ?? id.slice(-4)}`;
}
