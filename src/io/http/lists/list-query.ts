// The filters of lists. All lists share one grammar, and each list uses the filters that apply to it.
import type { TSchema } from 'typebox';
import { Type } from '../../schema.ts';
import { decimal, moment } from '../schemas.ts';

export const appFilter = {
  app_id: Type.Optional(
    Type.String({
      format: 'uuid',
      description: 'Only this app. Default: all apps of the caller, or the app of an app token.',
    }),
  ),
};

/** The time zone of days in a query. */
export const timeZoneFilter = {
  time_zone: Type.Optional(Type.String({ maxLength: 64, examples: ['Europe/Berlin'] })),
};

export const createdFilters = {
  created_after: Type.Optional(moment('Created at this time or later, or on this day or later.')),
  created_before: Type.Optional(moment('Created before this time, or on this day or earlier.')),
  ...timeZoneFilter,
};

/** Accepts one or several of these words: `status=a&status=b`. */
export function anyOf<Word extends string>(words: readonly Word[], description?: string) {
  return Type.Optional(
    Type.Unsafe<Word | Word[]>({
      anyOf: [
        { type: 'string', enum: [...words] },
        { type: 'array', items: { type: 'string', enum: [...words] }, maxItems: 20 },
      ],
      ...(description === undefined ? {} : { description }),
    }),
  );
}

export const assetFilters = {
  cryptocurrency: Type.Optional(Type.String({ maxLength: 100, description: 'Its symbol, as ETH, in any case.' })),
  network: Type.Optional(Type.String({ maxLength: 100, description: 'Its symbol, as ethereum, in any case.' })),
};

export const currencyFilter = {
  currency: Type.Optional(
    Type.String({ minLength: 3, maxLength: 3, description: 'ISO 4217 code, as USD, in any case.' }),
  ),
};

export const totalFilters = {
  total_min: Type.Optional({ ...decimal, description: "At least this, in each invoice's currency." }),
  total_max: Type.Optional({ ...decimal, description: "At most this, in each invoice's currency." }),
};

/** Sent as `metadata[name]=value`, once for each name. */
export const metadataFilter = {
  metadata: Type.Optional(
    Type.Unsafe<Record<string, string>>({
      type: 'object',
      additionalProperties: { type: 'string', maxLength: 2000 },
      description: 'Exact pairs that the metadata must contain: `metadata[order]=1042`.',
    }),
  ),
};

/** The parameter `q`. `description` states which texts it searches. */
export function searchFilter(description: string) {
  return { q: Type.Optional(Type.String({ minLength: 1, maxLength: 255, description })) };
}

/** For lists of payments and of unpaid invoices. */
export const paymentSearchFilter = searchFilter(
  [
    'The beginning of the order’s reference or of the customer’s e-mail (in any case), or in full: the id of the',
    'invoice or transaction, the hash of a chain transaction that pays it, or the address of either end.',
  ].join(' '),
);

/** Requests a response header with the count of each status: see `countsText`. */
export const countsFilter = {
  counts: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'true also returns the header X-Counts.',
    }),
  ),
};

/** Returns the part of a query's schema that allows the names in brackets of each of its objects. */
export function bracketedNames(properties: Readonly<Record<string, TSchema>>): Record<string, object> {
  const objects = Object.entries(properties).filter(([, schema]) => isBracketed(schema));
  return Object.fromEntries(
    objects.map(([name, schema]) => [
      `^${name}\\[[^\\]]{1,100}\\]$`,
      (schema as unknown as { additionalProperties: object }).additionalProperties,
    ]),
  );
}

/** Whether a query parameter is sent as `name[key]=value`. */
export function isBracketed(schema: object): boolean {
  return (schema as { type?: unknown }).type === 'object';
}
