// Checks for every change whether the caller may cause its effects.
import type { Members } from '../access/team.ts';
import { admit, type Caller, requireAddressRange, requireRole } from '../access.ts';
import type { AppSettings } from '../app-settings.ts';
import { Problem } from '../problem.ts';
import { type Effect, effectTerms } from './effect.ts';
import type { FieldEffect } from './effects-of.ts';

interface AppFacts {
  readonly id: string;
  readonly members: Members;
  readonly environment: string;
  readonly settings: Pick<AppSettings, 'appTokenMay'>;
}

/**
 * Throws Problem role_required for a member, reauthentication_required for a browser, insufficient_scope or
 * address_range_required for a token, and forbidden for an app's token whose app does not allow it the effect. A door
 * needs its scope only.
 */
export function requireEffects(found: readonly FieldEffect[], caller: Caller, app: AppFacts, now: Date): void {
  for (const effect of new Set(found.map((one) => one.effect))) requireEffect(effect, caller, app, now);
}

function requireEffect(effect: Effect, caller: Caller, app: AppFacts, now: Date): void {
  requireRight(effect, caller, app, now);
  requireProof(caller, now);
}

/**
 * Requires the right to an effect, for a change that does not have the effect. Throws the same Problems as
 * requireEffects, but a browser session needs no recent proof of its person.
 */
export function requireRight(effect: Effect, caller: Caller, app: AppFacts, now: Date): void {
  const { scope, permission, appToken, addressRange } = effectTerms[effect];
  if (caller.kind === 'app_token') {
    const isAllowed = appToken === null || app.settings.appTokenMay.includes(appToken);
    if (!isAllowed && caller.scoped?.isDoor !== true)
      throw new Problem('forbidden', {
        detail: [
          `The app token needs "${appToken}" in the setting app_token_may.`,
          `A personal access token needs the scope ${scope}.`,
        ].join(' '),
      });
    // The main token has neither scopes nor a role.
    if (caller.scoped === undefined) return;
  }
  if (permission !== null) requireRole(caller, app, permission);
  if (caller.kind === 'cookie') return;
  if (scope !== null) admit({ pat: scope, appToken: true, oauth2: scope }, caller, now);
  if (addressRange) requireAddressRange(caller, app);
}

/** Throws Problem reauthentication_required for a browser session without a recent proof of its person. */
export function requireProof(caller: Caller, now: Date): void {
  if (caller.kind !== 'cookie') return;
  admit({ cookie: true, recentProof: true }, caller, now);
  if (caller.noted !== undefined) caller.noted.hadProof = true;
}
