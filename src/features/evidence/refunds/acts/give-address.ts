// The customer names the destination of a refund, once.
import { fieldProblem, Problem } from '../../../../core/problem.ts';
import type { Call } from '../../../../io/http/operation.ts';
import type { Instance } from '../../../instance.ts';
import type { App } from '../../../people/apps/store.ts';
import type { Refund } from '../refund-store.ts';
import { type ChangedBy, changeRefund } from './change-refund.ts';
import { assetOf, type FollowedRefund } from './follow-refund.ts';
import { readDestination, type WrittenDestination } from './read-destination.ts';

export interface Giving {
  readonly by: ChangedBy;
  readonly commit: Call<unknown, unknown, unknown>['commit'];
}

/** Throws Problem: address_given, refund_not_changeable, rate_unavailable, or one that names `to`. */
export async function giveAddress(
  instance: Instance,
  { found, app }: { readonly found: Refund; readonly app: App },
  written: WrittenDestination,
  { by, commit }: Giving,
): Promise<FollowedRefund> {
  if (written.to === '') throw fieldProblem('to', 'required', 'Give the address that the refund is sent to.');
  if (found.recipient !== null) throw new Problem('address_given');
  const recipient = await readDestination(instance, assetOf(instance, found), written);
  const wanted = { recipient, reason: undefined, app, isMerchant: false, by };
  return commit((trx) => changeRefund(trx, instance, found, wanted));
}
