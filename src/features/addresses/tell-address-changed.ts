// Tells of every change to where an app's money goes, in the commit that makes it.
import type { Queryable } from '../../io/db/database.ts';
import { appendEvents } from '../events/store.ts';
import type { Instance } from '../instance.ts';
import type { AppAddress } from './store.ts';
import { appAddressView } from './view.ts';

export async function tellAddressChanged(
  trx: Queryable,
  instance: Instance,
  address: AppAddress,
  change: 'added' | 'updated' | 'deleted',
): Promise<void> {
  const data = { change, address: appAddressView(instance, address) };
  const event = {
    id: instance.newId(),
    appId: address.appId,
    type: 'address.changed' as const,
    invoiceId: null,
    sequence: null,
    data,
  };
  await appendEvents(trx, instance.jobs, [{ ...event, createdAt: instance.clock.now() }], instance.newId);
}
