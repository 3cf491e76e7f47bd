// A new person, made on the command line, who signs in with e-mail and password. The first one is the operator.
import { hashPassword } from '../../io/secrets/password.ts';
import { whyGuessable, wordsOfEmail } from '../../io/secrets/password-strength.ts';
import { auditChange, byCommandLine } from '../audit/audit-change.ts';
import type { Instance } from '../instance.ts';
import { isEmailAddress } from './email-change/email-address.ts';
import { insertUser, isFirstUser, type User } from './store.ts';

const shortestPassword = 8;
const longestPassword = 128;

/** The person, or a sentence that says why not. */
export async function addUser(
  instance: Pick<Instance, 'db' | 'seals' | 'clock' | 'newId'>,
  wanted: { email: string; password: string; isAdmin: boolean },
): Promise<User | string> {
  const email = wanted.email.trim();
  if (!isEmailAddress(email)) return `${email} is no e-mail address.`;
  if (wanted.password.length < shortestPassword || wanted.password.length > longestPassword) {
    return `The password must have ${shortestPassword} to ${longestPassword} characters.`;
  }
  const why = await whyGuessable(wanted.password, wordsOfEmail(email));
  if (why !== null) return `The password is too easy to guess. ${why}`;
  // Outside the database transaction: it takes its time on purpose.
  const passwordHash = await hashPassword(wanted.password);
  return instance.db.atomically(async (trx) => {
    const role = wanted.isAdmin || (await isFirstUser(trx)) ? 'operator' : 'merchant';
    const user: User = { id: instance.newId(), email, role, createdAt: instance.clock.now() };
    const isNew = await insertUser({ ...instance, db: trx }, user, instance.newId(), passwordHash);
    if (!isNew) return `There is already somebody with the e-mail ${email}.`;
    const subject = { of: { ownerId: user.id }, subjectId: user.id, before: null, after: { email, role } };
    await auditChange(trx, instance, byCommandLine, { ...subject, action: 'account.created' });
    return user;
  });
}
