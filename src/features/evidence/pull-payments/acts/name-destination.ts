// The customer names the coin and the destination of a pull payment, once, before it has an invoice.
import { Problem } from '../../../../core/problem.ts';
import { newest } from '../../../../io/http/page.ts';
import type { Instance } from '../../../instance.ts';
import type { Asset } from '../../../known/catalog/catalog.ts';
import type { App } from '../../../people/apps/store.ts';
import { auditChange, byCustomer, type ChangedBy } from '../../../people/audit/audit-change.ts';
import { listAppCryptocurrencies, mostCoins } from '../../../receiving/app-cryptocurrencies/store.ts';
import { readDestination, type WrittenDestination } from '../../refunds/acts/read-destination.ts';
import { isWaiting } from '../own-pull-payment.ts';
import { changePullPayment, findPullPayment, type PullPayment } from '../pull-payment-store.ts';
import { pullPaymentView } from '../view.ts';

/** The coins that the app accepts and that a refund can be sent in. */
export async function refundableAssets(
  { db, catalog }: Pick<Instance, 'db' | 'catalog'>,
  app: Pick<App, 'id' | 'environment'>,
): Promise<Asset[]> {
  const accepted = await listAppCryptocurrencies(db, [app.id], newest(mostCoins));
  const isTest = app.environment === 'development';
  return accepted
    .flatMap(({ assetId }) => catalog.assetById(assetId) ?? [])
    .filter(({ network, stopped }) => network.test === isTest && !network.isBlockless && stopped === null);
}

/**
 * Throws Problem address_given if another destination was named before, refund_not_changeable if it was given up, and
 * one that names `to`. Calls the network, so it must not run within a commit.
 */
export async function nameDestination(
  instance: Instance,
  before: PullPayment,
  { asset, written, by }: { readonly asset: Asset; readonly written: WrittenDestination; readonly by: ChangedBy },
): Promise<void> {
  const recipient = await readDestination(instance, asset, written);
  const isThis = (one: PullPayment | null) => one?.assetId === asset.id && one.recipient === recipient;
  if (isThis(before)) return;
  if (before.recipient !== null) throw new Problem('address_given');
  if (!isWaiting(before)) throw new Problem('refund_not_changeable');
  const after = { ...before, assetId: asset.id, recipient };
  await instance.db.atomically(async (trx) => {
    // The form was sent twice at once, or the merchant decided meanwhile.
    if (!(await changePullPayment(trx, before, after))) {
      if (isThis(await findPullPayment(trx, before.id))) return;
      throw new Problem('refund_not_changeable');
    }
    const [shownBefore, shownAfter] = [before, after].map((one) => pullPaymentView(instance, one));
    await auditChange(trx, instance, byCustomer(by.origin), {
      of: { appId: before.appId },
      action: 'pull_payment.updated',
      subjectId: before.id,
      before: shownBefore ?? null,
      after: shownAfter ?? null,
    });
  });
}
