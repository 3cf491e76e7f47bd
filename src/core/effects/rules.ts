// The rules by which a field's change has an effect. Each is a function of the thing before and after the change.
import type { Effect } from './effect.ts';

/** The effect of a field's change; null: harmless. `before` is null for a new thing, `after` for one that goes away. */
export interface Rule<Thing> {
  (before: Thing | null, after: Thing | null): Effect | null;
  /** The effect that a change of this field can have; none for a harmless one. */
  readonly effect?: Effect;
  /** The kinds of change that have the effect whatever the values are. */
  readonly certain?: readonly Change[];
}

export type Change = 'created' | 'edited' | 'deleted';

export const harmless: Rule<unknown> = () => null;

/** Where the thing before and after the change fits. */
export function when<Thing>(
  isCostly: (before: Thing | null, after: Thing | null) => boolean,
  effect: Effect,
): Rule<Thing> {
  const rule: Rule<Thing> = (before, after) => (isCostly(before, after) ? effect : null);
  return Object.assign(rule, { effect });
}

/** Whenever the operation is called with it. */
export function always(effect: Effect): Rule<unknown> {
  return Object.assign(() => effect, { effect, certain: ['created', 'edited', 'deleted'] as const });
}

/** For a thing that exists before and after. */
export function edited<Thing>(isCostly: (before: Thing, after: Thing) => boolean, effect: Effect): Rule<Thing> {
  return when((before, after) => before !== null && after !== null && isCostly(before, after), effect);
}

/** The field has another value than before. */
export function changed<Name extends string>(name: Name, effect: Effect): Rule<Readonly<Record<Name, unknown>>> {
  return edited((before, after) => JSON.stringify(before[name]) !== JSON.stringify(after[name]), effect);
}

/** The field had a value, and has none or another one. */
export function givenUp<Name extends string>(name: Name, effect: Effect): Rule<Readonly<Record<Name, unknown>>> {
  return edited((before, after) => before[name] !== null && before[name] !== after[name], effect);
}

export function removed(effect: Effect): Rule<unknown> {
  return Object.assign(
    when((before, after) => before !== null && after === null, effect),
    { certain: ['deleted'] as const },
  );
}

/** A new thing has the effect, and so has an edit by this rule. */
export function createdOr<Thing>(effect: Effect, edit: Rule<Thing>): Rule<Thing> {
  const rule: Rule<Thing> = (before, after) =>
    before === null ? (after === null ? null : effect) : edit(before, after);
  return Object.assign(rule, { effect, certain: ['created'] as const });
}
