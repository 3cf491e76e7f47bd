// Mails the owner of an account if wrong codes follow the right password, because another person then knows the
// password.
import { addWrongCode } from '../../../../../core/access/wrong-codes.ts';
import type { Origin } from '../../../../../core/access.ts';
import type { Instance } from '../../../../instance.ts';
import { notifyOwner } from '../../notices/notify-owner.ts';
import { lockWrongCodes, recordWrongCodes } from './wrong-code-store.ts';

type Parts = Pick<Instance, 'db' | 'newId' | 'clock' | 'mails' | 'publicUrl'>;

/** Counts one wrong code. A mail that becomes due is queued in the same commit. */
export async function reportWrongCode(instance: Parts, userId: string, origin: Origin): Promise<void> {
  await instance.db.atomically(async (trx) => {
    const { mails, ...codes } = addWrongCode(await lockWrongCodes(trx, userId), instance.clock.now());
    await recordWrongCodes(trx, userId, codes);
    if (!mails) return;
    const says = [
      'Your password was given, and three wrong codes after it, within 15 minutes.',
      'If these were not your sign-ins, your password is known. Choose another one:',
      `${instance.publicUrl}/console/forgotten`,
    ].join(' ');
    const subject = 'Wrong codes after your password: change the password';
    await notifyOwner(trx, instance, { userId, subjectId: userId, subject, says, origin });
  });
}
