// Records a change in the audit log, in the commit of the change. An entry contains only the changed fields, and never
// a secret.

import { callerName } from '../../../core/access/caller-name.ts';
import type { Caller, Origin } from '../../../core/access.ts';
import type { Queryable } from '../../../io/db/database.ts';
import type { Instance } from '../../instance.ts';
import { insertAuditEntry } from './store.ts';

export interface Change {
  /** Selects the log: that of this app's owner, or of this person. */
  readonly of: { readonly appId: string } | { readonly ownerId: string };
  /** `<subject>.<verb>`, as in `app.updated`. */
  readonly action: string;
  readonly subjectId: string;
  /**
   * The API representation before and after the change. Null if the subject did not exist before, or does not exist
   * after.
   */
  readonly before: object | null;
  readonly after: object | null;
  /** The time of the decision, if the change takes effect later. Default: now. */
  readonly at?: Date;
}

/** The operator, on the command line of the machine. */
export interface CommandLine {
  readonly kind: 'command_line';
}

/** No identified person: the service itself, or a person with a link that was mailed to an owner. */
interface Unnamed {
  readonly kind: 'service' | 'mailed_link';
}

/** The customer of an invoice. They may be signed in as a user whose name the merchant must not learn. */
interface Customer {
  readonly kind: 'customer';
}

/** A person unknown to the owner of the log. */
interface AnotherOwner {
  readonly kind: 'another_owner';
}

/** The caller who made a change, and their origin. */
export interface ChangedBy {
  readonly caller: Caller | CommandLine | AnotherOwner | Unnamed | Customer;
  readonly origin: Origin;
}

export const byCommandLine = { caller: { kind: 'command_line' }, origin: { ip: null, userAgent: null } } as const;

/** A person who opened a link from a mail to the owners. */
export const byLink = { caller: { kind: 'mailed_link' }, origin: { ip: null, userAgent: null } } as const;

export const byService = { caller: { kind: 'service' }, origin: { ip: null, userAgent: null } } as const;

/** The owner of this log must not learn who it was. The log of the other owner has the name. */
export const byAnotherOwner = {
  caller: { kind: 'another_owner' },
  origin: { ip: null, userAgent: null },
} as const;

/** A customer, who has no credential of the merchant. */
export function byCustomer(origin: Origin): ChangedBy {
  return { caller: { kind: 'customer' }, origin };
}

export async function auditChange(
  trx: Queryable,
  instance: Pick<Instance, 'newId' | 'clock' | 'seals'>,
  call: ChangedBy,
  change: Change,
): Promise<void> {
  const [before, after] = differences(change.before, change.after);
  const entry = {
    id: instance.newId(),
    appId: 'appId' in change.of ? change.of.appId : null,
    actor: actorOf(call.caller),
    action: change.action,
    subjectType: change.action.slice(0, change.action.indexOf('.')),
    subjectId: change.subjectId,
    before,
    after,
    ip: call.origin.ip,
    userAgent: call.origin.userAgent,
    createdAt: change.at ?? instance.clock.now(),
  };
  await insertAuditEntry(trx, instance.seals, entry, change.of);
}

const unnamed: ReadonlySet<string> = new Set(['command_line', 'another_owner', 'service', 'mailed_link', 'customer']);

/** Includes the id of the token used. A scoped app token also names its maker. */
function actorOf(caller: ChangedBy['caller']): string {
  if (unnamed.has(caller.kind)) return caller.kind;
  const known = caller as Caller;
  if (known.kind === 'pat') return `${callerName(known)} token:${known.tokenId}`;
  return known.kind === 'app_token' && known.scoped !== undefined
    ? `${callerName(known)} user:${known.scoped.makerId}`
    : callerName(known);
}

const secrets = new Set(['token', 'secret', 'client_secret', 'password']);
/** Changes with every update, and the entry has its own time. */
const noise = new Set(['updated_at']);

function differences(before: object | null, after: object | null): [object | null, object | null] {
  const [old, now] = [membersOf(before), membersOf(after)];
  if (before === null || after === null) return [before && Object.fromEntries(old), after && Object.fromEntries(now)];
  const differ = [...new Set([...old.keys(), ...now.keys()])].filter(
    (name) => JSON.stringify(old.get(name)) !== JSON.stringify(now.get(name)),
  );
  const pick = (members: Map<string, unknown>) =>
    Object.fromEntries(differ.filter((name) => members.has(name)).map((name) => [name, members.get(name)]));
  return [pick(old), pick(now)];
}

function membersOf(value: object | null): Map<string, unknown> {
  return new Map(Object.entries(value ?? {}).filter(([name]) => !secrets.has(name) && !noise.has(name)));
}
