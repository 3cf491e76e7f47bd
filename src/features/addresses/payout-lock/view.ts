// Changes of receiving addresses that wait, as the API shows them.

import { nullable, time, uuid } from '../../../io/http/schemas.ts';
import { Type } from '../../../io/schema.ts';
import type { PayoutChange } from './payout-change-store.ts';

export const PayoutChangeView = Type.Object({
  id: uuid,
  app_id: uuid,
  address_id: { ...uuid, description: 'See GET /app-addresses.' },
  change: Type.Unsafe<string>({ type: 'string', enum: ['added', 'enabled', 'confirmed'] }),
  status: Type.Unsafe<string>({
    type: 'string',
    enum: ['waiting', 'effective', 'stopped', 'approved', 'withdrawn'],
    description: 'withdrawn: the address was changed again, or removed, before its time.',
  }),
  effective_at: { ...time, description: 'When customers are shown the address, unless somebody stops it.' },
  requested_by: nullable(uuid),
  decided_at: nullable(time),
  created_at: time,
});

export function payoutChangeView(change: PayoutChange, now: Date) {
  const isOver = change.status === 'waiting' && change.effectiveAt <= now;
  return {
    id: change.id,
    app_id: change.appId,
    address_id: change.addressId,
    change: change.change as string,
    status: isOver ? 'effective' : (change.status as string),
    effective_at: change.effectiveAt.toISOString(),
    requested_by: change.requestedBy,
    decided_at: change.decidedAt?.toISOString() ?? null,
    created_at: change.createdAt.toISOString(),
  };
}
