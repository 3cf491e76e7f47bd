// The errors that the client of Coinbase Commerce makes of each of our problems.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { fieldProblem, Problem, type ProblemCode, problemKinds } from '../../../core/problem.ts';
import { problemMessage } from './commerce-wire.ts';

interface Answer {
  readonly code: number;
  readonly data: unknown;
}
type BuildError = (error: null, answer: Answer, callback: (error: Error | null) => void) => boolean;

const load = createRequire(import.meta.url);
const buildApiError = load('coinbase-commerce-node/lib/buildApiError') as BuildError;
const { errors } = load('coinbase-commerce-node') as { readonly errors: Readonly<Record<string, new () => Error>> };

/** The name of the client's error. Null if it would treat the answer as a success. */
function errorOf(problem: Problem): string | null {
  const { status, body } = problemMessage(problem);
  let made: Error | null = null;
  buildApiError(null, { code: status, data: body }, (error) => {
    made = error;
  });
  return Object.keys(errors).find((name) => made?.constructor === errors[name]) ?? null;
}

test('the client throws an error for each problem, and none looks like a success', () => {
  for (const code of Object.keys(problemKinds) as ProblemCode[])
    assert.match(errorOf(new Problem(code)) ?? '', /Error$/, code);
});

test('each kind of problem is the error that its documentation names', () => {
  const rows: readonly (readonly [Problem, string])[] = [
    [new Problem('invalid_token'), 'AuthenticationError'],
    [new Problem('token_bound_to_addresses'), 'AuthenticationError'],
    [new Problem('not_found'), 'ResourceNotFoundError'],
    [new Problem('rate_limited'), 'RateLimitExceededError'],
    [new Problem('internal_error'), 'InternalServerError'],
    [new Problem('row_tampered'), 'ServiceUnavailableError'],
    [new Problem('invoice_not_cancelable'), 'InvalidRequestError'],
    [fieldProblem('pricing_type', 'required', 'Must be fixed_price.'), 'ParamRequiredError'],
    [fieldProblem('limit', 'out_of_range', 'Must be less.'), 'ValidationError'],
  ];
  for (const [problem, expected] of rows) assert.equal(errorOf(problem), expected, problem.code);
});
