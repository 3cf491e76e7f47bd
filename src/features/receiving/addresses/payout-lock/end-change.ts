// Ends the wait of a payout change: an owner stops or approves it.
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
  /** The person, as stored in the row of the change. */
  readonly by: string;
}

/**
 * If it is stopped, a new address is deleted, and an existing one is switched off. The change must be locked, which
 * also locks its address. Throws Problem payout_change_over.
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
  // An address that was changed outside the service meanwhile is not approved.
  if (!isStopped && !instance.seals.verify('app_address', before, before.mac)) throw new Problem('payout_change_over');
  if (isStopped && change.change === 'added') await deleteAppAddress(trx, address.id, now);
  else await updateAppAddress(trx, address);
  const ended = await decidePayoutChange(trx, change, { ...decision, at: now });
  await emitAddressChanged(trx, instance, { address, before, change: decision.status }, call);
  await resumeIfWell(trx, instance, change.appId);
  return ended;
}
