// What scopes let a program do, in a sentence: what it changes before what it only sees.

const groups: Readonly<Record<string, string>> = {
  invoices: 'invoices',
  transactions: 'transactions',
  apps: 'shops',
  addresses: 'where you are paid',
  webhooks: 'webhooks',
  account: 'your account',
};

const costly: Readonly<Record<string, string>> = {
  'invoices:settle': 'call invoices paid',
  'payments:assign': 'assign payments',
  'apps:token': 'see and replace app tokens',
};

/** 'May change invoices; sees shops, webhooks.' Scopes of a sign-in alone: 'Knows who you are.' */
export function scopesInWords(scopes: readonly string[]): string {
  const named = (end: string) => Object.keys(groups).filter((group) => scopes.includes(`${group}:${end}`));
  const changes = named('write');
  const sees = named('read').filter((group) => !changes.includes(group));
  const more = Object.keys(costly).filter((scope) => scopes.includes(scope));
  const parts = [
    changes.length === 0 ? '' : `may change ${listed(changes.map((group) => groups[group] ?? group))}`,
    more.length === 0 ? '' : `may ${listed(more.map((scope) => costly[scope] ?? scope))}`,
    sees.length === 0 ? '' : `sees ${listed(sees.map((group) => groups[group] ?? group))}`,
  ].filter((part) => part !== '');
  const text = parts.length === 0 ? 'knows who you are' : parts.join('; ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function listed(words: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(words);
}
