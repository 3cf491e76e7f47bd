// Gives a development app an address on the test network, so that it can be paid there at once.
import { testAddress } from '../../../../io/chains/test-chain/test-addresses.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import type { Instance } from '../../../instance.ts';
import type { Network } from '../../../known/catalog/catalog.ts';
import { type App, lockApp } from '../../../people/apps/store.ts';
import { auditChange, byService } from '../../../people/audit/audit-change.ts';
import { ownAddresses, upsertWallet } from '../ownership/owner-store.ts';
import { type AppAddress, insertAppAddress, listAllOf, watchAddress } from '../store.ts';
import { appAddressView } from '../view.ts';

/** The label of a given address, as merchants see it. */
const label = 'Test network';

/**
 * Adds an address without a key, unless the app has one on this network already. Owners get no mail, because nothing of
 * value can be paid there. The app stays locked until the commit.
 */
export async function giveTestAddress(
  trx: Queryable,
  instance: Instance,
  app: Pick<App, 'id' | 'ownerId'>,
  network: Network,
): Promise<void> {
  await lockApp(trx, app.id);
  if ((await listAllOf(trx, app.id)).some(({ networkId }) => networkId === network.id)) return;
  const now = instance.clock.now();
  const address = testAddress(instance.newSecretId());
  const made = { id: instance.newId(), ownerId: app.ownerId, family: network.family, createdAt: now };
  const wallet = await upsertWallet(trx, { ...made, kind: 'address', value: address, identity: address });
  await ownAddresses(trx, wallet.id, [address]);
  const added = {
    id: instance.newId(),
    appId: app.id,
    networkId: network.id,
    walletId: wallet.id,
    kind: wallet.kind,
    value: wallet.value,
    label,
    nextIndex: wallet.nextIndex,
    usedIndex: wallet.usedIndex,
    enabled: true,
    effectiveAt: null,
    provedAt: wallet.provedAt,
    blockedAssets: [],
    findings: [],
    confirmedFindings: [],
    createdAt: now,
    updatedAt: now,
  };
  const given: AppAddress = { ...added, mac: instance.seals.sign('app_address', added) };
  await insertAppAddress(trx, given);
  await watchAddress(trx, { networkId: network.id, address, walletId: wallet.id, appId: app.id });
  await auditChange(trx, instance, byService, {
    of: { appId: app.id },
    action: 'address.added',
    subjectId: given.id,
    before: null,
    after: appAddressView(instance, given),
  });
}
