// What stands in the audit log, in words: what was done, and by whom.
import type { AuditLog } from '../../../../sdk/src/generated/api.ts';

const done: Readonly<Record<string, string>> = {
  'account.created': 'Account made',
  'account.updated': 'Profile changed',
  'account.confirmed': 'Account confirmed on the command line',
  'account.email_changed': 'E-mail address changed',
  'account.email_confirmed': 'E-mail address confirmed',
  'account.email_change_stopped': 'Change of the e-mail address stopped',
  'account.access_ended': 'All access ended: “this was not me”',
  'app_token.created': 'App token made',
  'app_token.revoked': 'App token ended',
  'access_token.created': 'Access token made',
  'access_token.revoked': 'Access token revoked',
  'session.started': 'Signed in',
  'session.ended': 'Signed out',
  'session.stepped_up': 'Proved to be there',
  'password.changed': 'Password changed',
  'password.reset': 'Password reset by mail',
  'second_factor.enabled': 'Second factor switched on',
  'second_factor.disabled': 'Second factor switched off',
  'recovery_code.used': 'Recovery code used',
  'recovery_codes.renewed': 'Recovery codes made anew',
  'passkey.created': 'Passkey added',
  'passkey.deleted': 'Passkey removed',
  'app.created': 'Shop made',
  'app.updated': 'Shop changed',
  'app.archived': 'Shop archived',
  'app.restored': 'Shop restored',
  'app.quotes_resumed': 'Quotes resumed',
  'app.tampered': 'Shop written past the service',
  'settings.updated': 'Payment terms changed',
  'invoice.changed': 'Invoice changed',
  'slug.moved': 'Name moved to another shop',
  'slug_change.requested': 'Name asked for by another shop',
  'slug_change.stopped': 'Move of a name stopped',
  'slug_change.approved': 'Move of a name let through',
  'slug_change.carried_out': 'Name leads to another shop',
  'app_cryptocurrency.added': 'Coin accepted',
  'app_cryptocurrency.updated': 'Coin changed',
  'app_cryptocurrency.deleted': 'Coin no longer accepted',
  'address.added': 'Receiving address added',
  'address.updated': 'Receiving address changed',
  'address.deleted': 'Receiving address removed',
  'address.lost': 'Receiving address lost to its proved owner',
  'member.tampered': 'Member of the team written past the service',
  'address.tampered': 'Receiving address written past the service',
  'payout_change.stopped': 'Payout change stopped',
  'payout_change.approved': 'Payout change let through',
  'webhook.created': 'Webhook added',
  'webhook.updated': 'Webhook changed',
  'webhook.deleted': 'Webhook removed',
  'webhook.secret_rotated': 'Webhook secret changed',
  'invoice.settled': 'Invoice settled by hand',
  'invoices.pruned': 'Old invoices without a payment deleted',
  'payment.assigned': 'Payment assigned by hand',
  'payment.dismissed': 'Payment dismissed',
  'oauth2_client.created': 'Program registered',
  'oauth2_client.updated': 'Program changed',
  'oauth2_client.deleted': 'Program removed',
  'oauth2_client.secret_rotated': 'Secret of a program changed',
  'oauth2_session.allowed': 'Program let in',
  'oauth2_session.revoked': 'Access of a program ended',
  'member.invited': 'Invited to the team',
  'member.joined': 'Joined the team',
  'member.role_changed': 'Role changed',
  'member.removed': 'Removed from the team',
};

/** Words are made of the name of an action that has none here: 'stolen_key.found' is 'Stolen key found'. */
export function wordsOfAction(action: string): string {
  const plain = action.replaceAll(/[._]/g, ' ');
  return done[action] ?? plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** What a filter asks for: each is the actions that begin with one of these. */
export const kinds = {
  money: { words: 'Where you are paid', of: ['address.', 'payout_change.'] },
  terms: { words: 'Shop, coins and terms', of: ['app.', 'settings.', 'app_cryptocurrency.'] },
  team: { words: 'Team', of: ['member.'] },
  hand: { words: 'Payments by hand', of: ['invoice.', 'invoices.', 'payment.'] },
  access: { words: 'Tokens, webhooks, programs', of: ['access_token.', 'app_token.', 'webhook.', 'oauth2_'] },
  account: {
    words: 'Sign-in and account',
    of: ['account.', 'session.', 'password.', 'second_factor.', 'recovery_', 'passkey.'],
  },
} as const;
export type Kind = keyof typeof kinds;

/** All actions of a kind, as the API takes them. */
export function actionsOf(kind: Kind): string[] {
  return Object.keys(done).filter((action) => kinds[kind].of.some((start) => action.startsWith(start)));
}

/** Who is known by name. */
export interface KnownNames {
  readonly me: string | null;
  /** By the person's id. */
  readonly people: ReadonlyMap<string, string>;
  /** By the token's id. */
  readonly tokens: ReadonlyMap<string, string>;
  /** By the client's id. */
  readonly programs: ReadonlyMap<string, string>;
}

const unnamed: Readonly<Record<string, string>> = {
  command_line: 'The operator, on the machine',
  service: 'The service itself',
  mailed_link: 'Somebody with a mailed link',
  another_owner: 'Another owner of the address',
};

/** 'You', 'Ada with the token CI', 'The shop, by its token', 'The shop, by the token CI of Ada'. */
export function wordsOfActor(actor: string, names: KnownNames): string {
  const [who = '', token] = actor.split(' token:');
  const [kind, ...rest] = who.split(':');
  if (kind === 'app') return token === undefined ? 'The shop, by its token' : wordsOfAppToken(token, names);
  const id = rest.at(-1) ?? '';
  const person = id === names.me ? 'You' : (names.people.get(id) ?? 'Somebody who left');
  if (kind === 'oauth2') {
    const program = names.programs.get(rest[0] ?? '') ?? 'a program without access now';
    return `${person}, by ${program}`;
  }
  if (kind !== 'user') return unnamed[who] ?? who;
  if (token === undefined) return person;
  const name = names.tokens.get(token);
  return name === undefined ? `${person}, by a token` : `${person}, by the token ${name}`;
}

/** Reads `<id of the token> user:<id of its maker>`. */
function wordsOfAppToken(actor: string, names: KnownNames): string {
  const [id = '', maker = ''] = actor.split(' user:');
  const name = names.tokens.get(id);
  const person = maker === names.me ? 'you' : (names.people.get(maker) ?? 'a former member');
  return `The shop, by ${name === undefined ? 'a token' : `the token ${name}`} of ${person}`;
}

/** One member that changed. null: there was nothing before, or is nothing after. */
export interface Difference {
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
}

export function differencesIn({ before, after }: Pick<AuditLog, 'before' | 'after'>): Difference[] {
  const [old, now] = [before ?? {}, after ?? {}] as [Record<string, unknown>, Record<string, unknown>];
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter(
    (name) => !/^(?:id|app_id)$/.test(name),
  );
  return names.map((name) => ({
    name: name.replaceAll('_', ' '),
    before: name in old ? textOf(old[name]) : null,
    after: name in now ? textOf(now[name]) : null,
  }));
}

function textOf(value: unknown): string {
  if (value === null || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return value.join(', ') || 'none';
  return typeof value === 'object'
    ? JSON.stringify(value, null, 1)
        .replaceAll(/[{}"\n]+/g, ' ')
        .trim()
    : String(value);
}

export interface Subject {
  readonly text: string;
  /** Where somebody is paid: to be shown whole. */
  readonly isAddress: boolean;
}

/** What it was done to, by a name that the change itself tells; null where it tells none. */
export function subjectIn({ before, after }: Pick<AuditLog, 'before' | 'after'>): Subject | null {
  for (const members of [after, before] as (Readonly<Record<string, unknown>> | null)[]) {
    for (const name of ['label', 'name', 'email', 'url', 'value', 'cryptocurrency', 'reason', 'by']) {
      const value = members?.[name];
      if (typeof value === 'string' && value !== '') return { text: value, isAddress: name === 'value' };
    }
  }
  return null;
}
