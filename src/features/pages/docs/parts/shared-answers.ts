// What several operations answer alike stands once in the API document, under components, and is referred to.

type Described = Readonly<Record<string, unknown>>;
/** By path, and then by method. */
export type ApiPaths = Readonly<Record<string, Readonly<Record<string, object>>>>;

export interface SharedAnswers {
  readonly paths: ApiPaths;
  readonly responses: Readonly<Record<string, object>>;
}

/** `taken` are the names that other answers have. A name is that of the object, with a number where it is taken. */
export function shareAnswers(paths: ApiPaths, taken: readonly string[]): SharedAnswers {
  const met = Map.groupBy(Object.values(paths).flatMap(Object.values).flatMap(successesOf), keyOf);
  const names = new Map<string, { name: string; value: Described }>();
  const used = new Set(taken);
  for (const [key, [first, ...others]] of met) {
    if (first === undefined || others.length === 0) continue;
    const name = freeName(objectIn(key), used);
    names.set(key, { name, value: first });
  }
  const referring = (response: Described): Described => {
    const shared = names.get(keyOf(response));
    if (shared === undefined) return response;
    const $ref = `#/components/responses/${shared.name}`;
    const { description } = response;
    return description === shared.value.description ? { $ref } : { $ref, description };
  };
  return {
    paths: mapped(paths, (methods) => mapped(methods, (one) => withResponses(one as Described, referring))),
    responses: Object.fromEntries([...names.values()].map(({ name, value }) => [name, value])),
  };
}

function withResponses(operation: Described, referring: (response: Described) => Described): object {
  const responses = operation.responses as Readonly<Record<string, Described>>;
  return {
    ...operation,
    responses: mapped(responses, (one, status) => (status.startsWith('2') ? referring(one) : one)),
  };
}

function successesOf(operation: object): Described[] {
  const { responses } = operation as { responses: Readonly<Record<string, Described>> };
  return Object.entries(responses).flatMap(([status, one]) =>
    status.startsWith('2') && !('$ref' in one) ? [one] : [],
  );
}

/** A reference may say anew what it leads to, so that the description makes no difference. */
function keyOf({ description: _, ...response }: Described): string {
  return JSON.stringify(response);
}

function objectIn(key: string): string {
  return /"#\/components\/schemas\/(\w+)"/.exec(key)?.[1] ?? 'Answer';
}

function freeName(wanted: string, used: Set<string>): string {
  let name = wanted;
  for (let count = 2; used.has(name); count += 1) name = `${wanted}${count}`;
  used.add(name);
  return name;
}

function mapped<A, B>(record: Readonly<Record<string, A>>, change: (value: A, key: string) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]));
}
