// The routes of stores, of the API key and of the server.

import type { DialectRoute } from '../../../../io/http/dialects/dialect.ts';
import { ownVersion } from '../../../../io/process/own-version.ts';
import type { Instance } from '../../../instance.ts';
import { listAccepted } from '../../../money/invoices/offer-store.ts';
import { answered } from '../greenfield-wire.ts';
import { paymentMethodId } from '../payment-methods/payment-method-id.ts';
import { keyView } from './key-view.ts';
import { appOf, doorOf } from './store-of-call.ts';
import { storeView } from './store-view.ts';

/** The level of the Greenfield API that this dialect follows. Plugins refuse anything below 1.7.6. */
const apiLevel = '2.0.0';

const reads = { appToken: true, pat: 'invoices:read' } as const;

export function storeRoutes(instance: Instance): DialectRoute[] {
  return [
    {
      method: 'GET',
      path: '/api-keys/current',
      access: reads,
      handle: async (call) => answered(keyView(await doorOf(instance, call), call.headers)),
    },
    {
      method: 'GET',
      path: '/server/info',
      access: reads,
      handle: async (call) => {
        const methods = await acceptedMethods(instance, call.caller.kind === 'app_token' ? call.caller.appId : '');
        // A network that is not followed is not offered, so everything that is offered is synchronized.
        const sync = { fullySynched: true, syncStatus: [] };
        const product = { product: 'Quittance', productVersion: await ownVersion() };
        return answered({ version: apiLevel, onion: null, supportedPaymentMethods: methods, ...sync, ...product });
      },
    },
    {
      method: 'GET',
      path: '/stores',
      access: reads,
      handle: async (call) => answered([await ownStore(instance, call)]),
    },
    {
      method: 'GET',
      path: '/stores/:store',
      access: reads,
      handle: async (call) => answered(await ownStore(instance, call)),
    },
    {
      method: 'GET',
      path: '/stores/:store/payment-methods',
      access: reads,
      handle: async (call) => {
        const { id } = await appOf(instance, call);
        const methods = await acceptedMethods(instance, id);
        return answered(methods.map((paymentMethodId) => ({ paymentMethodId, enabled: true, config: null })));
      },
    },
  ];
}

async function ownStore(instance: Instance, call: Parameters<DialectRoute['handle']>[0]) {
  const [app, door] = await Promise.all([appOf(instance, call), doorOf(instance, call)]);
  return storeView(app, door.currency);
}

async function acceptedMethods({ db, catalog, clock }: Instance, appId: string): Promise<string[]> {
  const accepted = await listAccepted(db, appId, clock.now());
  return accepted.flatMap(({ assetId }) => {
    const asset = catalog.assetById(assetId);
    return asset === null || asset.stopped !== null ? [] : [paymentMethodId(asset)];
  });
}
