// Mails every owner of an app that one of its credentials was changed, each with a link of their own for "this was not
// me", in the commit of the change.
import type { Queryable } from '../../../../io/db/database.ts';
import type { Instance } from '../../../instance.ts';
import { type CredentialChange, notifyOwner } from '../../identity/notices/notify-owner.ts';
import { listOwners } from '../store.ts';

/** Returns the ids of the owners. */
export async function notifyOwners(
  trx: Queryable,
  instance: Instance,
  appId: string,
  change: Omit<CredentialChange, 'userId' | 'to'>,
): Promise<string[]> {
  const owners = (await listOwners(trx, instance, appId)).map(({ id }) => id);
  for (const userId of owners) await notifyOwner(trx, instance, { ...change, userId });
  return owners;
}
