// Records a team change in the audit log, and mails every owner and the affected person, in the commit of the change.

import { type Permission, roleAllows } from '../../../../core/access/team.ts';
import { nameInBody } from '../../../../core/mail/name-in-mail.ts';
import { Problem } from '../../../../core/problem.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import type { Instance } from '../../../instance.ts';
import { notify } from '../../../known/channels/notify.ts';
import { auditChange, type ChangedBy } from '../../audit/audit-change.ts';
import { notifyOwners } from '../acts/notify-owners.ts';
import { type App, listOwners, markTokenKnown } from '../store.ts';
import type { AppMember } from './member-store.ts';
import { appMemberView } from './member-view.ts';
import { isSealed } from './sealed-member.ts';

export interface TeamChange {
  readonly app: Pick<App, 'id' | 'name'>;
  readonly action: 'invited' | 'joined' | 'role_changed' | 'removed';
  /** `before` is null for a new member, and `after` is null for a removed one. */
  readonly before: AppMember | null;
  readonly after: AppMember | null;
  /** How many app tokens ended with the membership. Default: 0. */
  readonly endedTokens?: number;
}

/** Call this after the change. The mails go to the owners after the change. */
export async function recordTeamChange(
  trx: Queryable,
  instance: Instance,
  { app, action, before, after, endedTokens = 0 }: TeamChange,
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
  if (isSealed(instance, before ?? member) && hasLost('main_token', before, after))
    await markTokenKnown(trx, app.id, instance.clock.now());
  await notifyOwners(trx, instance, app.id, {
    subjectId: member.id,
    subject: 'The team of an app has changed',
    says: [sentence, ...aboutTokens(endedTokens), ...aboutSecrets(before, after)].join(' '),
    origin,
  });
  const isOwner = (await listOwners(trx, instance, app.id)).some(({ id }) => id === member.userId);
  if (member.userId === null || isOwner || action === 'joined') return;
  const text = `${sentence} The service is at ${instance.publicUrl}.`;
  const mail = { subject: 'Your role in an app has changed', text };
  const to = { id: member.userId, email: member.reachedAt };
  await notify(trx, instance, to, { kind: 'security', appId: null, mail, lines: [sentence] });
}

/** Throws Problem last_owner if this member is the only owner. The app must be locked. */
export async function refuseLastOwner(
  trx: Queryable,
  instance: Pick<Instance, 'seals'>,
  { appId, userId }: AppMember,
): Promise<void> {
  const owners = await listOwners(trx, instance, appId);
  if (owners.length === 1 && owners[0]?.id === userId) throw new Problem('last_owner');
}

function aboutTokens(ended: number): string[] {
  if (ended === 0) return [];
  return [
    ended === 1 ? 'The app token that they made has ended.' : `The ${ended} app tokens that they made have ended.`,
  ];
}

function aboutSecrets(before: AppMember | null, after: AppMember | null): string[] {
  const known = [
    ...(hasLost('main_token', before, after) ? ['the main app token'] : []),
    ...(hasLost('webhooks', before, after) ? ['the secrets of webhooks'] : []),
  ];
  return known.length === 0 ? [] : [`They may know ${known.join(' and ')}: make new ones.`];
}

/** Whether the change took this permission from the member. An invitation grants no permission. */
function hasLost(permission: Permission, before: AppMember | null, after: AppMember | null): boolean {
  const has = (one: AppMember | null) => one !== null && roleAllows(one.role, permission);
  return before !== null && before.userId !== null && has(before) && !has(after);
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
