// Names for the actions, actors and fields of the audit log.
import type { AuditLog } from '../../../../sdk/typescript/src/generated/api.ts';
import { list } from '../../words/figures.ts';
import { type Words, words } from '../../words/words.ts';

/** Every action that has a name in the locale files. */
const actions = [
  'account.created',
  'account.updated',
  'account.confirmed',
  'account.email_changed',
  'account.email_confirmed',
  'account.email_change_stopped',
  'account.access_ended',
  'app_token.created',
  'app_token.revoked',
  'access_token.created',
  'access_token.revoked',
  'session.started',
  'session.ended',
  'session.stepped_up',
  'password.changed',
  'password.reset',
  'second_factor.enabled',
  'second_factor.disabled',
  'recovery_code.used',
  'recovery_codes.renewed',
  'notification_channel.added',
  'notification_channel.deleted',
  'notification_choice.updated',
  'passkey.created',
  'passkey.deleted',
  'app.created',
  'app.updated',
  'app.archived',
  'app.restored',
  'app.quotes_resumed',
  'app.tampered',
  'settings.updated',
  'invoice.changed',
  'slug.moved',
  'slug_change.requested',
  'slug_change.stopped',
  'slug_change.approved',
  'slug_change.carried_out',
  'app_cryptocurrency.added',
  'app_cryptocurrency.updated',
  'app_cryptocurrency.deleted',
  'address.added',
  'address.updated',
  'address.deleted',
  'address.lost',
  'member.tampered',
  'address.tampered',
  'payout_change.stopped',
  'payout_change.approved',
  'webhook.created',
  'webhook.updated',
  'webhook.deleted',
  'webhook.secret_rotated',
  'door.opened',
  'invoice.settled',
  'invoices.pruned',
  'payment.assigned',
  'payment.dismissed',
  'refund.created',
  'refund.updated',
  'refund.batch_prepared',
  'refund.canceled',
  'refund.accepted',
  'refund.hash_reported',
  'oauth2_client.created',
  'oauth2_client.updated',
  'oauth2_client.deleted',
  'oauth2_client.secret_rotated',
  'oauth2_session.allowed',
  'oauth2_session.revoked',
  'member.invited',
  'member.joined',
  'member.role_changed',
  'member.removed',
] as const;
type Named<Action extends string> = Action extends `${infer Start}.${infer End}` ? `${Start}_${End}` : Action;

/** An action without a name in the locale files is spelt out: 'stolen_key.found' is 'Stolen key found'. */
export function wordsOfAction(action: string): string {
  const known = actions.find((one) => one === action);
  if (known !== undefined) return words.auditActions[known.replace('.', '_') as Named<typeof known>];
  const plain = action.replaceAll(/[._]/g, ' ');
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** The choices of a filter: each matches the actions that begin with one of these. */
export const kinds = {
  money: ['address.', 'payout_change.'],
  terms: ['app.', 'settings.', 'app_cryptocurrency.'],
  team: ['member.'],
  hand: ['invoice.', 'invoices.', 'payment.', 'refund.'],
  access: ['access_token.', 'app_token.', 'webhook.', 'door.', 'oauth2_', 'notification_'],
  account: ['account.', 'session.', 'password.', 'second_factor.', 'recovery_', 'passkey.'],
} as const;
export type Kind = keyof typeof kinds;

/** All actions of a kind, as the API takes them. */
export function actionsOf(kind: Kind): string[] {
  return actions.filter((action) => kinds[kind].some((start) => action.startsWith(start)));
}

/** Names of users, tokens and applications by id. */
export interface KnownNames {
  readonly me: string | null;
  /** By the person's id. */
  readonly people: ReadonlyMap<string, string>;
  /** By the token's id. */
  readonly tokens: ReadonlyMap<string, string>;
  /** By the client's id. */
  readonly programs: ReadonlyMap<string, string>;
}

/** 'You', 'Ada, with the token CI', 'The shop, with its main token', 'The shop, with the token CI of Ada'. */
export function wordsOfActor(actor: string, names: KnownNames): string {
  const [who = '', token] = actor.split(' token:');
  const [kind, ...rest] = who.split(':');
  if (kind === 'app') return token === undefined ? words.audit.mainToken : wordsOfAppToken(token, names);
  const id = rest.at(-1) ?? '';
  const person = id === names.me ? words.audit.you : (names.people.get(id) ?? words.audit.former);
  if (kind === 'oauth2') {
    const application = names.programs.get(rest[0] ?? '');
    return application === undefined
      ? words.audit.byFormerApplication({ person })
      : words.audit.byApplication({ person, application });
  }
  if (kind !== 'user') return isUnnamed(who) ? words.auditActors[who] : who;
  if (token === undefined) return person;
  const name = names.tokens.get(token);
  return name === undefined ? words.audit.byToken({ person }) : words.audit.byNamedToken({ person, name });
}

const isUnnamed = (who: string): who is keyof Words['auditActors'] => Object.hasOwn(words.auditActors, who);

/** Reads `<id of the token> user:<id of its creator>`. */
function wordsOfAppToken(actor: string, names: KnownNames): string {
  const [id = '', creator = ''] = actor.split(' user:');
  const name = names.tokens.get(id);
  if (creator === names.me) return name === undefined ? words.audit.ownToken : words.audit.ownNamedToken({ name });
  const person = names.people.get(creator) ?? words.team.byFormer;
  return name === undefined ? words.audit.tokenOf({ person }) : words.audit.namedTokenOf({ person, name });
}

/** One field that changed. null: the field did not exist before, or does not exist after. */
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
  if (value === null || value === '') return words.audit.empty;
  if (typeof value === 'boolean') return value ? words.audit.yes : words.audit.no;
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object'))
    return list(value.map(String), 'unit') || words.audit.empty;
  return typeof value === 'object'
    ? JSON.stringify(value, null, 1)
        .replaceAll(/[{}"\n]+/g, ' ')
        .trim()
    : String(value);
}

export interface Subject {
  readonly text: string;
  /** A receiving address, shown in full. */
  readonly isAddress: boolean;
}

/** The name of the changed object, if the change contains it; otherwise null. */
export function subjectIn({ before, after }: Pick<AuditLog, 'before' | 'after'>): Subject | null {
  for (const members of [after, before] as (Readonly<Record<string, unknown>> | null)[]) {
    for (const name of ['label', 'name', 'email', 'url', 'value', 'cryptocurrency', 'reason', 'by']) {
      const value = members?.[name];
      if (typeof value === 'string' && value !== '') return { text: value, isAddress: name === 'value' };
    }
  }
  return null;
}
