// POST /app-member: mails an invitation to an app. The response does not depend on whether the address has an account.
import { nameInBody } from '../../../../core/mail/name-in-mail.ts';
import { fieldProblem, Problem } from '../../../../core/problem.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import { Answer, type Operation, operation } from '../../../../io/http/operation.ts';
import { uuid } from '../../../../io/http/schemas.ts';
import { Type } from '../../../../io/schema.ts';
import { hashToken } from '../../../../io/secrets/token.ts';
import type { Instance } from '../../../instance.ts';
import { isEmailAddress } from '../../identity/email-change/email-address.ts';
import { newLinkToken } from '../../identity/notices/link-token.ts';
import { personOf } from '../../identity/person.ts';
import { beginAttempt } from '../../identity/sign-in/attempt-limit.ts';
import { findUser } from '../../identity/store.ts';
import { lockOwnLiveApp } from '../own-app.ts';
import type { App } from '../store.ts';
import { type AppMember, countMembers, findMemberByEmail, writeInvitation } from './member-store.ts';
import { AppMemberView, appMemberView, RoleName } from './member-view.ts';
import { sealedInvitation } from './sealed-member.ts';
import { tellTeamChange } from './team-change.ts';

const inviteDays = 7;
const maxMembers = 100;

const Body = Type.Object(
  { app_id: uuid, email: Type.String({ minLength: 3, maxLength: 254 }), role: RoleName },
  { additionalProperties: false },
);

export function inviteAppMember(instance: Instance): Operation {
  return operation({
    id: 'inviteAppMember',
    method: 'POST',
    path: '/app-member',
    group: 'Team',
    summary: 'Invite app member',
    description: [
      `Mails a link, valid for ${inviteDays} days, by which the person with that address joins.`,
      'Inviting an address again returns 200 and sends the mail again, with the role of this request,',
      'and earlier links are void.',
    ].join(' '),
    access: { cookie: true, permission: 'team' },
    writes: 'member',
    body: Body,
    status: 201,
    otherStatuses: [200],
    answer: AppMemberView,
    problems: ['not_found', 'app_archived', 'already_a_member', 'too_many_members'],
    handle: async ({ body, caller, origin, commit }) => {
      const email = body.email.trim();
      if (!isEmailAddress(email)) throw fieldProblem('email', 'invalid_format', 'Must be an e-mail address.');
      const inviter = personOf(caller);
      await beginAttempt(instance, 'invitation', { account: inviter, address: origin.ip ?? '127.0.0.1' });
      return commit(async (trx) => {
        const app = await lockOwnLiveApp(trx, body.app_id, caller);
        const before = await placeFor(trx, app, email);
        const token = newLinkToken();
        const now = instance.clock.now();
        const endsAt = new Date(now.getTime() + inviteDays * 86_400_000);
        const place = { id: before?.id ?? instance.newId(), appId: app.id, email: before?.reachedAt ?? email };
        const made = { ...place, role: body.role, hash: hashToken(token), endsAt };
        const after = await writeInvitation(trx, sealedInvitation(instance, made, now), now);
        const from = (await findUser(trx, inviter))?.email ?? '';
        await instance.mails.postOutside(trx, {
          ...invitationMail(instance.publicUrl, { app, from, member: after, token }),
          kind: 'invitation',
          appId: app.id,
          personId: inviter,
          invoiceId: null,
        });
        await tellTeamChange(trx, instance, { app, action: 'invited', before, after }, { caller, origin });
        const view = appMemberView(after, instance);
        return before === null ? view : new Answer(view, { status: 200 });
      });
    },
  });
}

/**
 * Returns the open invitation of this address. Throws a Problem if a member has this address, or if the team is full.
 */
async function placeFor(trx: Queryable, app: App, email: string): Promise<AppMember | null> {
  const found = await findMemberByEmail(trx, app.id, email);
  if (found !== null && found.userId !== null) throw new Problem('already_a_member');
  if (found === null && (await countMembers(trx, app.id)) >= maxMembers) throw new Problem('too_many_members');
  return found;
}

interface Invited {
  readonly app: App;
  /** The address of the inviter. */
  readonly from: string;
  readonly member: AppMember;
  readonly token: string;
}

function invitationMail(publicUrl: string, { app, from, member, token }: Invited) {
  return {
    to: member.reachedAt,
    subject: 'You are invited to an app',
    text: [
      `${from} invites you to the app ${nameInBody(app.name)} at ${publicUrl}, as ${member.role}.`,
      '',
      `Join here within ${inviteDays} days. You sign in with this address first, or sign up if you have no account:`,
      `${publicUrl}/invitation?token=${token}`,
      '',
      'If you do not know who that is, ignore this mail.',
    ].join('\n'),
  };
}
