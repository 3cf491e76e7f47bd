// Rules that give the effect of a field's change. Each is a function of the object before and after the change.
import type { Effect } from './effect.ts';

/**
 * The effect of a field's change; null if it is harmless. `before` is null for a new object, `after` for a deleted one.
 */
export interface Rule<Thing> {
  (before: Thing | null, after: Thing | null): Effect | null;
  /** The effect that a change of this field can have; absent for a harmless field. */
  readonly effect?: Effect;
  /** The kinds of change that have the effect regardless of the values. */
  readonly certain?: readonly Change[];
}

export type Change = 'created' | 'edited' | 'deleted';

export const harmless: Rule<unknown> = () => null;

/** The effect applies if `isCostly` is true for the object before and after the change. */
export function when<Thing>(
  isCostly: (before: Thing | null, after: Thing | null) => boolean,
  effect: Effect,
): Rule<Thing> {
  const rule: Rule<Thing> = (before, after) => (isCostly(before, after) ? effect : null);
  return Object.assign(rule, { effect });
}

/** The effect applies whenever the operation is called. */
export function always(effect: Effect): Rule<unknown> {
  return Object.assign(() => effect, { effect, certain: ['created', 'edited', 'deleted'] as const });
}

/** The effect applies only to an object that exists before and after. */
export function edited<Thing>(isCostly: (before: Thing, after: Thing) => boolean, effect: Effect): Rule<Thing> {
  return when((before, after) => before !== null && after !== null && isCostly(before, after), effect);
}

/** The effect applies if the field has a new value. */
export function changed<Name extends string>(name: Name, effect: Effect): Rule<Readonly<Record<Name, unknown>>> {
  return edited((before, after) => JSON.stringify(before[name]) !== JSON.stringify(after[name]), effect);
}

/** The effect applies if the field had a value and lost or changed it. */
export function givenUp<Name extends string>(name: Name, effect: Effect): Rule<Readonly<Record<Name, unknown>>> {
  return edited((before, after) => before[name] !== null && before[name] !== after[name], effect);
}

export function removed(effect: Effect): Rule<unknown> {
  return Object.assign(
    when((before, after) => before !== null && after === null, effect),
    { certain: ['deleted'] as const },
  );
}

/** The effect applies to a new object, and to an edit for which this rule holds. */
export function createdOr<Thing>(effect: Effect, edit: Rule<Thing>): Rule<Thing> {
  const rule: Rule<Thing> = (before, after) =>
    before === null ? (after === null ? null : effect) : edit(before, after);
  return Object.assign(rule, { effect, certain: ['created'] as const });
}
