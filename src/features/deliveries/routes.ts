// The operations on deliveries.
import type { Operation } from '../../io/http/operation.ts';
import type { Instance } from '../instance.ts';
import { listDeliveries } from './list-deliveries.ts';
import { redeliver } from './redeliver.ts';

export function deliveryRoutes(instance: Instance): Operation[] {
  return [listDeliveries(instance), redeliver(instance)];
}
