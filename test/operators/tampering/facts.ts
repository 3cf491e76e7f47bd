// Facts that a probe saw. A change of a fact means a denied service, a theft, or nothing.

/**
 * Allowed changes of a fact:
 * - same: none, except a refusal.
 * - some: a list may lose items, but gains or changes none.
 * - at_most: an amount that counts as paid may not grow.
 * - no_later: the end of a right may not move to a later time.
 * - thiefs: any, since the loss of a view of the thief's harms no one else.
 * - news: any, since the message does no harm.
 */
type Weight = 'same' | 'some' | 'at_most' | 'no_later' | 'thiefs' | 'news';

export interface Fact {
  readonly name: string;
  /** null if refused or missing. A list is JSON. */
  readonly value: string | null;
  readonly weight: Weight;
}

export type Facts = ReadonlyMap<string, Fact>;

export function factsOf(facts: readonly Fact[]): Facts {
  return new Map(facts.map((fact) => [fact.name, fact]));
}

const weighing =
  (weight: Weight) =>
  (name: string, value: unknown): Fact => ({ name, value: textOf(value), weight });

export const same = weighing('same');
export const some = weighing('some');
export const atMost = weighing('at_most');
export const noLater = weighing('no_later');
export const thiefs = weighing('thiefs');
export const news = weighing('news');

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export interface Change {
  readonly kind: 'denied' | 'stolen';
  readonly says: string;
}

/** The differences between the usual facts and the present ones. Thefts come first. */
export function changesBetween(before: Facts, now: Facts): Change[] {
  const names = new Set([...before.keys(), ...now.keys()]);
  const changes = [...names].flatMap((name) => {
    const kind = judge(before.get(name), now.get(name));
    const [was, is] = [before, now].map((facts) => facts.get(name)?.value ?? 'none');
    return kind === null ? [] : [{ kind, says: `${name}: ${was} became ${is}` }];
  });
  return changes.sort((one, other) => other.kind.localeCompare(one.kind));
}

function judge(before: Fact | undefined, now: Fact | undefined): Change['kind'] | null {
  const weight = before?.weight ?? now?.weight;
  const [was, is] = [before?.value ?? null, now?.value ?? null];
  if (is === was) return null;
  if (is === null) return weight === 'thiefs' ? null : 'denied';
  if (weight === 'news') return null;
  if (was !== null && isLess(weight, was, is)) return weight === 'thiefs' ? null : 'denied';
  return 'stolen';
}

function isLess(weight: Weight | undefined, was: string, is: string): boolean {
  if (weight === 'at_most') return Number(is) < Number(was);
  if (weight === 'no_later') return is < was;
  if (weight === 'same' || !was.startsWith('[') || !is.startsWith('[')) return false;
  const [held, left] = [was, is].map((list) => (JSON.parse(list) as unknown[]).map((one) => JSON.stringify(one)));
  return left?.every((one) => held?.includes(one)) === true;
}
