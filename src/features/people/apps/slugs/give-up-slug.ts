// Records the owner of a slug when a payment link or an app stops using it.
import type { Price } from '../../../../core/effects/price.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import type { Instance } from '../../../instance.ts';
import { slugHash } from '../../../known/row-seals/name-gap.ts';
import { recordGivenUp } from '../../../known/row-seals/name-gap-store.ts';
import type { App } from '../store.ts';
import { keepFormerSlug, type SlugOf } from './former-slug-store.ts';

export interface GivenUpSlug {
  readonly slugOf: SlugOf;
  readonly slug: string;
  readonly app: Pick<App, 'id' | 'ownerId'>;
  /** The payment link or the app. While it exists, the former slug redirects to its current one. */
  readonly targetId: string;
  /** Null for an app. */
  readonly price: Price | null;
}

export async function giveUpSlug(
  trx: Queryable,
  instance: Pick<Instance, 'seals' | 'clock' | 'newId'>,
  { slugOf, slug, app, targetId, price }: GivenUpSlug,
): Promise<void> {
  const given = { slugOf, slug, ownerId: app.ownerId, appId: app.id, targetId };
  const { total, currency } = price ?? { total: null, currency: null };
  const at = { id: instance.newId(), endedAt: instance.clock.now() };
  await keepFormerSlug(trx, instance.seals, { ...given, ...at, total, currency });
  await recordGivenUp(trx, slugHash(slugOf, slug));
}
