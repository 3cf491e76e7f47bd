// Epusdt: orders by signed JSON, each with an address and an amount.
import { Problem } from '../../../core/problem.ts';
import type { Dialect, DialectCall, DialectRequest, DialectRoute } from '../../../io/http/dialects/dialect.ts';
import { isUuid } from '../../../io/http/schemas.ts';
import type { Instance } from '../../instance.ts';
import type { DialectParts } from '../doors/dialect-parts.ts';
import { type Fields, isSignedBy } from '../shop-orders/field-signature.ts';
import { doorsOfRequests, signingDoor } from '../shop-orders/signing-door.ts';
import { checkStatus } from './check-status.ts';
import { createTransaction } from './create-transaction.ts';
import { problemMessage } from './epusdt-wire.ts';
import { printedFields, readMessage } from './read-message.ts';

/** The second path is that of its current documentation. */
const paths = ['/api/v1/order/create-transaction', '/payments/epusdt/v1/order/create-transaction'];

export function epusdtDialect(instance: Instance, { makeAttempt, callerOf }: DialectParts): Dialect {
  const doors = doorsOfRequests();
  const route = (path: string): DialectRoute => ({
    method: 'POST',
    path: `/:door${path}`,
    access: { appToken: true, pat: 'invoices:write' },
    handle: (call: DialectCall) => createTransaction(instance, makeAttempt, doors.of(call), call),
  });
  return {
    name: 'epusdt',
    prefix: '/epusdt',
    readBody: readMessage,
    async authenticate(request) {
      const { params, address } = request;
      // The state of an order needs no credential. It shows nothing that the page of the order does not.
      if (params.trade !== undefined) return { kind: 'public' };
      const id = params.door ?? '';
      const door = isUuid(id) ? await signingDoor(instance, 'epusdt', id.toLowerCase()) : null;
      if (door === null || !isSigned(door.key, request))
        throw new Problem('invalid_token', { detail: 'The address of the door or the signature is wrong.' });
      doors.keep(request, door);
      return callerOf({ id: door.id }, address);
    },
    showProblem: problemMessage,
    routes: [
      ...paths.map(route),
      {
        method: 'GET',
        path: '/:door/pay/check-status/:trade',
        access: { public: true },
        handle: (call) => checkStatus(instance, call),
      },
    ],
  };
}

function isSigned(key: string, { body, text }: Pick<DialectRequest, 'body' | 'text'>): boolean {
  const fields = (body ?? {}) as Fields;
  const { signature = '' } = fields;
  if (isSignedBy(key, fields, signature)) return true;
  return text.trimStart().startsWith('{') && printedFields(text).some((printed) => isSignedBy(key, printed, signature));
}
