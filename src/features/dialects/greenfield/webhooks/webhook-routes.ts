// The routes of webhooks and their deliveries.
import type { DialectAnswer, DialectCall, DialectRoute } from '../../../../io/http/dialects/dialect.ts';
import type { Instance } from '../../../instance.ts';
import { getAttempt, getRequest, listAttempts, redeliver } from './serve-deliveries.ts';
import { createEndpoint, deleteEndpoint, getEndpoint, listEndpoints, updateEndpoint } from './serve-endpoints.ts';

const writes = { appToken: true, pat: 'webhooks:write' } as const;
/** A door has no scope of its own for reading. */
const reads = { appToken: true, pat: 'webhooks:read', orScope: 'webhooks:write' } as const;

type Serve = (instance: Instance, call: DialectCall) => Promise<DialectAnswer>;

export function webhookRoutes(instance: Instance): DialectRoute[] {
  const all = '/stores/:store/webhooks';
  const one = `${all}/:webhook`;
  const delivery = `${one}/deliveries/:delivery`;
  const get = (path: string, serve: Serve): DialectRoute => ({
    ...{ method: 'GET', path, access: reads },
    handle: (call) => serve(instance, call),
  });
  const write = (method: DialectRoute['method'], path: string, serve: Serve): DialectRoute => ({
    ...{ method, path, access: writes },
    handle: (call) => serve(instance, call),
  });
  return [
    get(all, listEndpoints),
    write('POST', all, createEndpoint),
    get(one, getEndpoint),
    write('PUT', one, updateEndpoint),
    write('DELETE', one, deleteEndpoint),
    get(`${one}/deliveries`, listAttempts),
    get(delivery, getAttempt),
    get(`${delivery}/request`, getRequest),
    write('POST', `${delivery}/redeliver`, redeliver),
  ];
}
