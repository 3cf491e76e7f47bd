// Changes of receiving addresses that wait, as the API shows them.

import type { Queryable } from '../../../io/db/database.ts';
import { nullable, time, uuid } from '../../../io/http/schemas.ts';
import { Type } from '../../../io/schema.ts';
import type { Instance } from '../../instance.ts';
import { type AppAddress, listAddressesById } from '../store.ts';
import { shownValue } from '../view.ts';
import type { PayoutChange } from './payout-change-store.ts';

export const PayoutChangeView = Type.Object({
  id: uuid,
  app_id: uuid,
  address_id: { ...uuid, description: 'See GET /app-addresses.' },
  network: nullable(Type.String({ description: 'On which the address is used; null where it is not configured now.' })),
  kind: Type.Unsafe<string>({ type: 'string', enum: ['address', 'xpub'] }),
  value: Type.String({
    description: 'The address or key that was asked for. It stays here after the change has ended.',
  }),
  label: nullable(Type.String()),
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

/** For these changes: each with the address that it is about. */
export async function payoutChangeViews(
  instance: Pick<Instance, 'catalog' | 'clock'>,
  db: Queryable,
  changes: readonly PayoutChange[],
): Promise<(change: PayoutChange) => ReturnType<typeof payoutChangeView>> {
  const ids = changes.map(({ addressId }) => addressId);
  const addresses = await listAddressesById(db, ids);
  return (change) => payoutChangeView(instance, change, addresses.get(change.addressId));
}

function payoutChangeView(
  { catalog, clock }: Pick<Instance, 'catalog' | 'clock'>,
  change: PayoutChange,
  address: AppAddress | undefined,
) {
  if (address === undefined) throw new Error(`the address ${change.addressId} of a payout change is gone`);
  const now = clock.now();
  const network = catalog.networkById(address.networkId);
  const isOver = change.status === 'waiting' && change.effectiveAt <= now;
  return {
    id: change.id,
    app_id: change.appId,
    address_id: change.addressId,
    network: network?.symbol ?? null,
    kind: address.kind as string,
    value: network === null ? address.value : shownValue(address, network),
    label: address.label,
    change: change.change as string,
    status: isOver ? 'effective' : (change.status as string),
    effective_at: change.effectiveAt.toISOString(),
    requested_by: change.requestedBy,
    decided_at: change.decidedAt?.toISOString() ?? null,
    created_at: change.createdAt.toISOString(),
  };
}
