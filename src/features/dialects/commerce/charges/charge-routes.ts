// The routes of charges. A path names a charge by its id or its code.
import type { DialectRoute } from '../../../../io/http/dialects/dialect.ts';
import type { Instance } from '../../../instance.ts';
import { answered } from '../commerce-wire.ts';
import { createCharge } from './create-charge.ts';
import { cancelCharge, resolveCharge } from './end-charge.ts';
import { listCharges } from './list-charges.ts';
import { ownCharge } from './own-charge.ts';
import { readCharge } from './read-charges.ts';

const reads = { appToken: true, pat: 'invoices:read' } as const;
const writes = { appToken: true, pat: 'invoices:write' } as const;
/** As the operations of the API. */
const cancels = { ...writes, permission: 'cancel' } as const;
const settles = { appToken: true, pat: 'invoices:settle' } as const;

export function chargeRoutes(instance: Instance): DialectRoute[] {
  return [
    { method: 'POST', path: '/charges', access: writes, handle: (call) => createCharge(instance, call) },
    { method: 'GET', path: '/charges', access: reads, handle: (call) => listCharges(instance, call) },
    {
      method: 'GET',
      path: '/charges/:id',
      access: reads,
      handle: async (call) => answered(await readCharge(instance, await ownCharge(instance.db, call))),
    },
    { method: 'POST', path: '/charges/:id/cancel', access: cancels, handle: (call) => cancelCharge(instance, call) },
    { method: 'POST', path: '/charges/:id/resolve', access: settles, handle: (call) => resolveCharge(instance, call) },
  ];
}
