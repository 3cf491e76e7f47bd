// Describes the errors of an operation: its own by status, and the common errors under `default`.
import type { ProblemCode } from '../../../../core/problem.ts';
import { problemsOf } from '../../../../io/http/openapi.ts';
import type { Operation } from '../../../../io/http/operation.ts';

type Codes = Iterable<readonly [status: number, codes: readonly ProblemCode[]]>;

/** Common errors of reads and of changes. Operations refer to them. */
export const commonProblems: Readonly<Record<string, object>> = {
  ReadRefused: commonAnswer(usualProblems('GET')),
  ChangeRefused: commonAnswer(usualProblems('POST')),
};

/** `default` covers the statuses that nearly every operation has. They apply in addition to the operation's own. */
export function problemResponses(declared: Operation): Record<string, object> {
  const usual = usualProblems(declared.method);
  const own = [...problemsOf(declared)]
    .map(([status, codes]) => [status, codes.filter((code) => !usual.get(status)?.includes(code))] as const)
    .filter(([, codes]) => codes.length > 0);
  // Readers and linters expect client errors among the statuses.
  const described = own.some(([status]) => status < 500) ? own : [...own, [422, ['validation_failed']] as const];
  return {
    ...Object.fromEntries(described.map(([status, codes]) => [status, ownAnswer(status, codes)])),
    default: { $ref: `#/components/responses/${declared.method === 'GET' ? 'ReadRefused' : 'ChangeRefused'}` },
  };
}

function usualProblems(method: Operation['method']): Map<number, ProblemCode[]> {
  return problemsOf({ method, access: { cookie: true } as Operation['access'], problems: ['not_found'] });
}

function ownAnswer(status: number, codes: readonly ProblemCode[]): object {
  return { description: namesOf(codes), ...answerWith([[status, codes]]) };
}

function commonAnswer(usual: ReadonlyMap<number, readonly ProblemCode[]>): object {
  const lines = [...usual].map(([status, codes]) => `- ${status}: ${namesOf(codes)}`);
  const lead = 'Any other error, possibly with a status that is also listed above:';
  return { description: [lead, '', ...lines].join('\n'), ...answerWith(usual) };
}

function namesOf(codes: readonly ProblemCode[]): string {
  return codes.map((code) => `\`${code}\``).join(', ');
}

/** All problems have the same form, with one example. The page of each code explains it. */
function answerWith(problems: Codes): object {
  const all = [...problems];
  const problem = { schema: { $ref: '#/components/schemas/Problem' } };
  const waits = all.some(([of, codes]) => [429, 503].includes(of) || codes.includes('request_in_progress'));
  const headers = {
    ...(all.some(([of]) => of === 401) ? { 'WWW-Authenticate': { $ref: '#/components/headers/Challenge' } } : {}),
    ...(waits ? { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } : {}),
  };
  return {
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    content: { 'application/json': problem, 'application/problem+json': problem },
  };
}
