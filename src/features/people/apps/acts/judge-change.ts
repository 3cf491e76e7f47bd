// Checks a change of an app, or of something that belongs to it, by its effects: whether the caller may make it, and
// which mail the owners get.

import type { Caller, Origin } from '../../../../core/access.ts';
import { type Effect, effects, effectTerms } from '../../../../core/effects/effect.ts';
import { effectsOf, type FactsOf, type FieldEffect } from '../../../../core/effects/effects-of.ts';
import { requireEffects } from '../../../../core/effects/require-effects.ts';
import type { ThingName } from '../../../../core/effects/writable-fields.ts';
import { nameInBody } from '../../../../core/mail/name-in-mail.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import type { Instance } from '../../../instance.ts';
import type { App } from '../store.ts';
import { notifyOwners } from './notify-owners.ts';

export interface JudgedChange<Name extends ThingName> {
  readonly thing: Name;
  readonly app: App;
  readonly subjectId: string;
  readonly before: FactsOf<Name> | null;
  readonly after: FactsOf<Name> | null;
  /** The app that loses the slug. The caller also needs the right to redirect its customers. */
  readonly from?: App | null;
}

/** Call this in the commit of the change. Throws the same Problems as requireEffects, which roll the commit back. */
export async function judgeChange<Name extends ThingName>(
  trx: Queryable,
  instance: Instance,
  { caller, origin }: { readonly caller: Caller; readonly origin: Origin },
  { thing, app, subjectId, before, after, from = null }: JudgedChange<Name>,
): Promise<FieldEffect[]> {
  const found = effectsOf(thing, before, after);
  const now = instance.clock.now();
  requireEffects(found, caller, app, now);
  if (from !== null) requireEffects(found.filter(isElsewhere), caller, from, now);
  const mailed = found.filter(({ effect }) => isMailed(thing, effect));
  const gravest = effects.find((effect) => mailed.some((one) => one.effect === effect));
  const subject = gravest === undefined ? null : effectTerms[gravest].subject;
  if (subject !== null)
    await notifyOwners(trx, instance, app.id, { subjectId, subject, says: sentenceAbout(thing, app, mailed), origin });
  return found;
}

const isElsewhere = ({ effect }: FieldEffect) => effect === 'money_elsewhere';

/** Changes of a single order are not mailed. Addresses and webhooks have their own mails. */
function isMailed(thing: ThingName, effect: Effect): boolean {
  if (effectTerms[effect].subject === null || unmailed.has(thing)) return false;
  return thing !== 'webhook' || effect === 'shop_stops';
}

const unmailed: ReadonlySet<ThingName> = new Set([
  ...(['invoice', 'settlement', 'app_address', 'payout_approval', 'webhook_secret'] as const),
]);

const names: Readonly<Partial<Record<ThingName, string>>> = {
  payment_link: 'a payment link',
  app: 'the app itself',
  app_settings: 'the settings',
  app_cryptocurrency: 'an accepted cryptocurrency',
  webhook: 'a webhook',
};

function sentenceAbout(thing: ThingName, app: App, found: readonly FieldEffect[]): string {
  const fields = found.map(({ field }) => field.replaceAll('_', ' ')).join(', ');
  return `In the app ${nameInBody(app.name)}, ${names[thing] ?? 'something'} changed (${fields}).`;
}
