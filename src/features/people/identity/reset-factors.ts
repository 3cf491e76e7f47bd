// Removes the passkeys, the second factor and the sessions of a person who has lost their means to sign in.

import type { Instance } from '../../instance.ts';
import { auditChange, byCommandLine } from '../audit/audit-change.ts';
import { deletePasskeysOf, deleteSessionsOf } from './notices/notice-store.ts';
import { notifyOwner } from './notices/notify-owner.ts';
import { spendLinksOf } from './session-store.ts';
import { deleteSecondFactorOf } from './sign-in/second-factor-store.ts';
import { changeSignedUser, type FoundUser, isAddressOurs, lockUserByEmail, switchCodesOff } from './store.ts';

/** The number of removed items of each kind. */
export interface ResetFactors {
  readonly user: FoundUser;
  readonly passkeys: number;
  readonly hadSecondFactor: boolean;
  readonly sessions: number;
}

type Parts = Pick<Instance, 'db' | 'seals' | 'clock' | 'newId' | 'mails' | 'publicUrl'>;

/**
 * Afterwards the person signs in with the password alone. Makes one commit, with an entry in the person's audit log and
 * a mail. Returns `unknown` if there is no such person. Returns `tampered` if the person's row was changed outside the
 * service, because this must not sign such a row.
 */
export function resetFactors(instance: Parts, email: string): Promise<ResetFactors | 'unknown' | 'tampered'> {
  return instance.db.atomically(async (trx) => {
    const user = await lockUserByEmail(trx, email);
    if (user === null) return 'unknown';
    const tables = { db: trx, seals: instance.seals };
    if (!(await isAddressOurs(tables, user.id))) return 'tampered';
    const hadSecondFactor = await deleteSecondFactorOf(trx, user.id);
    await changeSignedUser(tables, user.id, () => switchCodesOff(trx, user.id));
    const passkeys = await deletePasskeysOf(trx, user.id, null);
    const sessions = await deleteSessionsOf(trx, user.id);
    await spendLinksOf(trx, user.id);
    const before = { passkeys, second_factor: hadSecondFactor, sessions };
    const subject = { of: { ownerId: user.id }, subjectId: user.id, before, after: null };
    await auditChange(trx, instance, byCommandLine, { ...subject, action: 'account.factors_reset' });
    const says = [
      'The operator removed your passkeys, your second factor and its recovery codes, and ended your sessions.',
      'From now on the password alone signs you in.',
    ].join(' ');
    const told = { userId: user.id, subjectId: user.id, subject: 'Your passkeys and second factor were removed', says };
    await notifyOwner(trx, instance, { ...told, origin: byCommandLine.origin });
    return { user, passkeys, hadSecondFactor, sessions };
  });
}
