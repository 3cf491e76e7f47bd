// Changes a person's e-mail address after both addresses confirmed, or after the new one confirmed and the old one did
// not object in time.
import type { Queryable } from '../../../../io/db/database.ts';
import { hashToken } from '../../../../io/secrets/token.ts';
import type { Instance } from '../../../instance.ts';
import { auditChange, type ChangedBy } from '../../audit/audit-change.ts';
import { newLinkToken } from '../notices/link-token.ts';
import { notifyOwner } from '../notices/notify-owner.ts';
import { spendLinksOf } from '../session-store.ts';
import { addressTriedMail } from '../sign-in/account-mails.ts';
import { findUser, findUserByEmail } from '../store.ts';
import { askNewMail, askOldMail, silenceDays } from './email-change-mails.ts';
import {
  agreeToEmailChange,
  deleteEmailChange,
  type EmailChange,
  type End,
  findEmailChange,
  isOurs,
  lockSilentEmailChange,
  recordEmailChange,
  writeEmail,
} from './email-change-store.ts';

type Parts = Pick<Instance, 'db' | 'seals' | 'clock' | 'newId' | 'mails' | 'publicUrl'>;

/**
 * Mails both addresses. If the new address already has an account, its owner gets another mail instead of the link, and
 * the caller does not learn of it.
 */
export async function askForEmailChange(
  instance: Parts,
  person: { readonly id: string; readonly email: string },
  newEmail: string,
): Promise<void> {
  const { db, mails, publicUrl } = instance;
  const [oldToken, newToken] = [newLinkToken(), newLinkToken()];
  await db.atomically(async (trx) => {
    const owner = await findUserByEmail(trx, newEmail);
    const wanted = { userId: person.id, newEmail, now: instance.clock.now() };
    await recordEmailChange({ ...instance, db: trx }, wanted, { old: hashToken(oldToken), new: hashToken(newToken) });
    await mails.post(trx, askOldMail(publicUrl, person.email, newEmail, oldToken));
    const toNew = owner === null ? askNewMail(publicUrl, newEmail, newToken) : addressTriedMail(publicUrl, owner.email);
    await mails.post(trx, toNew, 'account');
  });
}

/**
 * The result of a confirmation: the address has changed, the change waits for the other address, or there is no such
 * change.
 */
export type Agreed = 'changed' | 'waits' | 'unknown';

/** Confirms the change for one of the two addresses, by its link. */
export function agreeToChange(instance: Parts, end: End, token: string, by: ChangedBy['origin']): Promise<Agreed> {
  return instance.db.atomically(async (trx) => {
    const change = await agreeToEmailChange({ ...instance, db: trx }, end, hashToken(token), instance.clock.now());
    if (change === null) return 'unknown';
    const isSilent = change.createdAt.getTime() <= silentSince(instance).getTime();
    if (change.newAgreedAt === null || (change.oldAgreedAt === null && !isSilent)) return 'waits';
    return (await applyChange(trx, instance, change, by)) ? 'changed' : 'unknown';
  });
}

/** Stops the change by the link to the old address. Returns false if there is no such change. */
export function stopChange(instance: Parts, token: string, origin: ChangedBy['origin']): Promise<boolean> {
  return instance.db.atomically(async (trx) => {
    const change = await findEmailChange({ ...instance, db: trx }, 'old', hashToken(token));
    if (change === null || !(await deleteEmailChange(trx, change.userId))) return false;
    const before = { email: change.newEmail };
    const subject = { of: { ownerId: change.userId }, subjectId: change.userId, before, after: null };
    const by = { caller: { kind: 'public' }, origin } as const;
    await auditChange(trx, instance, by, { ...subject, action: 'account.email_change_stopped' });
    return true;
  });
}

/** Applies changes after the old address has not objected for long enough. */
export async function applySilentChanges(instance: Parts): Promise<void> {
  const origin = { ip: null, userAgent: null };
  let found = true;
  while (found) {
    found = await instance.db.atomically(async (trx) => {
      const change = await lockSilentEmailChange(trx, silentSince(instance));
      if (change === null) return false;
      // A change that was written outside the service is deleted.
      if (isOurs(instance, change)) await applyChange(trx, instance, change, origin);
      else await deleteEmailChange(trx, change.userId);
      return true;
    });
  }
}

/** Returns false if another account has the address by now. The change is deleted either way. */
async function applyChange(
  trx: Queryable,
  instance: Parts,
  { userId, newEmail }: EmailChange,
  origin: ChangedBy['origin'],
): Promise<boolean> {
  await deleteEmailChange(trx, userId);
  const before = (await findUser(trx, userId))?.email;
  const tables = { ...instance, db: trx };
  if (before === undefined || !(await writeEmail(tables, userId, newEmail, instance.clock.now()))) return false;
  // Links that were mailed to the old address become invalid.
  await spendLinksOf(trx, userId);
  const by = { caller: { kind: 'public' }, origin } as const;
  const subject = { of: { ownerId: userId }, subjectId: userId, before: { email: before }, after: { email: newEmail } };
  await auditChange(trx, instance, by, { ...subject, action: 'account.email_changed' });
  const says = `The account now has the address ${newEmail} instead of ${before}.`;
  const told = { userId, subjectId: userId, subject: 'Your e-mail address was changed', says, origin };
  await notifyOwner(trx, instance, { ...told, to: before });
  return true;
}

function silentSince({ clock }: Pick<Instance, 'clock'>): Date {
  return new Date(clock.now().getTime() - silenceDays * 86_400_000);
}
