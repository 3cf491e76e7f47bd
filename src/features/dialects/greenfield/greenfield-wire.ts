// The form of Greenfield's requests and answers.
import { fieldProblem, Problem, type ProblemCode } from '../../../core/problem.ts';
import type { DialectAnswer, DialectRequest } from '../../../io/http/dialects/dialect.ts';
import { readJsonBody } from '../../../io/http/request-body.ts';
import type { ShopObject } from '../shop-invoices/shop-invoice-store.ts';

/** Reads a body. Throws Problem unsupported_media_type for anything but JSON, malformed_json, or validation_failed. */
export function jsonOf(mediaType: string, text: string): unknown {
  if (mediaType !== 'application/json')
    throw new Problem('unsupported_media_type', { detail: 'Send JSON: application/json.' });
  return readJsonBody(text);
}

/** The body as an object. An absent body is an empty one. Throws Problem malformed_json for another kind of value. */
export function objectIn({ body }: Pick<DialectRequest, 'body'>): ShopObject {
  if (body === undefined || body === null) return {};
  if (typeof body === 'object' && !Array.isArray(body)) return body as ShopObject;
  throw new Problem('malformed_json', { detail: 'The body must be a JSON object.' });
}

/**
 * Returns the member of this name as an object; an absent one is empty. Throws Problem naming it if it is another kind
 * of value. PHP writes an empty object as an empty list.
 */
export function objectAt(parent: ShopObject, field: string): ShopObject {
  const value = parent[field] ?? {};
  if (Array.isArray(value) && value.length === 0) return {};
  if (typeof value === 'object' && !Array.isArray(value)) return value as ShopObject;
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
