// Mails a person that one of their credentials was changed, with a link for "this was not me", in the commit of the
// change.

import type { Origin } from '../../../../core/access.ts';
import { agentInBody } from '../../../../core/mail/name-in-mail.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import { hashToken } from '../../../../io/secrets/token.ts';
import type { Instance } from '../../../instance.ts';
import { notify } from '../../../known/channels/notify.ts';
import { findUser } from '../store.ts';
import { newLinkToken } from './link-token.ts';
import { insertNotice } from './notice-store.ts';

export interface CredentialChange {
  readonly userId: string;
  /** The id of the changed item, as in the audit log. */
  readonly subjectId: string;
  readonly subject: string;
  /** One sentence that describes the change, without secrets. */
  readonly says: string;
  readonly origin: Origin;
  /** The recipient's address. Default: the person's current address. */
  readonly to?: string;
}

type Parts = Pick<Instance, 'newId' | 'clock' | 'mails' | 'publicUrl'>;

/** The number of days that the link remains valid. */
const answerDays = 7;

export async function notifyOwner(trx: Queryable, instance: Parts, change: CredentialChange): Promise<void> {
  const { userId, subjectId, subject, says, origin } = change;
  const to = change.to ?? (await findUser(trx, userId))?.email;
  if (to === undefined) return;
  const sentence = says.replaceAll(/\s+/g, ' ');
  const changedAt = instance.clock.now();
  const expiresAt = new Date(changedAt.getTime() + answerDays * 86_400_000);
  const token = newLinkToken();
  await insertNotice(trx, { id: instance.newId(), userId, subjectId, changedAt, expiresAt }, hashToken(token));
  const text = [
    `${sentence} It is about your account ${to} at ${instance.publicUrl}.`,
    '',
    `When: ${changedAt.toISOString()}`,
    `From: ${origin.ip ?? 'the machine that runs the service'}`,
    ...(origin.userAgent === null ? [] : [`With: ${agentInBody(origin.userAgent)}`]),
    '',
    'If it was you, there is nothing to do. If it was not you, follow this link and press the button there. It ends',
    'all sessions, personal access tokens, app tokens that you made and the access of programs, and removes passkeys',
    `and notification channels that were added since. It works once, without signing in, for ${answerDays} days:`,
    `${instance.publicUrl}/not-me?token=${token}`,
  ].join('\n');
  // The link in the mail works without a sign-in, so it goes to no channel.
  const lines = [sentence, 'If it was not you, use the link in the mail about it.'];
  await notify(
    trx,
    instance,
    { id: userId, email: to },
    { kind: 'security', appId: null, mail: { subject, text }, lines },
  );
}
