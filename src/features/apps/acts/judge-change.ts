// Judges a change of an app or of its things by the effects: whether the caller may make it, and which mail the owners
// are sent.

import type { Caller, Origin } from '../../../core/access.ts';
import { type Effect, effectTerms } from '../../../core/effects/effect.ts';
import { effectsOf, type FactsOf, type FieldEffect } from '../../../core/effects/effects-of.ts';
import { requireEffects } from '../../../core/effects/require-effects.ts';
import type { ThingName } from '../../../core/effects/things.ts';
import { nameInBody } from '../../../core/mail/name-in-mail.ts';
import type { Queryable } from '../../../io/db/database.ts';
import type { Instance } from '../../instance.ts';
import type { App } from '../store.ts';
import { notifyOwners } from './notify-owners.ts';

export interface JudgedChange<Name extends ThingName> {
  readonly thing: Name;
  readonly app: App;
  readonly subjectId: string;
  readonly before: FactsOf<Name> | null;
  readonly after: FactsOf<Name> | null;
}

/**
 * To be called in the commit of the change. Throws Problem as requireEffects does; nothing of the commit remains then.
 */
export async function judgeChange<Name extends ThingName>(
  trx: Queryable,
  instance: Instance,
  { caller, origin }: { readonly caller: Caller; readonly origin: Origin },
  { thing, app, subjectId, before, after }: JudgedChange<Name>,
): Promise<FieldEffect[]> {
  const found = effectsOf(thing, before, after);
  requireEffects(found, caller, app, instance.clock.now());
  const mailed = found.filter(({ effect }) => isMailed(thing, effect));
  const subject = mailed[0] === undefined ? null : effectTerms[mailed[0].effect].subject;
  if (subject !== null)
    await notifyOwners(trx, instance, app.id, { subjectId, subject, says: sentenceAbout(thing, app, mailed), origin });
  return found;
}

/** Changes of a single order are not mailed, and addresses and webhooks have mails of their own. */
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
