// Settings by the words people look for them with: which screen has each, and under which heading of it.

export interface Setting {
  readonly words: string;
  /** Other words for it, as other services and wallets call it. */
  readonly also: string;
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
  /** The heading of its section, as it stands on the screen; without one the setting is the screen's first business. */
  readonly at?: string;
}

const shop = '/console/settings/shop';
const account = '/console/account';

export const settings: readonly Setting[] = [
  { words: 'Name of the shop', also: 'title business', to: shop, at: 'How customers see you' },
  { words: 'Website', also: 'url domain', to: shop, at: 'How customers see you' },
  { words: 'Logo', also: 'image picture brand', to: shop, at: 'How customers see you' },
  { words: 'Colour of the checkout', also: 'color brand theme', to: shop, at: 'How customers see you' },
  { words: 'Support contact', also: 'help e-mail', to: shop, at: 'How customers see you' },
  { words: 'Short name', also: 'slug counter', to: shop, at: 'How customers see you' },
  { words: 'How long a price holds', also: 'quote window rate expiry', to: shop, at: 'Terms of payment' },
  { words: 'What may be missing', also: 'underpayment tolerance percent', to: shop, at: 'Terms of payment' },
  { words: 'Late payments', also: 'expired after expiry', to: shop, at: 'Terms of payment' },
  { words: 'Stable coins', also: 'par peg usdt usdc', to: shop, at: 'Terms of payment' },
  { words: 'Confirmations by value', also: 'depth blocks finality', to: shop, at: 'Confirmations by value' },
  { words: 'Unconfirmed payments', also: 'zero-conf mempool at once', to: shop, at: 'Before it is mined' },
  {
    words: 'Pages that show the checkout',
    also: 'embed origins frame iframe',
    to: shop,
    at: 'Pages that show the checkout',
  },
  { words: 'What new webhooks are told', also: 'webhook defaults events', to: shop, at: 'New webhooks' },
  {
    words: 'Receiving addresses',
    also: 'xpub wallet payout extended key name label',
    to: '/console/settings/addresses',
  },
  { words: 'Coins and networks', also: 'cryptocurrency token minimum maximum', to: '/console/settings/coins' },
  { words: 'API tokens', also: 'key secret bearer pat', to: '/console/settings/tokens' },
  { words: 'Webhook endpoints', also: 'ipn callback notification url secret', to: '/console/settings/webhooks' },
  { words: 'Members and roles', also: 'invite accountant support developer owner', to: '/console/settings/team' },
  { words: 'Your name', also: 'profile', to: account, search: { part: 'you' }, at: 'Your name' },
  { words: 'Your e-mail address', also: 'mail', to: account, search: { part: 'you' }, at: 'Your e-mail address' },
  { words: 'Passkeys', also: 'webauthn fingerprint', to: account, search: { part: 'sign-in' }, at: 'Passkeys' },
  {
    words: 'Second factor',
    also: 'totp authenticator 2fa recovery codes',
    to: account,
    search: { part: 'sign-in' },
    at: 'Codes of an authenticator',
  },
  { words: 'Password', also: 'sign-in', to: account, search: { part: 'sign-in' }, at: 'Password' },
  {
    words: 'Where you are signed in',
    also: 'sessions devices browsers',
    to: account,
    search: { part: 'devices' },
    at: 'Where you are signed in',
  },
  {
    words: 'Programs that you let in',
    also: 'oauth consent plugins',
    to: account,
    search: { part: 'programs' },
    at: 'Programs that you let in',
  },
  {
    words: 'Programs of yours',
    also: 'oauth openid clients',
    to: account,
    search: { part: 'programs' },
    at: 'Programs of yours',
  },
  { words: 'Light or dark', also: 'theme scheme', to: account, search: { part: 'display' }, at: 'Colours' },
  { words: 'Time zone', also: 'hours clock', to: account, search: { part: 'display' }, at: 'Time zone' },
];

/** Those that have every word that is looked for at the beginning of one of their own. */
export function settingsFor(text: string): readonly Setting[] {
  const sought = wordsIn(text);
  if (sought.length === 0) return [];
  return settings.filter(({ words, also, at = '' }) => {
    const own = wordsIn(`${words} ${also} ${at}`);
    return sought.every((word) => own.some((one) => one.startsWith(word)));
  });
}

function wordsIn(text: string): string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean);
}

/** The id of a section by its heading. */
export function sectionId(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
