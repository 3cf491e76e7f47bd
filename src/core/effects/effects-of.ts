// Finds the effects of a change from the state before and after it, regardless of the operation.
import type { Effect } from './effect.ts';
import type { Change, Rule } from './rules.ts';
import { type ThingName, things } from './writable-fields.ts';

export interface FieldEffect {
  /** The name of the field in the API. */
  readonly field: string;
  readonly effect: Effect;
}

/** The facts that the rules for one kind of object read. */
export type FactsOf<Name extends ThingName> =
  UnionToIntersection<FactsIn<(typeof things)[Name]>> extends infer Facts ? Facts : never;

type FactsIn<Table> = { [Field in keyof Table]: Table[Field] extends Rule<infer Thing> ? Thing : never }[keyof Table];
type UnionToIntersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  one: infer Both,
) => void
  ? Both
  : never;

/**
 * `before` is null for a new object, and `after` for a deleted one. If an object with the same name was deleted
 * earlier, it counts as `before`: deleting and creating again is one change.
 */
export function effectsOf<Name extends ThingName>(
  name: Name,
  before: FactsOf<Name> | null,
  after: FactsOf<Name> | null,
): FieldEffect[] {
  const table: Readonly<Record<string, Rule<never>>> = things[name];
  return Object.entries(table).flatMap(([field, rule]) => {
    const effect = rule(before as never, after as never);
    return effect === null ? [] : [{ field, effect }];
  });
}

/** Whether every change of this kind has an effect, regardless of the values. */
export function isCertain(name: ThingName, change: Change): boolean {
  const rules: readonly Rule<never>[] = Object.values(things[name]);
  return rules.some(({ certain = [] }) => certain.includes(change));
}
