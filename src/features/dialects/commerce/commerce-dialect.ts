// Coinbase Commerce: charges, checkouts and events. A charge is an invoice of the app.
import type { Dialect } from '../../../io/http/dialects/dialect.ts';
import type { Instance } from '../../instance.ts';
import type { DialectParts } from '../doors/dialect-parts.ts';
import { callerOfTokenDoor } from '../doors/token-door.ts';
import { readShopJson } from '../shop-invoices/shop-json.ts';
import { chargeRoutes } from './charges/charge-routes.ts';
import { checkoutRoutes } from './checkout-routes.ts';
import { problemMessage } from './commerce-wire.ts';
import { eventRoutes } from './events/event-routes.ts';

export function commerceDialect(instance: Instance, parts: DialectParts): Dialect {
  return {
    name: 'commerce',
    prefix: '/commerce',
    readBody: readShopJson,
    authenticate: ({ headers, address }) => {
      const { 'x-cc-api-key': key = null } = headers;
      return callerOfTokenDoor(instance, parts, {
        kind: 'commerce',
        token: typeof key === 'string' ? key : null,
        address,
      });
    },
    showProblem: problemMessage,
    routes: [...chargeRoutes(instance), ...checkoutRoutes(instance), ...eventRoutes(instance)],
  };
}
