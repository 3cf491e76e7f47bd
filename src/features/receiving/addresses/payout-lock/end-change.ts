// Ends the wait of a change of where money goes: it is stopped, or let through.
import { Problem } from '../../../../core/problem.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import type { Instance } from '../../../instance.ts';
import type { ChangedBy } from '../../../people/audit/audit-change.ts';
import { emitAddressChanged } from '../emit-address-changed.ts';
import { deleteAppAddress, findAppAddress, updateAppAddress } from '../store.ts';
import { decidePayoutChange, type PayoutChange } from './payout-change-store.ts';
import { resumeIfWell } from './resume-if-well.ts';

export interface Decision {
  readonly status: 'stopped' | 'approved';
  /** As the change's row keeps it. */
  readonly by: string;
}

/**
 * Stopped, an address that was added goes, and one that was there before is switched off. The change must be locked, as
 * its address is then. Throws Problem payout_change_over.
 */
export async function endChange(
  trx: Queryable,
  instance: Instance,
  { change, decision }: { readonly change: PayoutChange; readonly decision: Decision },
  call: ChangedBy,
): Promise<PayoutChange> {
  const now = instance.clock.now();
  if (change.status !== 'waiting' || change.effectiveAt <= now) throw new Problem('payout_change_over');
  const before = await findAppAddress(trx, change.addressId);
  if (before === null) throw new Problem('payout_change_over');
  const isStopped = decision.status === 'stopped';
  const values = isStopped
    ? { ...before, enabled: false, effectiveAt: null, updatedAt: now }
    : { ...before, effectiveAt: null, updatedAt: now };
  const address = { ...values, mac: instance.seals.sign('app_address', values) };
  // One that was changed past the service meanwhile is not let through.
  if (!isStopped && !instance.seals.verify('app_address', before, before.mac)) throw new Problem('payout_change_over');
  if (isStopped && change.change === 'added') await deleteAppAddress(trx, address.id, now);
  else await updateAppAddress(trx, address);
  const ended = await decidePayoutChange(trx, change, { ...decision, at: now });
  await emitAddressChanged(trx, instance, { address, before, change: decision.status }, call);
  await resumeIfWell(trx, instance, change.appId);
  return ended;
}
