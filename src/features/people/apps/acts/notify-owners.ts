// Mails every owner of an app, in the commit of the change, that one of its credentials was changed. Each mail has its
// own link for "this was not me".
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
