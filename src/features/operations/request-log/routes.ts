// The operations of the request log.
import type { Operation } from '../../../io/http/operation.ts';
import type { Instance } from '../../instance.ts';
import { getRequest } from './get-request.ts';
import { listRequests } from './list-requests.ts';

/** `settle` writes the calls that this process has not written yet. */
export function requestLogRoutes(instance: Instance, settle: () => Promise<void>): Operation[] {
  return [listRequests(instance, settle), getRequest(instance, settle)];
}
