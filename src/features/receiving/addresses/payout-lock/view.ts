// Renders waiting changes of receiving addresses for the API.

import type { Static } from 'typebox';
import type { Queryable } from '../../../../io/db/database.ts';
import { nullable, time, uuid } from '../../../../io/http/schemas.ts';
import { Type } from '../../../../io/schema.ts';
import type { Instance } from '../../../instance.ts';
import type { SlugChange } from '../../../people/apps/slugs/slug-change-store.ts';
import { type AppAddress, listAddressesById } from '../store.ts';
import { shownValue } from '../view.ts';
import type { PayoutChange } from './payout-change-store.ts';

export const PayoutChangeView = Type.Object({
  id: uuid,
  app_id: uuid,
  address_id: nullable({ ...uuid, description: 'See GET /app-addresses. null for a slug.' }),
  network: nullable(Type.String({ description: 'The network of the address; null if it is not configured now.' })),
  kind: Type.Unsafe<string>({ type: 'string', enum: ['address', 'xpub', 'slug'] }),
  value: Type.String({
    description: 'The requested address, key or URL. It stays here after the change has ended.',
  }),
  label: nullable(Type.String()),
  slug: nullable(Type.String({ description: 'The slug that will lead to another app.' })),
  to_app_id: nullable({ ...uuid, description: 'The app that the slug will lead to.' }),
  change: Type.Unsafe<string>({ type: 'string', enum: ['added', 'enabled', 'confirmed', 'moved'] }),
  status: Type.Unsafe<string>({
    type: 'string',
    enum: ['waiting', 'effective', 'stopped', 'approved', 'withdrawn'],
    description: 'withdrawn: the address was changed again, or removed, before its time.',
  }),
  effective_at: { ...time, description: 'When customers are shown the address, unless it is stopped.' },
  requested_by: nullable(uuid),
  decided_at: nullable(time),
  created_at: time,
});

/** Renders these changes, each with its address. */
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
): Static<typeof PayoutChangeView> {
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
    slug: null,
    to_app_id: null,
    change: change.change as string,
    status: isOver ? 'effective' : (change.status as string),
    effective_at: change.effectiveAt.toISOString(),
    requested_by: change.requestedBy,
    decided_at: change.decidedAt?.toISOString() ?? null,
    created_at: change.createdAt.toISOString(),
  };
}

/** Renders a waiting change of a slug in the same shape. */
export function slugChangeView(
  { clock, publicUrl }: Pick<Instance, 'clock' | 'publicUrl'>,
  change: SlugChange,
): ReturnType<typeof payoutChangeView> {
  const isOver = change.status === 'waiting' && change.effectiveAt <= clock.now();
  const page = change.slugOf === 'app' ? 'counter' : 'link';
  return {
    id: change.id,
    app_id: change.appId,
    address_id: null,
    network: null,
    kind: 'slug',
    value: `${publicUrl}/${page}/${encodeURIComponent(change.slug)}`,
    label: null,
    slug: change.slug,
    to_app_id: change.toAppId,
    change: 'moved',
    status: isOver ? 'effective' : change.status,
    effective_at: change.effectiveAt.toISOString(),
    requested_by: change.requestedBy,
    decided_at: change.decidedAt?.toISOString() ?? null,
    created_at: change.createdAt.toISOString(),
  };
}
