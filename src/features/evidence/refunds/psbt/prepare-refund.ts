// Shows the PSBT of a refund that is ready, and builds it if there is none.
import { isPayable } from '../../../../core/payment/outgoing/refund.ts';
import { walletCodecOf } from '../../../../io/chains/keys/wallet-codecs.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import type { Instance } from '../../../instance.ts';
import type { Asset } from '../../../known/catalog/catalog.ts';
import { assetOf } from '../acts/follow-refund.ts';
import type { Refund } from '../refund-store.ts';
import { buildRefundPsbt } from './build-refund-psbt.ts';
import { type FoundPsbt, newestPsbts } from './psbt-store.ts';
import { type Unsigned, unprepared } from './unsigned-reason.ts';

/** Whether refunds with this asset are paid by a PSBT. */
export function isPaidByPsbt({ network, contract }: Asset): boolean {
  return contract === '' && walletCodecOf(network.family).prepareSpend !== undefined;
}

/** Returns the stored PSBT of each refund that is ready, or the reason for none. Other refunds are missing. */
export async function storedPsbts(
  instance: Pick<Instance, 'catalog'>,
  db: Queryable,
  refunds: readonly Refund[],
): Promise<ReadonlyMap<string, Unsigned>> {
  const ready = refunds.filter((one) => needsPsbt(instance, one));
  const found = await newestPsbts(
    db,
    ready.map(({ id }) => id),
  );
  return new Map(ready.map(({ id }) => [id, shown(found.get(id)) ?? unprepared('not_prepared')]));
}

/** Requests at the same time share one PSBT. */
const building = new Map<string, Promise<Unsigned>>();

/** Returns null for a refund that no PSBT pays. Makes network calls if there is no PSBT yet. */
export async function prepareRefund(instance: Instance, refund: Refund): Promise<Unsigned | null> {
  if (!needsPsbt(instance, refund)) return null;
  const stored = shown((await newestPsbts(instance.db, [refund.id])).get(refund.id));
  if (stored !== null) return stored;
  const begun = building.get(refund.id) ?? build(instance, refund).finally(() => building.delete(refund.id));
  building.set(refund.id, begun);
  return begun;
}

async function build(instance: Instance, refund: Refund): Promise<Unsigned> {
  const toPay = { appId: refund.appId, asset: assetOf(instance, refund), refunds: [refund] };
  const built = await buildRefundPsbt(instance, toPay);
  return typeof built === 'string' ? unprepared(built) : { unsigned: { psbt: built.psbt }, unsigned_reason: null };
}

function needsPsbt({ catalog }: Pick<Instance, 'catalog'>, refund: Refund): boolean {
  const asset = catalog.assetById(refund.assetId);
  return isPayable(refund) && !refund.exceedsPaid && asset !== null && isPaidByPsbt(asset);
}

/** A PSBT of several refunds is shown only by the operation that built it, because it pays all of them. */
function shown(found: FoundPsbt | undefined): Unsigned | null {
  if (found?.isCurrent !== true) return null;
  if (found.refundIds.length > 1) return unprepared('in_batch');
  return { unsigned: { psbt: found.psbt }, unsigned_reason: null };
}
