// The operations on receiving addresses.
import type { Operation } from '../../../io/http/operation.ts';
import type { Instance } from '../../instance.ts';
import { deleteAppAddress } from './delete-app-address.ts';
import { approvePayoutChange } from './payout-lock/approve-payout-change.ts';
import { listPayoutChanges } from './payout-lock/list-payout-changes.ts';
import { stopPayoutChange } from './payout-lock/stop-payout-change.ts';
import { getAppAddress } from './reading/get-app-address.ts';
import { listAppAddresses } from './reading/list-app-addresses.ts';
import { recogniseAppAddress } from './reading/recognise-app-address.ts';
import { updateAppAddress } from './update-app-address.ts';

export function addressRoutes(instance: Instance): Operation[] {
  return [
    listAppAddresses(instance),
    getAppAddress(instance),
    recogniseAppAddress(instance),
    updateAppAddress(instance),
    deleteAppAddress(instance),
    listPayoutChanges(instance),
    stopPayoutChange(instance),
    approvePayoutChange(instance),
  ];
}
