// Notes in the audit log who changed what, in the commit that changes it: only what differs, and never a secret.

import { callerName } from '../../../core/access/caller-name.ts';
import type { Caller, Origin } from '../../../core/access.ts';
import type { Queryable } from '../../../io/db/database.ts';
import type { Instance } from '../../instance.ts';
import { insertAuditEntry } from './store.ts';

export interface Change {
  /** Whose log it goes to: the owner of this app, or this person. */
  readonly of: { readonly appId: string } | { readonly ownerId: string };
  /** `<subject>.<what was done>`, as in `app.updated`. */
  readonly action: string;
  readonly subjectId: string;
  /** As the API shows it; null where there was nothing before, or is nothing after. */
  readonly before: object | null;
  readonly after: object | null;
  /** When it was decided, where what follows from it is in the same commit, and later; now, unless given. */
  readonly at?: Date;
}

/** The operator, on the machine itself. */
export interface CommandLine {
  readonly kind: 'command_line';
}

/** No person who is known: the service itself, or who has a link that was mailed to an owner. */
interface Unnamed {
  readonly kind: 'service' | 'mailed_link';
}

/** A person whom the owner of the log does not know. */
interface AnotherOwner {
  readonly kind: 'another_owner';
}

/** Who made a change, and from where. */
export interface ChangedBy {
  readonly caller: Caller | CommandLine | AnotherOwner | Unnamed;
  readonly origin: Origin;
}

export const byCommandLine = { caller: { kind: 'command_line' }, origin: { ip: null, userAgent: null } } as const;

/** Whoever opened the link of a mail to the owners. */
export const byLink = { caller: { kind: 'mailed_link' }, origin: { ip: null, userAgent: null } } as const;

export const byService = { caller: { kind: 'service' }, origin: { ip: null, userAgent: null } } as const;

/** Who it was is not for the owner of this log to know; it stands in the log of the other. */
export const byAnotherOwner = {
  caller: { kind: 'another_owner' },
  origin: { ip: null, userAgent: null },
} as const;

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

const unnamed: ReadonlySet<string> = new Set(['command_line', 'another_owner', 'service', 'mailed_link']);

/** With which token they acted, besides who they are. A scoped token of an app names its maker as well. */
function actorOf(caller: ChangedBy['caller']): string {
  if (unnamed.has(caller.kind)) return caller.kind;
  const known = caller as Caller;
  if (known.kind === 'pat') return `${callerName(known)} token:${known.tokenId}`;
  return known.kind === 'app_token' && known.scoped !== undefined
    ? `${callerName(known)} user:${known.scoped.makerId}`
    : callerName(known);
}

const secrets = new Set(['token', 'secret', 'client_secret', 'password']);
/** Moves with every change, and says nothing that the entry's own time does not. */
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
