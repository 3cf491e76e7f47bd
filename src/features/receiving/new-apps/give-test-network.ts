// Lets a new development app be paid on the test network without further settings.
import type { Queryable } from '../../../io/db/database.ts';
import type { Instance } from '../../instance.ts';
import type { App } from '../../people/apps/store.ts';
import { auditChange, byService } from '../../people/audit/audit-change.ts';
import { giveTestAddress } from '../addresses/test-address/give-test-address.ts';
import { insertAppCryptocurrency } from '../app-cryptocurrencies/store.ts';
import { acceptanceTerms } from '../app-cryptocurrencies/view.ts';

const usualTerms = { confirmations: null, minTotal: null, maxTotal: null, acceptUnconfirmedUpTo: null };

/** Adds the coins of the test network and an address. Does nothing for a production app, or if the network is off. */
export async function giveTestNetwork(trx: Queryable, instance: Instance, app: App): Promise<void> {
  const network = instance.catalog.networks.find(({ hasTestChain }) => hasTestChain);
  if (network === undefined || app.environment !== 'development') return;
  await giveTestAddress(trx, instance, app, network);
  const now = instance.clock.now();
  for (const asset of instance.catalog.assets.filter((one) => one.network === network)) {
    const id = instance.newId();
    const accepted = { id, appId: app.id, assetId: asset.id, ...usualTerms, createdAt: now, updatedAt: now };
    await insertAppCryptocurrency(trx, accepted);
    const after = acceptanceTerms(instance, accepted);
    const subject = { of: { appId: app.id }, subjectId: id, before: null, after };
    await auditChange(trx, instance, byService, { ...subject, action: 'app_cryptocurrency.added' });
  }
}
