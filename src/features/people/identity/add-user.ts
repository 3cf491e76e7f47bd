// Creates a user with e-mail and password, on the command line or by the set-up link.
import type { Queryable } from '../../../io/db/database.ts';
import { hashPassword } from '../../../io/secrets/password.ts';
import { whyGuessable, wordsOfEmail } from '../../../io/secrets/password-strength.ts';
import type { Instance } from '../../instance.ts';
import { auditChange, byCommandLine, type ChangedBy } from '../audit/audit-change.ts';
import { isEmailAddress } from './email-change/email-address.ts';
import { insertUser, type User } from './store.ts';

const shortestPassword = 8;
const longestPassword = 128;

export interface WantedUser {
  readonly email: string;
  readonly password: string;
}

/** A validated user, ready to be inserted. */
export interface CheckedUser {
  readonly email: string;
  readonly passwordHash: string;
}

/**
 * Returns the validated user, or a sentence with the reason for the rejection. Do not call this in a database
 * transaction, because it hashes the password.
 */
export async function checkUser(wanted: WantedUser): Promise<CheckedUser | string> {
  const email = wanted.email.trim();
  if (!isEmailAddress(email)) return `${email} is not an e-mail address.`;
  if (wanted.password.length < shortestPassword || wanted.password.length > longestPassword) {
    return `The password must have ${shortestPassword} to ${longestPassword} characters.`;
  }
  const why = await whyGuessable(wanted.password, wordsOfEmail(email));
  if (why !== null) return `The password is too easy to guess. ${why}`;
  return { email, passwordHash: await hashPassword(wanted.password) };
}

type Parts = Pick<Instance, 'db' | 'seals' | 'clock' | 'newId'>;

/** Inserts the user and an entry in the audit log. Returns null if the e-mail address already has an account. */
export async function insertChecked(
  trx: Queryable,
  instance: Parts,
  { email, passwordHash }: CheckedUser,
  { role, by }: Pick<User, 'role'> & { readonly by: ChangedBy },
): Promise<User | null> {
  const user: User = { id: instance.newId(), email, role, createdAt: instance.clock.now() };
  const isNew = await insertUser({ ...instance, db: trx }, user, instance.newId(), passwordHash);
  if (!isNew) return null;
  const subject = { of: { ownerId: user.id }, subjectId: user.id, before: null, after: { email, role } };
  await auditChange(trx, instance, by, { ...subject, action: 'account.created' });
  return user;
}

/** Returns the new user, or a sentence with the reason for the rejection. */
export async function addUser(
  instance: Parts,
  wanted: WantedUser & { readonly isAdmin: boolean },
): Promise<User | string> {
  const checked = await checkUser(wanted);
  if (typeof checked === 'string') return checked;
  const how = { role: wanted.isAdmin ? 'operator' : 'merchant', by: byCommandLine } as const;
  const user = await instance.db.atomically((trx) => insertChecked(trx, instance, checked, how));
  return user ?? `There is already an account with the e-mail ${checked.email}.`;
}
