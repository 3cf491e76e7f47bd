// Records each sign-in in the audit log before the browser gets its cookie, and mails the person if the browser is new.
import type { Origin } from '../../../../../core/access.ts';
import type { Queryable } from '../../../../../io/db/database.ts';
import type { Instance } from '../../../../instance.ts';
import { auditChange } from '../../../audit/audit-change.ts';
import { hasAuditAction } from '../../../audit/store.ts';
import { notifyOwner } from '../../notices/notify-owner.ts';
import { sessionOf } from '../../session-store.ts';
import { findUser } from '../../store.ts';

const signedIn = 'session.started';
const newAccountMillis = 24 * 3600 * 1000;

/**
 * Returns the id of the person who signed in, or null. `cookie` is the new session cookie in the form of a Cookie
 * header. `knownTo` is the person who is known to use this browser.
 */
export async function recordSignIn(
  instance: Instance,
  cookie: string,
  origin: Origin,
  knownTo: string | 'anybody' | null,
): Promise<string | null> {
  const session = await sessionOf(instance, cookie);
  if (session === null) return null;
  const { userId, sessionId: subjectId } = session;
  const caller = { kind: 'cookie', ...session } as const;
  const subject = { of: { ownerId: userId }, subjectId, before: null, after: null };
  await instance.db.atomically(async (trx) => {
    const needsNotice = knownTo !== 'anybody' && knownTo !== userId && !(await isArrival(trx, instance, userId));
    await auditChange(trx, instance, { caller, origin }, { ...subject, action: signedIn });
    if (!needsNotice) return;
    const says = 'There was a sign-in with a browser that was not seen here before.';
    await notifyOwner(trx, instance, { userId, subjectId, subject: 'A sign-in from a new browser', says, origin });
  });
  return userId;
}

/** Whether this is the first sign-in of an account, within a day of its creation. Every browser is new then. */
async function isArrival(trx: Queryable, { clock }: Pick<Instance, 'clock'>, userId: string): Promise<boolean> {
  const user = await findUser(trx, userId);
  if (user === null || clock.now().getTime() - user.createdAt.getTime() > newAccountMillis) return false;
  return !(await hasAuditAction(trx, userId, signedIn));
}
