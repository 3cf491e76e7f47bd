// Settings by the words that users search for: the screen and heading of each.

import { type Words, words } from '../words/words.ts';

export interface Setting {
  readonly name: keyof Words['settingNames'];
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
  /** The heading of its section; without one the setting is the main part of its screen. */
  readonly at?: keyof Words['headings'];
}

/** A setting in the language of the page. */
export interface NamedSetting extends Setting {
  readonly label: string;
  readonly heading: string | undefined;
}

const shop = '/console/settings/shop';
const account = '/console/account';

export const settings: readonly Setting[] = [
  { name: 'shopName', to: shop, at: 'branding' },
  { name: 'website', to: shop, at: 'branding' },
  { name: 'logo', to: shop, at: 'branding' },
  { name: 'color', to: shop, at: 'branding' },
  { name: 'support', to: shop, at: 'branding' },
  { name: 'slug', to: shop, at: 'branding' },
  { name: 'quoteTime', to: shop, at: 'terms' },
  { name: 'tolerance', to: shop, at: 'terms' },
  { name: 'late', to: shop, at: 'terms' },
  { name: 'stable', to: shop, at: 'terms' },
  { name: 'depth', to: shop, at: 'confirmations' },
  { name: 'unconfirmed', to: shop, at: 'unconfirmed' },
  { name: 'embedding', to: shop, at: 'embedding' },
  { name: 'newWebhooks', to: shop, at: 'newWebhooks' },
  { name: 'addresses', to: '/console/settings/addresses' },
  { name: 'coins', to: '/console/settings/coins' },
  { name: 'tokens', to: '/console/settings/tokens' },
  { name: 'webhooks', to: '/console/settings/webhooks' },
  { name: 'integrations', to: '/console/settings/integrations' },
  { name: 'members', to: '/console/settings/team' },
  { name: 'name', to: account, search: { part: 'you' }, at: 'name' },
  { name: 'email', to: account, search: { part: 'you' }, at: 'email' },
  { name: 'passkeys', to: account, search: { part: 'sign-in' }, at: 'passkeys' },
  { name: 'secondFactor', to: account, search: { part: 'sign-in' }, at: 'authenticator' },
  { name: 'password', to: account, search: { part: 'sign-in' }, at: 'password' },
  { name: 'sessions', to: account, search: { part: 'devices' }, at: 'sessions' },
  { name: 'authorized', to: account, search: { part: 'programs' }, at: 'authorized' },
  { name: 'applications', to: account, search: { part: 'programs' }, at: 'applications' },
  { name: 'notifications', to: account, search: { part: 'notifications' }, at: 'channels' },
  { name: 'theme', to: account, search: { part: 'display' }, at: 'theme' },
  { name: 'timeZone', to: account, search: { part: 'display' }, at: 'timeZone' },
];

/** Settings that have a word of their own for each word of `text`, by how words begin. */
export function settingsFor(text: string): readonly NamedSetting[] {
  const sought = wordsIn(text);
  if (sought.length === 0) return [];
  return settings
    .map((one) => ({
      ...one,
      label: words.settingNames[one.name],
      heading: one.at === undefined ? undefined : words.headings[one.at],
    }))
    .filter(({ name, label, heading = '' }) => {
      const own = wordsIn(`${label} ${words.settingSynonyms[name]} ${heading}`);
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
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
}
