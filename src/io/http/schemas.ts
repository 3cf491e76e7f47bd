// Schemas that several operations share.
import type { Static, TSchema } from 'typebox';
import type { WarningCode } from '../../core/order/caption.ts';
import { Type } from '../schema.ts';

export const uuid = Type.String({ format: 'uuid' });
/** RFC 3339, UTC, milliseconds. The start of the API document describes this for all fields. */
export const time = Type.String({ format: 'date-time' });
export const momentPattern = '^[0-9]{4}-';
/** In requests: a time (RFC 3339) or a whole day, parsed by `core/time/moment.ts`. */
export const moment = (description: string) =>
  Type.String({ pattern: momentPattern, maxLength: 40, description, examples: ['2026-11-28'] });
export const decimalPattern = '^(0|[1-9][0-9]{0,77})(\\.[0-9]{1,30})?$';
/** A decimal in plain notation, as the API document defines it for all money. */
export const decimal = Type.String({ pattern: decimalPattern, maxLength: 110 });
export const currencyPattern = '^[A-Za-z]{3}$';
/** A currency in a request. */
export const currencyInBody = Type.String({
  pattern: currencyPattern,
  maxLength: 3,
  examples: ['USD'],
  description: 'ISO 4217 code, in any case.',
});
export const currencyCode = Type.String({ minLength: 3, maxLength: 3, description: 'ISO 4217 code, e.g. USD.' });

/** #rrggbb. */
export const colorPattern = '^#[0-9a-fA-F]{6}$';

/** `type: [..., 'null']`, as in OpenAPI 3.1. It gives one validation error instead of two. */
export function nullable<T extends TSchema>(schema: T) {
  const { type, ...rest } = schema as unknown as { type: string; enum?: readonly unknown[] };
  const values = rest.enum === undefined ? {} : { enum: [...rest.enum, null] };
  return Type.Unsafe<Static<T> | null>({ ...rest, ...values, type: [type, 'null'] });
}

/** An id in a path. Its format is not validated. An id that is not a UUID is simply unknown (404). */
export const idInPath = Type.Object({ id: Type.String({ maxLength: 300 }) });

const uuidText = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(text: string): boolean {
  return uuidText.test(text);
}

/** Whether the text is an http or https URL. */
export function isWebUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') && url.hostname !== '';
}

const warningCodes: readonly WarningCode[] = [
  ...(['too_long', 'too_many', 'too_many_decimals', 'invalid_format', 'not_mailable', 'no_rate', 'waiting'] as const),
];

export const WarningView = Type.Object(
  { field: Type.String(), code: Type.Unsafe<string>({ type: 'string', enum: warningCodes }) },
  {
    description: [
      'A field of this request that was cut, rounded or left out. `no_rate`: no coin of the app has a rate in it.',
      '`waiting`: see GET /payout-changes.',
    ].join(' '),
  },
);
/** For responses of create and update operations. */
export const WarningsView = Type.Array(WarningView);
