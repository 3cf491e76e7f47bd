// The payout lock: a new receiving address of a production app that was paid before must wait. Any owner can stop it
// until then.
import { randomBytes } from 'node:crypto';
import { callerName } from '../../../../core/access/caller-name.ts';
import { Problem } from '../../../../core/problem.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import type { Call } from '../../../../io/http/operation.ts';
import { hashToken } from '../../../../io/secrets/token.ts';
import type { Instance } from '../../../instance.ts';
import type { AppAddress } from '../store.ts';
import { listAllOf } from '../store.ts';
import { insertPayoutChange, type PayoutChange, withdrawChanges } from './payout-change-store.ts';

type Caller = Call<unknown, unknown, unknown>['caller'];

/** A waiting change, and the URL of the page that stops it. The URL is a secret of the owners. */
export interface WaitingChange {
  readonly id: string;
  readonly effectiveAt: Date;
  readonly stopUrl: string;
}

/**
 * Records the waiting change of the address; returns null if it does not wait. Withdraws an earlier waiting change of
 * the address.
 */
export async function holdChange(
  trx: Queryable,
  instance: Instance,
  held: { readonly address: AppAddress; readonly change: PayoutChange['change']; readonly caller: Caller },
): Promise<WaitingChange | null> {
  const { address, change, caller } = held;
  await withdrawWaiting(trx, instance, address.id, caller);
  if (address.effectiveAt === null) return null;
  const token = randomBytes(32).toString('base64url');
  const id = instance.newId();
  await insertPayoutChange(
    trx,
    {
      id,
      appId: address.appId,
      addressId: address.id,
      change,
      requestedBy: 'userId' in caller ? caller.userId : null,
      effectiveAt: address.effectiveAt,
      status: 'waiting',
      decidedAt: null,
      decidedBy: null,
      createdAt: instance.clock.now(),
    },
    hashToken(token),
  );
  return { id, effectiveAt: address.effectiveAt, stopUrl: `${instance.publicUrl}/stop-payout-change?token=${token}` };
}

export async function withdrawWaiting(
  trx: Queryable,
  instance: Instance,
  addressId: string,
  caller: Caller,
): Promise<void> {
  await withdrawChanges(trx, addressId, callerName(caller), instance.clock.now());
}

/**
 * Throws Problem last_effective_address if removing this address would leave only addresses that still wait. The caller
 * must hold the lock of lockAppAddress.
 */
export async function refuseLastEffective(trx: Queryable, instance: Instance, address: AppAddress): Promise<void> {
  const now = instance.clock.now();
  const isUsed = ({ enabled, networkId }: AppAddress) => enabled && networkId === address.networkId;
  const isEffective = (one: AppAddress) => one.effectiveAt === null || one.effectiveAt <= now;
  if (!isUsed(address) || !isEffective(address)) return;
  // An address that was changed outside the service is shown to no customer, so removing it changes nothing for them.
  if (!instance.seals.verify('app_address', address, address.mac)) return;
  const others = (await listAllOf(trx, address.appId)).filter((one) => one.id !== address.id && isUsed(one));
  if (others.length > 0 && !others.some(isEffective)) throw new Problem('last_effective_address');
}
