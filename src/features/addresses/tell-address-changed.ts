// Tells of every change to where an app's money goes, and notes who made it, in the commit that makes it.

import type { Queryable } from '../../io/db/database.ts';
import type { Call } from '../../io/http/operation.ts';
import { noteChange } from '../audit/note-change.ts';
import { appendEvents } from '../events/store.ts';
import type { Instance } from '../instance.ts';
import type { AppAddress } from './store.ts';
import { appAddressView } from './view.ts';

export async function tellAddressChanged(
  trx: Queryable,
  instance: Instance,
  address: AppAddress,
  change: 'added' | 'updated' | 'deleted',
  call: Pick<Call<unknown, unknown, unknown>, 'caller' | 'origin'>,
  before: AppAddress | null,
): Promise<void> {
  await noteChange(trx, instance, call, {
    of: { appId: address.appId },
    action: `address.${change}`,
    subjectId: address.id,
    before: before && appAddressView(instance, before),
    after: change === 'deleted' ? null : appAddressView(instance, address),
  });

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
