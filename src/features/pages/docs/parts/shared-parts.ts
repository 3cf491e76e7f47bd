// What many operations say alike stands once in the API document, under components, and is referred to: parameters, and
// the answers that tell a problem.
import type { ProblemCode } from '../../../../core/problem.ts';
import { problemsOf } from '../../../../io/http/openapi.ts';
import type { Operation } from '../../../../io/http/operation.ts';
import { parameters as referred } from './referred-parts.ts';

export interface SharedParts {
  readonly parameters: Readonly<Record<string, object>>;
  readonly responses: Readonly<Record<string, object>>;
  /** A reference to a parameter that has a name, else the parameter itself. */
  parameter(described: object): object;
  /**
   * References to what tells an operation's problems: by status, and under `default` those of the other statuses, which
   * it shares with most operations.
   */
  problems(declared: Operation): Record<string, object>;
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
  const problems = namedProblems(operations);
  const responses = problemReferences(operations, problems);
  return {
    parameters: Object.fromEntries([...parameters.values()].map(({ name, value }) => [name, value])),
    responses: Object.fromEntries(problems.map((one) => [one.name, shortened(one, problems)])),
    parameter(described) {
      const known = parameters.get(JSON.stringify(described));
      return known === undefined ? described : { $ref: `#/components/parameters/${known.name}` };
    },
    problems: (declared) =>
      Object.fromEntries(toldProblems(declared).map((one) => [one.status, responses.get(keyOf(one)) ?? {}])),
  };
}

interface Told {
  /** As a key of the responses: a status, or `default`. */
  readonly status: string;
  readonly byStatus: readonly (readonly [status: number, codes: readonly ProblemCode[]])[];
}

/**
 * What an operation refuses for reasons of its own is told by status. What reads, or changes, may all answer is told in
 * one, which holds for those statuses as well.
 */
function toldProblems(declared: Operation): Told[] {
  const usual = usualProblems(declared.method);
  const own = [...problemsOf(declared)]
    .map(([status, codes]) => [status, codes.filter((code) => !usual.get(status)?.includes(code))] as const)
    .filter(([, codes]) => codes.length > 0);
  // Readers, and linters, look for what a caller can do wrong among the statuses.
  const told = own.some(([status]) => status < 500) ? own : [...own, ...whatIsInvalid(declared)];
  return [
    ...told.map(([status, codes]) => ({ status: String(status), byStatus: [[status, codes]] as const })),
    { status: 'default', byStatus: [...usual] },
  ];
}

function usualProblems(method: Operation['method']): Map<number, ProblemCode[]> {
  return problemsOf({ method, access: { cookie: true } as Operation['access'], problems: ['not_found'] });
}

function whatIsInvalid(declared: Operation): [number, ProblemCode[]][] {
  const codes = problemsOf(declared).get(422) ?? [];
  return [[422, codes.filter((code) => code === 'validation_failed')]];
}

/** Short, since every operation names some of them. */
const statusWords: Readonly<Record<string, string>> = {
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
  default: 'Refused',
};

interface Named {
  readonly key: string;
  readonly name: string;
  readonly value: Problems;
}

interface Problems {
  readonly description: string;
  readonly headers?: object;
  readonly content: object;
}

/** What so few operations tell alike has no name of its own. */
const fewOperations = 2;

/** The set that most operations share has the plain name of its status, the others are numbered. */
function namedProblems(operations: readonly Operation[]): Named[] {
  const byKey = [...Map.groupBy(operations.flatMap(toldProblems), keyOf)];
  byKey.sort(([, a], [, b]) => b.length - a.length);
  const names = new Set<string>();
  return byKey.flatMap(([key, those]): Named[] => {
    const [first] = those;
    if (first === undefined) return [];
    const word = statusWords[first.status] ?? `Status${first.status}`;
    if (names.has(word) && those.length <= fewOperations && first.status !== 'default') return [];
    return [{ key, name: freeName(word, names), value: problemAnswer(first) }];
  });
}

/** By key: a reference, which says itself what it tells (OpenAPI 3.1.1 §4.8.23) where that has no name of its own. */
function problemReferences(operations: readonly Operation[], named: readonly Named[]): Map<string, object> {
  const references = operations.flatMap(toldProblems).map((told): [string, object] => {
    const key = keyOf(told);
    const value = problemAnswer(told);
    const own = named.find((one) => one.key === key);
    const { name } = own ?? named.find((one) => isOtherwiseAlike(one, told, value)) ?? {};
    if (name === undefined) throw new Error(`No answer is like ${key}`);
    const $ref = `#/components/responses/${name}`;
    return [key, own === undefined ? { $ref, description: value.description } : { $ref }];
  });
  return new Map(references);
}

/** All but the first of those that are alike but for what they tell refer to that one. */
function shortened({ name, value }: Named, named: readonly Named[]): object {
  const first = named.find((one) => JSON.stringify(one.value.headers) === JSON.stringify(value.headers));
  if (first === undefined || first.name === name) return value;
  return { $ref: `#/components/responses/${first.name}`, description: value.description };
}

function isOtherwiseAlike({ key, value }: Named, { status }: Told, other: Problems): boolean {
  return key.startsWith(`${status}; `) && JSON.stringify(value.headers) === JSON.stringify(other.headers);
}

function keyOf({ status, byStatus }: Told): string {
  return [status, ...byStatus.map(([of, codes]) => `${of} ${codes.toSorted().join(' ')}`)].join('; ');
}

/** All problems have one form, whose example stands with it; what each means is on its page. */
function problemAnswer({ status, byStatus }: Told): Problems {
  const problem = { schema: { $ref: '#/components/schemas/Problem' } };
  const waits = byStatus.some(([of, codes]) => [429, 503].includes(of) || codes.includes('request_in_progress'));
  const headers = {
    ...(byStatus.some(([of]) => of === 401) ? { 'WWW-Authenticate': { $ref: '#/components/headers/Challenge' } } : {}),
    ...(waits ? { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } : {}),
  };
  const lines = byStatus.map(([of, codes]) => {
    const names = codes.map((code) => `\`${code}\``).join(', ');
    return status === 'default' ? `- ${of}: ${names}` : names;
  });
  return {
    description:
      status === 'default'
        ? ['Any other refusal, also with a status that is told beside this:', '', ...lines].join('\n')
        : lines.join('\n'),
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    content: { 'application/json': problem, 'application/problem+json': problem },
  };
}

function wordOf(text: string): string {
  const words = text.split(/[^A-Za-z0-9]/).filter((word) => word !== '');
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

function freeName(wanted: string, names: Set<string>): string {
  let name = wanted;
  for (let count = 2; names.has(name); count += 1) name = `${wanted}${count}`;
  names.add(name);
  return name;
}
