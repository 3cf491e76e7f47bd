// Reads the fields of an endpoint as a shop sends them.

import { type GreenfieldType, greenfieldTypes } from '../../../../core/dialect/greenfield-notices.ts';
import { fieldProblem } from '../../../../core/problem.ts';
import type { DialectCall } from '../../../../io/http/dialects/dialect.ts';
import { objectIn, type ShopJson, type ShopObject } from '../../shop-invoices/shop-json.ts';
import { textAt } from '../greenfield-wire.ts';

/** Absent fields are undefined. */
export interface SentEndpoint {
  readonly url: string | undefined;
  readonly enabled: boolean | undefined;
  /** The notifications that the shop chose; null for all. */
  readonly types: readonly GreenfieldType[] | null | undefined;
  readonly secret: string | undefined;
}

const longest = { url: 1000, secret: 255 };
const mostTypes = 100;

/** Throws Problem malformed_json, or one that names the invalid field. Retries cannot be turned off. */
export function readEndpoint(call: DialectCall): SentEndpoint {
  const body = objectIn(call);
  return {
    url: textIn(body, 'url'),
    enabled: flag('enabled', body.enabled),
    types: typesIn(body.authorizedEvents),
    secret: textIn(body, 'secret'),
  };
}

/** An empty text counts as absent. */
function textIn(body: ShopObject, field: keyof typeof longest): string | undefined {
  const value = textAt(body, field) ?? undefined;
  if (value !== undefined && value.length > longest[field])
    throw fieldProblem(field, 'invalid_length', `Must have at most ${longest[field]} characters.`);
  return value;
}

/** The documentation has `everything` as a text, and clients send a boolean. */
function flag(field: string, value: ShopJson | undefined): boolean | undefined {
  if (value === undefined || value === null) return undefined;
  if (value === true || value === 'true') return true;
  if (value === false || value === 'false') return false;
  throw fieldProblem(field, 'invalid_type', 'Must be true or false.');
}

const place = 'authorizedEvents';

/** Plugins also list types of notifications that this service does not have. They are left out. */
function typesIn(sent: ShopJson | undefined): readonly GreenfieldType[] | null | undefined {
  if (sent === undefined || sent === null) return undefined;
  if (typeof sent !== 'object' || Array.isArray(sent)) throw fieldProblem(place, 'invalid_type', 'Must be an object.');
  const { everything, specificEvents } = sent as ShopObject;
  if (flag(`${place}.everything`, everything) ?? true) return null;
  const listed = Array.isArray(specificEvents) ? (specificEvents as readonly ShopJson[]).slice(0, mostTypes) : [];
  const types = greenfieldTypes.filter((type) => listed.includes(type));
  if (types.length === 0)
    throw fieldProblem(
      `${place}.specificEvents`,
      'unknown',
      `Must have at least one of ${greenfieldTypes.join(', ')}.`,
    );
  return types;
}
