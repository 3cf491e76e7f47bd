// Finds the effects of a change: by the state before and after it, whichever operation makes it.
import type { Effect } from './effect.ts';
import type { Change, Rule } from './rules.ts';
import { type ThingName, things } from './writable-fields.ts';

export interface FieldEffect {
  /** The field, as the API names it. */
  readonly field: string;
  readonly effect: Effect;
}

/** The facts that the rules of one kind of thing read. */
export type FactsOf<Name extends ThingName> =
  UnionToIntersection<FactsIn<(typeof things)[Name]>> extends infer Facts ? Facts : never;

type FactsIn<Table> = { [Field in keyof Table]: Table[Field] extends Rule<infer Thing> ? Thing : never }[keyof Table];
type UnionToIntersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  one: infer Both,
) => void
  ? Both
  : never;

/**
 * `before` is null for a thing that is new, and `after` for one that goes away. A thing that was
 * deleted under the same name counts as `before`: to delete and to create again is one change.
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

/** Whether every change of this kind has an effect, whatever the values are. */
export function isCertain(name: ThingName, change: Change): boolean {
  const rules: readonly Rule<never>[] = Object.values(things[name]);
  return rules.some(({ certain = [] }) => certain.includes(change));
}
