// The interfaces of other payment services that shops can use, each with the fields that their plugins ask for.
import type { CreateDoorAnswer, CreateDoorBody, Door } from '../../../../sdk/src/generated/api.ts';
import type { PasteField } from '../../parts/sheets/paste-fields.tsx';
import { list } from '../../words/figures.ts';
import { words } from '../../words/words.ts';

/** The secrets of a door, which only the answer that created it has. */
export type Credentials = Pick<CreateDoorAnswer, 'key' | 'api_auth_token'>;

export interface IntegrationKind {
  readonly kind: CreateDoorBody['kind'];
  /** The same in every language. */
  readonly brand: string;
  readonly about: () => string;
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
];

function secretOf(value: string | undefined): Pick<PasteField, 'value' | 'hint'> {
  return value === undefined ? { value: null, hint: words.integrations.keyHint } : { value };
}

/** The name of the kind. A kind that is newer than this page keeps its name in the API. */
export function brandOf(kind: string): string {
  return integrationKinds.find((one) => one.kind === kind)?.brand ?? kind;
}

/** The brand and a number, because an app can have several doors of a kind: 'EPay 482915360718'. */
export function nameOfDoor({ kind, pid, id }: Pick<Door, 'kind' | 'pid' | 'id'>): string {
  return `${brandOf(kind)} ${pid ?? id.slice(-4)}`;
}
