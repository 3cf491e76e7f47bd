// Compares every receiving address with the audit log's word for it: what nobody is recorded to have entered stops
// quotes.
import type { Instance } from '../../../instance.ts';
import { stopQuotes } from '../../tamper-alarms/stop-quotes.ts';
import { listAllOf } from '../store.ts';
import { appAddressView } from '../view.ts';
import { enteredValues, listAppsWithAddresses } from './entered-store.ts';

export interface StrangeAddress {
  readonly appId: string;
  readonly addressId: string;
}

/**
 * Those that carry no MAC of ours, and those that the audit log knows no entry of. The quotes of their apps are
 * stopped.
 */
export async function compareAddresses(instance: Instance): Promise<StrangeAddress[]> {
  const strange: StrangeAddress[] = [];
  for (const appId of await listAppsWithAddresses(instance.db)) {
    const addresses = await listAllOf(instance.db, appId);
    const ids = addresses.map(({ id }) => id);
    const entered = await enteredValues(instance.db, ids);
    for (const address of addresses) {
      const shown = appAddressView(instance, address);
      const isKnown = entered.get(address.id) === `${shown.network.symbol} ${shown.value}`;
      if (isKnown && !shown.tampered) continue;
      strange.push({ appId, addressId: address.id });
      await stopQuotes(instance, { appId, subjectType: 'address', subjectId: address.id });
    }
  }
  return strange;
}
