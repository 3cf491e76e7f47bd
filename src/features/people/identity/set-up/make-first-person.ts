// Creates the first account of an instance, an operator, by the single-use set-up link.
import type { Origin } from '../../../../core/access.ts';
import type { Instance } from '../../../instance.ts';
import { checkUser, insertChecked, type WantedUser } from '../add-user.ts';
import type { User } from '../store.ts';
import { hasPerson, type SetUpLink, spendSetUpLink } from './set-up-store.ts';

type Parts = Pick<Instance, 'db' | 'seals' | 'clock' | 'newId'>;

/** Returns the new user, a sentence with the reason for the rejection, or null if an account exists by now. */
export async function makeFirstPerson(
  instance: Parts,
  { seed }: SetUpLink,
  wanted: WantedUser,
  origin: Origin,
): Promise<User | string | null> {
  const checked = await checkUser(wanted);
  if (typeof checked === 'string') return checked;
  const how = { role: 'operator', by: { caller: { kind: 'public' }, origin } } as const;
  return instance.db.atomically(async (trx) => {
    if ((await hasPerson(trx)) || !(await spendSetUpLink(trx, seed))) return null;
    return insertChecked(trx, instance, checked, how);
  });
}
