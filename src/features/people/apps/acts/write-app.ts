// Updates an app and its slug, and checks the change by its effects.
import type { Caller, Origin } from '../../../../core/access.ts';
import type { Warning } from '../../../../core/order/caption.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import { isUniqueViolation } from '../../../../io/db/sql-fault.ts';
import type { Instance } from '../../../instance.ts';
import { deleteFormerSlug } from '../slugs/former-slug-store.ts';
import { giveUpSlug } from '../slugs/give-up-slug.ts';
import { holdSlug } from '../slugs/hold-slug.ts';
import { lookUpSlug, sameSlug, slugFacts, taken, type WantedSlug } from '../slugs/look-up-slug.ts';
import { recordLostSlug } from '../slugs/record-lost-slug.ts';
import { type App, type AppToken, releaseSlug, updateApp } from '../store.ts';
import { judgeChange } from './judge-change.ts';

export interface AppChange {
  readonly before: App;
  readonly asked: App;
  readonly newToken: AppToken | null;
  /** Whether the same request created the app. */
  readonly isNew?: boolean;
}

export interface WrittenApp {
  /** The app as written. It keeps its former slug while the new one waits. */
  readonly app: App;
  /** States that the slug waits before it leads to the app. */
  readonly warnings: readonly Warning[];
}

/**
 * Returns the app after the change. Throws a Problem that names `slug` if the slug is taken, and the same Problems as
 * requireEffects.
 */
export async function writeApp(
  trx: Queryable,
  instance: Instance,
  by: { readonly caller: Caller; readonly origin: Origin },
  { before, asked, newToken, isNew = false }: AppChange,
): Promise<WrittenApp> {
  const { slug } = asked;
  const wanted = slug === null || slug === before.slug ? null : wantedSlug(asked, slug, isNew);
  const found = wanted && (await lookUpSlug(trx, instance, by.caller, wanted));
  const lead = wanted !== null && found !== null ? slugFacts(found, wanted) : sameSlug;
  const facts = { ...asked, ...lead, token: newToken !== null };
  const from = found?.from ?? null;
  const judged = { thing: 'app', app: before, subjectId: before.id, after: facts, from } as const;
  await judgeChange(trx, instance, by, { ...judged, before: { ...before, ...sameSlug, token: false } });
  const waits = wanted !== null && found !== null && (await holdSlug(trx, instance, by, { from, wanted }));
  const written = waits ? { ...asked, slug: before.slug } : asked;
  if (wanted !== null && !waits) {
    await recordLostSlug(trx, instance, by, { from, wanted });
    if (found?.holder) await releaseSlug(trx, found.holder.targetId, asked.updatedAt);
    await deleteFormerSlug(trx, 'app', wanted.slug);
  }
  if (before.slug !== null && written.slug !== before.slug) await giveUpAppSlug(trx, instance, before, before.slug);
  try {
    await updateApp(trx, written, newToken);
  } catch (error) {
    throw isUniqueViolation(error, 'apps_slug_key') ? taken('app') : error;
  }
  return { app: written, warnings: waits ? [{ field: 'slug', code: 'waiting' }] : [] };
}

export async function giveUpAppSlug(trx: Queryable, instance: Instance, app: App, slug: string): Promise<void> {
  await giveUpSlug(trx, instance, { slugOf: 'app', slug, app, targetId: app.id, price: null });
}

function wantedSlug(app: App, slug: string, isNew: boolean): WantedSlug {
  return { slugOf: 'app', slug, app, targetId: app.id, isNew };
}
