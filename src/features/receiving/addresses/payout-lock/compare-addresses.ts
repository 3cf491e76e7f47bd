// Compares every receiving address with the audit log. An address without a matching entry stops the quotes of its app.
import type { Instance } from '../../../instance.ts';
import { stopQuotes } from '../../tamper-alarms/stop-quotes.ts';
import { listAllOf } from '../store.ts';
import { appAddressView } from '../view.ts';
import { enteredValues, listAppsWithAddresses } from './entered-store.ts';

export interface UnknownAddress {
  readonly appId: string;
  readonly addressId: string;
}

/**
 * Returns the addresses without a valid MAC or without a matching entry in the audit log. Stops the quotes of their
 * apps.
 */
export async function compareAddresses(instance: Instance): Promise<UnknownAddress[]> {
  const found: UnknownAddress[] = [];
  for (const appId of await listAppsWithAddresses(instance.db)) {
    const addresses = await listAllOf(instance.db, appId);
    const ids = addresses.map(({ id }) => id);
    const entered = await enteredValues(instance.db, ids);
    for (const address of addresses) {
      const shown = appAddressView(instance, address);
      const isKnown = entered.get(address.id) === `${shown.network.symbol} ${shown.value}`;
      if (isKnown && !shown.tampered) continue;
      found.push({ appId, addressId: address.id });
      await stopQuotes(instance, { appId, subjectType: 'address', subjectId: address.id });
    }
  }
  return found;
}
