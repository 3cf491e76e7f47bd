// Notes a change of an app's team in the audit log, and mails it to every owner and to the person it is about, in the
// commit of the change.

import { roleAllows } from '../../../core/access/team.ts';
import { nameInBody } from '../../../core/mail/name-in-mail.ts';
import { Problem } from '../../../core/problem.ts';
import type { Queryable } from '../../../io/db/database.ts';
import { auditChange, type ChangedBy } from '../../audit/audit-change.ts';
import type { Instance } from '../../instance.ts';
import { notifyOwners } from '../acts/notify-owners.ts';
import { type App, listOwners } from '../store.ts';
import type { AppMember } from './member-store.ts';
import { appMemberView } from './member-view.ts';

export interface TeamChange {
  readonly app: Pick<App, 'id' | 'name'>;
  readonly action: 'invited' | 'joined' | 'role_changed' | 'removed';
  /** null where there was nothing before, or nothing is left. */
  readonly before: AppMember | null;
  readonly after: AppMember | null;
}

/** Called after the change: those who are owners then are told. */
export async function tellTeamChange(
  trx: Queryable,
  instance: Instance,
  { app, action, before, after }: TeamChange,
  by: ChangedBy,
): Promise<void> {
  const member = after ?? before;
  if (member === null) return;
  await auditChange(trx, instance, by, {
    of: { appId: app.id },
    action: `member.${action}`,
    subjectId: member.id,
    before: before && appMemberView(before, instance),
    after: after && appMemberView(after, instance),
  });
  const { origin } = by;
  const sentence = sentenceAbout(app, action, member);
  await notifyOwners(trx, instance, app.id, {
    subjectId: member.id,
    subject: 'The team of an app has changed',
    says: hasLostSecrets(before, after) ? `${sentence} ${aboutSecrets}` : sentence,
    origin,
  });
  const isOwner = (await listOwners(trx, instance, app.id)).some(({ id }) => id === member.userId);
  if (member.userId === null || isOwner || action === 'joined') return;
  const text = `${sentence} The service is at ${instance.publicUrl}.`;
  await instance.mails.post(trx, { to: member.reachedAt, subject: 'Your role in an app has changed', text });
}

/** Throws Problem last_owner where this member is the only owner. The app must be locked. */
export async function refuseLastOwner(
  trx: Queryable,
  instance: Pick<Instance, 'seals'>,
  { appId, userId }: AppMember,
): Promise<void> {
  const owners = await listOwners(trx, instance, appId);
  if (owners.length === 1 && owners[0]?.id === userId) throw new Problem('last_owner');
}

const aboutSecrets = 'They may know the app token and the secrets of webhooks: make new ones.';

function hasLostSecrets(before: AppMember | null, after: AppMember | null): boolean {
  const knows = (one: AppMember | null) => one !== null && roleAllows(one.role, 'webhooks');
  return before?.userId !== null && knows(before) && !knows(after);
}

function sentenceAbout(app: Pick<App, 'name'>, action: TeamChange['action'], { reachedAt, role }: AppMember): string {
  const name = nameInBody(app.name);
  return {
    invited: `${reachedAt} was invited to the app ${name} as ${role}.`,
    joined: `${reachedAt} joined the app ${name} as ${role}.`,
    role_changed: `${reachedAt} is now ${role} in the app ${name}.`,
    removed: `${reachedAt} is no longer ${role} in the app ${name}.`,
  }[action];
}
