// Records each sign-in in the audit log before the browser gets its cookie, and mails the person if the browser is new.
import type { Origin } from '../../../../../core/access.ts';
import type { Instance } from '../../../../instance.ts';
import { auditChange } from '../../../audit/audit-change.ts';
import { notifyOwner } from '../../notices/notify-owner.ts';
import { sessionOf } from '../../session-store.ts';

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
    await auditChange(trx, instance, { caller, origin }, { ...subject, action: 'session.started' });
    if (knownTo === 'anybody' || knownTo === userId) return;
    const says = 'There was a sign-in with a browser that was not seen here before.';
    await notifyOwner(trx, instance, { userId, subjectId, subject: 'A sign-in from a new browser', says, origin });
  });
  return userId;
}
