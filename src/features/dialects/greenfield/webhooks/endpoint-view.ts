// Endpoints and deliveries as Greenfield shows them.

import type { Delivery } from '../../../events/webhooks/delivery-log/delivery-store.ts';
import type { Webhook } from '../../../events/webhooks/store.ts';
import { secondsOf } from '../greenfield-wire.ts';

export function endpointView({ id, url, enabled, shopEvents }: Webhook) {
  return {
    id,
    enabled,
    automaticRedelivery: true,
    url,
    authorizedEvents: { everything: shopEvents === null, specificEvents: shopEvents ?? [] },
  };
}

/** Whether anything is known of an attempt. Greenfield has no word for a delivery before that. */
export function wasAttempted({ attempts, responseStatus, error }: Delivery): boolean {
  return attempts > 0 || responseStatus !== null || error !== null;
}

/** The last attempt. `id`: as the shop named the delivery. */
export function attemptView(id: string, { updatedAt, responseStatus: status, error }: Delivery) {
  return {
    id,
    timestamp: secondsOf(updatedAt),
    httpCode: status,
    ...(error === null ? {} : { errorMessage: error }),
    status: status === null ? 'Failed' : status >= 200 && status <= 299 ? 'HttpSuccess' : 'HttpError',
  };
}
