// An entry in the audit log for every browser that was signed in, before it is given its cookie.
import type { Origin } from '../../../../core/access.ts';
import { auditChange } from '../../../audit/audit-change.ts';
import type { Instance } from '../../../instance.ts';
import { sessionOf } from '../../session-store.ts';

/** `cookie` is the session cookie about to be given, as a Cookie header would send it back. */
export async function recordSignIn(instance: Instance, cookie: string, origin: Origin): Promise<void> {
  const session = await sessionOf(instance, cookie);
  if (session === null) return;
  const caller = { kind: 'cookie', ...session } as const;
  const subject = { of: { ownerId: session.userId }, subjectId: session.sessionId, before: null, after: null };
  await instance.db.atomically((trx) =>
    auditChange(trx, instance, { caller, origin }, { ...subject, action: 'session.started' }),
  );
}
