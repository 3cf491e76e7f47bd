// EPay (易支付): orders by signed forms and links, and their states by the door's key.
import { Problem } from '../../../core/problem.ts';
import type { Dialect, DialectRoute } from '../../../io/http/dialects/dialect.ts';
import type { Instance } from '../../instance.ts';
import type { DialectParts } from '../doors/dialect-parts.ts';
import { type Fields, isSame, isSignedBy } from '../shop-orders/field-signature.ts';
import { doorsOfRequests, signingDoorByPid } from '../shop-orders/signing-door.ts';
import { answerQuery } from './answer-query.ts';
import { fieldsOf, formOf, problemMessage, problemPage } from './epay-wire.ts';
import { returnCustomer } from './return-customer.ts';
import { orderPage, submitOrder } from './submit-order.ts';

const writes = { appToken: true, pat: 'invoices:write' } as const;
const reads = { appToken: true, pat: 'invoices:read' } as const;

const pagePath = '/submit.php';

export function epayDialect(instance: Instance, { makeAttempt, callerOf }: DialectParts): Dialect {
  const doors = doorsOfRequests();
  const page: Served = {
    path: pagePath,
    access: writes,
    handle: (call) => orderPage(instance, doors.of(call), call),
    showProblem: problemPage,
  };
  const order: Served = {
    path: '/mapi.php',
    access: writes,
    handle: (call) => submitOrder(instance, makeAttempt, doors.of(call), call),
  };
  const query: Served = {
    path: '/api.php',
    access: reads,
    handle: (call) => answerQuery(instance, doors.of(call), call),
  };
  return {
    name: 'epay',
    prefix: '/epay',
    readBody: formOf,
    async authenticate(request) {
      // The return of a customer has no credential. It reads nothing that the link does not name.
      if (request.params.invoice !== undefined) return { kind: 'public' };
      const fields = fieldsOf(request);
      const door = await signingDoorByPid(instance, fields.pid ?? '');
      if (door === null || !isRight(door.key, fields))
        throw new Problem('invalid_token', { detail: wrongKeyOf(fields) });
      doors.keep(request, door);
      // A form of the shop comes from the customer's browser, whatever ranges the key is bound to.
      return callerOf({ id: door.id }, request.path.endsWith(pagePath) ? null : request.address);
    },
    showProblem: problemMessage,
    routes: [
      ...[page, order, query].flatMap(everyWay),
      {
        method: 'GET',
        path: '/return/:invoice',
        access: { public: true },
        handle: (call) => returnCustomer(instance, call),
      },
    ],
  };
}

type Served = Pick<DialectRoute, 'path' | 'access' | 'handle' | 'showProblem'>;

/**
 * Shops use GET or POST for each of them, as PHP serves both. Some join an address that ends in a slash with a path
 * that begins with one.
 */
function everyWay(served: Served): DialectRoute[] {
  const paths = [served.path, `/${served.path}`];
  return paths.flatMap((path) => (['GET', 'POST'] as const).map((method) => ({ ...served, path, method })));
}

function wrongKeyOf({ sign_type: type = '' }: Fields): string {
  if (type !== '' && type.toUpperCase() !== 'MD5') return 'The sign_type must be MD5.';
  return 'The pid, the key or the signature is wrong.';
}

/** Queries (`act`) name the key itself, or are signed. Everything else is signed. */
function isRight(key: string, fields: Fields): boolean {
  if (fields.act !== undefined && fields.key !== undefined) return isSame(fields.key, key);
  return isSignedBy(key, fields, fields.sign ?? '');
}
