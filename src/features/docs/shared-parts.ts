// What many operations say alike stands once in the API document, under components, and is referred to: parameters, and
// the answers that tell a problem.
import type { ProblemCode } from '../../core/problem.ts';
import { problemsOf } from '../../io/http/openapi.ts';
import type { Operation } from '../../io/http/operation.ts';
import { parameters as referred } from './referred-parts.ts';

export interface SharedParts {
  readonly parameters: Readonly<Record<string, object>>;
  readonly responses: Readonly<Record<string, object>>;
  /** A reference to a parameter that has a name, else the parameter itself. */
  parameter(described: object): object;
  /** A reference to what tells these problems of a status. */
  problem(status: number, codes: readonly ProblemCode[]): object;
}

/**
 * `described` are all parameters of all operations: those of query and path that stand at several operations in the
 * same words get the name of their property, or that and the first operation's where there are several.
 */
export function shareParts(
  operations: readonly Operation[],
  parametersOf: (declared: Operation) => readonly object[],
): SharedParts {
  const parameters = new Map<string, { name: string; value: object }>(
    Object.entries(referred).map(([name, value]) => [JSON.stringify(value), { name, value }]),
  );
  const met = Map.groupBy(operations.flatMap(parametersOf), (one) => JSON.stringify(one));
  const names = new Set<string>(Object.keys(referred));
  for (const [text, [first, ...others]] of met) {
    const plain = wordOf((first as { name?: string }).name ?? '');
    if (others.length === 0 || plain === '' || parameters.has(text)) continue;
    parameters.set(text, { name: freeName(plain, names), value: first as object });
  }
  const responses = problemResponses(operations);
  return {
    parameters: Object.fromEntries([...parameters.values()].map(({ name, value }) => [name, value])),
    responses: Object.fromEntries([...responses.values()].map(({ name, value }) => [name, value])),
    parameter(described) {
      const known = parameters.get(JSON.stringify(described));
      return known === undefined ? described : { $ref: `#/components/parameters/${known.name}` };
    },
    problem: (status, codes) => ({ $ref: `#/components/responses/${responses.get(keyOf(status, codes))?.name}` }),
  };
}

interface Named {
  readonly name: string;
  readonly value: object;
}

/** Short, since every operation names nearly all of them. */
const statusWords: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  408: 'Timeout',
  409: 'Conflict',
  413: 'TooLarge',
  415: 'WrongType',
  422: 'Invalid',
  429: 'TooMany',
  500: 'Failed',
  503: 'Away',
};

/** The set that most operations share has the plain name of its status, the others are numbered. */
function problemResponses(operations: readonly Operation[]): Map<string, Named> {
  const told = operations.flatMap((declared) =>
    [...problemsOf(declared)].map(([status, codes]) => ({ status, codes })),
  );
  const byKey = [...Map.groupBy(told, ({ status, codes }) => keyOf(status, codes))];
  byKey.sort(([, a], [, b]) => b.length - a.length);
  const names = new Set<string>();
  const named = byKey.flatMap(([key, [first]]): [string, Named][] => {
    if (first === undefined) return [];
    const name = freeName(statusWords[first.status] ?? `Status${first.status}`, names);
    return [[key, { name, value: problemAnswer(first.status, first.codes) }]];
  });
  return new Map(named);
}

function keyOf(status: number, codes: readonly ProblemCode[]): string {
  return `${status} ${codes.toSorted().join(' ')}`;
}

/** All problems have one form, whose example stands with it; what each means is on its page. */
function problemAnswer(status: number, codes: readonly ProblemCode[]): object {
  const problem = { schema: { $ref: '#/components/schemas/Problem' } };
  const waits = [429, 503].includes(status) || codes.includes('request_in_progress');
  const headers = {
    ...(status === 401 ? { 'WWW-Authenticate': { $ref: '#/components/headers/Challenge' } } : {}),
    ...(waits ? { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } : {}),
  };
  return {
    description: codes.map((code) => `\`${code}\``).join(', '),
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    content: { 'application/json': problem, 'application/problem+json': problem },
  };
}

function wordOf(text: string): string {
  return text.replaceAll(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

function freeName(wanted: string, names: Set<string>): string {
  let name = wanted;
  for (let count = 2; names.has(name); count += 1) name = `${wanted}${count}`;
  names.add(name);
  return name;
}
