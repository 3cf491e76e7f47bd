// Signs a user's row as it is in the database, on a command of the operator. Used after the row was changed by hand.

import type { Instance } from '../../instance.ts';
import { auditChange, byCommandLine } from '../audit/audit-change.ts';
import { type FoundUser, lockUserByEmail, signRole, signUser } from './store.ts';

/**
 * Returns the user, or null if the address has no account. A password that was changed in the database remains
 * rejected.
 */
export function confirmUser(
  instance: Pick<Instance, 'db' | 'seals' | 'clock' | 'newId'>,
  email: string,
): Promise<FoundUser | null> {
  return instance.db.atomically(async (trx) => {
    const user = await lockUserByEmail(trx, email);
    if (user === null) return null;
    const tables = { ...instance, db: trx };
    const role = (await signRole(tables, user.id)) ?? user.role;
    const after = { email: user.email, role, asks_for_code: await signUser(tables, user.id) };
    const subject = { of: { ownerId: user.id }, subjectId: user.id, before: null, after };
    await auditChange(trx, instance, byCommandLine, { ...subject, action: 'account.confirmed' });
    return { ...user, role };
  });
}
