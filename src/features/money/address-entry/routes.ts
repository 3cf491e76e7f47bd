// The operation by which an app enters an address.
import type { Operation } from '../../../io/http/operation.ts';
import type { Instance } from '../../instance.ts';
import { createAppAddress } from './create-app-address.ts';

export function addressEntryRoutes(instance: Instance): Operation[] {
  return [createAppAddress(instance)];
}
