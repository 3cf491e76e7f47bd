// Reads the JSON bodies of shops that send a token.
import { Problem } from '../../../core/problem.ts';
import type { DialectRequest } from '../../../io/http/dialects/dialect.ts';
import { readJsonBody } from '../../../io/http/request-body.ts';

/** A JSON value as the shop sent it. */
export type ShopJson = string | number | boolean | null | readonly ShopJson[] | ShopObject;
export interface ShopObject {
  readonly [name: string]: ShopJson;
}

/** Reads a body. Throws Problem unsupported_media_type for anything but JSON, malformed_json, or validation_failed. */
export function readShopJson(mediaType: string, text: string): unknown {
  if (mediaType !== 'application/json')
    throw new Problem('unsupported_media_type', { detail: 'Send JSON: application/json.' });
  return readJsonBody(text);
}

/** The body as an object. An absent body is an empty one. Throws Problem malformed_json for another kind of value. */
export function objectIn({ body }: Pick<DialectRequest, 'body'>): ShopObject {
  if (body === undefined || body === null) return {};
  if (isObject(body)) return body;
  throw new Problem('malformed_json', { detail: 'The body must be a JSON object.' });
}

export function isObject(value: unknown): value is ShopObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
