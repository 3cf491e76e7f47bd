// The form of Greenfield's requests and answers.
import { fieldProblem, type Problem, type ProblemCode } from '../../../core/problem.ts';
import type { DialectAnswer } from '../../../io/http/dialects/dialect.ts';
import { isObject, type ShopObject } from '../shop-invoices/shop-json.ts';

/**
 * Returns the member of this name as an object; an absent one is empty. Throws Problem naming it if it is another kind
 * of value. PHP writes an empty object as an empty list.
 */
export function objectAt(parent: ShopObject, field: string): ShopObject {
  const value = parent[field] ?? {};
  if (Array.isArray(value) && value.length === 0) return {};
  if (isObject(value)) return value;
  throw fieldProblem(field, 'invalid_type', 'Must be an object.');
}

/** Returns the value as a text; null if it is absent or empty. Throws Problem naming the path for another kind. */
export function textAt(parent: ShopObject, field: string, path: string = field): string | null {
  const value = parent[field] ?? '';
  if (typeof value === 'string') return value === '' ? null : value;
  throw fieldProblem(path, 'invalid_type', 'Must be a text.');
}

export function answered(body: unknown): DialectAnswer {
  return { status: 200, body };
}

/** A problem in a field is listed with its path. Every other one has a code and a message. */
export function problemMessage(problem: Problem): DialectAnswer {
  const { status, errors, code, detail, title } = problem;
  if (errors !== undefined && errors.length > 0)
    return { status: 422, body: errors.map(({ field, message }) => ({ path: field, message })) };
  return { status, body: { code: codes[code] ?? code.replaceAll('_', '-'), message: detail ?? title } };
}

/** Source: the Greenfield API of BTCPay Server. */
const codes: Readonly<Partial<Record<ProblemCode, string>>> = {
  invalid_token: 'unauthenticated',
  not_authenticated: 'unauthenticated',
  forbidden: 'missing-permission',
  insufficient_scope: 'missing-permission',
  role_required: 'missing-permission',
};

/** A time in whole seconds since 1970. */
export function secondsOf(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
