// The kinds of channels, and the addresses that notifications are sent to. An address contains secrets.

export const channelKinds = ['telegram', 'slack', 'discord', 'ntfy', 'webhook'] as const;
export type ChannelKind = (typeof channelKinds)[number];

export type ChannelAddress =
  | { readonly kind: 'telegram'; readonly botToken: string; readonly chatId: string }
  | { readonly kind: 'slack' | 'discord'; readonly url: string }
  /** `url` ends with the topic. */
  | { readonly kind: 'ntfy'; readonly url: string; readonly accessToken: string | null }
  | { readonly kind: 'webhook'; readonly url: string; readonly secret: string };

export interface AddressFields {
  readonly url?: string;
  readonly bot_token?: string;
  readonly chat?: string;
  readonly access_token?: string;
}
export type AddressField = keyof AddressFields;

export interface AddressFault {
  readonly field: AddressField;
  readonly code: 'required' | 'not_of_kind' | 'invalid';
  readonly message: string;
}

const needed: Readonly<Record<ChannelKind, readonly AddressField[]>> = {
  telegram: ['bot_token', 'chat'],
  slack: ['url'],
  discord: ['url'],
  ntfy: ['url'],
  webhook: ['url'],
};
const optional: Readonly<Partial<Record<ChannelKind, AddressField>>> = { ntfy: 'access_token' };

const forms: Readonly<Record<Exclude<AddressField, 'url'>, { readonly form: RegExp; readonly message: string }>> = {
  bot_token: { form: /^\d{3,20}:[A-Za-z0-9_-]{20,100}$/, message: 'Copy the token as @BotFather shows it.' },
  chat: {
    form: /^(?:-?\d{1,20}|@[A-Za-z][A-Za-z0-9_]{3,31})$/,
    message: 'Must be the number of a chat, or the @name of a public channel.',
  },
  access_token: { form: /^[\x21-\x7e]{1,200}$/, message: 'Must be an access token of the ntfy server.' },
};

/** Whether the path of this URL ends with a topic of ntfy. */
const topicPath = /\/[-_A-Za-z0-9]{1,64}$/;

/**
 * Reads the address of a channel from the fields of a request. `secret` signs the messages of a webhook. The caller
 * checks whether a URL may be called.
 */
export function readChannelAddress(
  kind: ChannelKind,
  fields: AddressFields,
  secret: string,
): { readonly address: ChannelAddress } | { readonly fault: AddressFault } {
  const fault = faultOf(kind, fields);
  if (fault !== null) return { fault };
  const { url = '', bot_token: botToken = '', chat: chatId = '', access_token: accessToken = null } = fields;
  if (kind === 'telegram') return { address: { kind, botToken, chatId } };
  if (kind === 'ntfy') return { address: { kind, url, accessToken } };
  return { address: kind === 'webhook' ? { kind, url, secret } : { kind, url } };
}

function faultOf(kind: ChannelKind, fields: AddressFields): AddressFault | null {
  const missing = needed[kind].find((field) => fields[field] === undefined);
  if (missing !== undefined) return { field: missing, code: 'required', message: `A ${kind} channel needs it.` };
  for (const [field, value] of Object.entries(fields) as [AddressField, string | undefined][]) {
    if (value === undefined) continue;
    if (!needed[kind].includes(field) && optional[kind] !== field)
      return { field, code: 'not_of_kind', message: `A ${kind} channel does not have it.` };
    const rule = field === 'url' ? null : forms[field];
    if (rule !== null && !rule.form.test(value)) return { field, code: 'invalid', message: rule.message };
  }
  if (kind === 'ntfy' && !isTopic(fields.url ?? ''))
    return { field: 'url', code: 'invalid', message: 'Must end with the topic, as in https://ntfy.sh/your-topic.' };
  return null;
}

function isTopic(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && topicPath.test(url.pathname) && url.search === '' && url.hash === '';
}

/** A text for lists that identifies the address, and contains none of its secrets. */
export function shownAddress(address: ChannelAddress): string {
  if (address.kind === 'telegram') return address.chatId;
  const { host, pathname, search } = new URL(address.url);
  const rest = `${pathname}${search}`;
  return rest.length < 20 ? `${host}/…` : `${host}/…${rest.slice(-4)}`;
}

/** The parts of an address that no answer and no log may contain. */
export function secretsIn(address: ChannelAddress): string[] {
  if (address.kind === 'telegram') return [address.botToken];
  const { pathname, search } = new URL(address.url);
  const inUrl = [`${pathname}${search}`, ...pathname.split('/'), search].filter((part) => part.length >= 8);
  const token = address.kind === 'ntfy' ? (address.accessToken ?? '') : '';
  return [...inUrl, token, address.kind === 'webhook' ? address.secret : ''].filter((part) => part !== '');
}
