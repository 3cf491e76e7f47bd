// Shows the PSBT of a refund that is ready, and builds it if there is none.
import { formatUnits } from '../../../../core/money/decimal.ts';
import { isPayable } from '../../../../core/payment/outgoing/refund.ts';
import { walletCodecOf } from '../../../../io/chains/keys/wallet-codecs.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import type { Instance } from '../../../instance.ts';
import type { Asset } from '../../../known/catalog/catalog.ts';
import { timeAhead } from '../../../people/apps/clock/clock-lead.ts';
import { findClockLead } from '../../../people/apps/clock/clock-store.ts';
import { assetOf } from '../acts/follow-refund.ts';
import { isLapsed } from '../acts/renew-quote.ts';
import type { Refund } from '../refund-store.ts';
import { buildRefundPsbt } from './build-refund-psbt.ts';
import { type FoundPsbt, newestPsbts, type RefundPsbt } from './psbt-store.ts';
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
  return new Map(
    ready.map((one) => [one.id, shown(assetOf(instance, one), one, found.get(one.id)) ?? unprepared('not_prepared')]),
  );
}

/** By expected transfer: requests at the same time share one PSBT. */
const building = new Map<string, Promise<Unsigned>>();

/**
 * Returns null for a refund that no PSBT pays. Makes network calls if there is no PSBT yet, so it must not run within a
 * commit. An amount that is not held any more gets none.
 */
export async function prepareRefund(instance: Instance, refund: Refund): Promise<Unsigned | null> {
  if (!needsPsbt(instance, refund)) return null;
  const newest = await newestPsbts(instance.db, [refund.id]);
  const stored = shown(assetOf(instance, refund), refund, newest.get(refund.id));
  if (stored !== null) return stored;
  const now = timeAhead(instance.clock.now(), await findClockLead(instance.db, refund.appId));
  if (isLapsed(refund, now)) return unprepared('not_prepared');
  const key = watchOf(refund);
  const begun = building.get(key) ?? build(instance, refund).finally(() => building.delete(key));
  building.set(key, begun);
  return begun;
}

async function build(instance: Instance, refund: Refund): Promise<Unsigned> {
  const asset = assetOf(instance, refund);
  const built = await buildRefundPsbt(instance, { appId: refund.appId, asset, refunds: [refund] });
  return typeof built === 'string' ? unprepared(built) : prepared(asset, refund, built);
}

function needsPsbt({ catalog }: Pick<Instance, 'catalog'>, refund: Refund): boolean {
  const asset = catalog.assetById(refund.assetId);
  return isPayable(refund) && !refund.exceedsPaid && asset !== null && isPaidByPsbt(asset);
}

/** A PSBT of several refunds is shown only by the operation that built it, because it pays all of them. */
function shown(asset: Asset, refund: Refund, found: FoundPsbt | undefined): Unsigned | null {
  if (found?.isCurrent !== true) return null;
  return found.refundIds.length > 1 ? unprepared('in_batch') : prepared(asset, refund, found);
}

/** No PSBT is shown with another amount or destination than it pays: another request may have changed the refund. */
function prepared({ decimals }: Asset, refund: Refund, { psbt, fee, watchIds }: RefundPsbt): Unsigned {
  if (!watchIds.includes(watchOf(refund))) return unprepared('not_prepared');
  return { unsigned: psbt, unsigned_reason: null, network_fee: formatUnits(fee, decimals) };
}

function watchOf({ id, watches }: Refund): string {
  return watches.at(-1)?.id ?? id;
}
