// BTCPay Greenfield: the part of its API that shop plugins call. A store is an app.
import type { Dialect } from '../../../io/http/dialects/dialect.ts';
import type { Instance } from '../../instance.ts';
import type { DialectParts } from '../doors/dialect-parts.ts';
import { callerOfTokenDoor } from '../doors/token-door.ts';
import { readShopJson } from '../shop-invoices/shop-json.ts';
import { problemMessage } from './greenfield-wire.ts';
import { invoiceRoutes } from './invoices/invoice-routes.ts';
import { refundRoutes } from './refunds/refund-routes.ts';
import { sentToken } from './stores/sent-token.ts';
import { storeRoutes } from './stores/store-routes.ts';
import { webhookRoutes } from './webhooks/webhook-routes.ts';

export function greenfieldDialect(instance: Instance, parts: DialectParts): Dialect {
  return {
    name: 'greenfield',
    prefix: '/api/v1',
    readBody: readShopJson,
    async authenticate({ headers, address }) {
      // A pull payment can be read without a token.
      if (headers.authorization === undefined) return { kind: 'public' };
      return callerOfTokenDoor(instance, parts, { kind: 'greenfield', token: sentToken(headers), address });
    },
    showProblem: problemMessage,
    routes: [
      ...storeRoutes(instance),
      ...invoiceRoutes(instance, parts),
      ...webhookRoutes(instance),
      ...refundRoutes(instance),
    ],
  };
}
