// Unique texts that tests enter as secrets and private data, and then search for in all outputs where they must not
// appear.
import { randomBytes } from 'node:crypto';
import type { Database } from '../../../src/io/db/database.ts';
import type { JsonSchema } from '../interface/described-api.ts';

export interface Canaries {
  /** Returns a new canary, recorded under the name of the field that receives it. */
  plant(place: string): string;
  /** Records a secret that the service created. */
  keep(place: string, secret: string): void;
  /** The fields whose canaries or secrets occur in a text: plain, in capitals, in hex, in base64 or URL-encoded. */
  foundIn(text: string): string[];
}

export function newCanaries(): Canaries {
  const planted = new Map<string, Hidden>();
  const kept: Hidden[] = [];
  return {
    plant(place) {
      const text = `canary${randomBytes(8).toString('hex')}`;
      planted.set(text, { place, forms: writings(text) });
      return text;
    },
    keep(place, secret) {
      if (secret.length < 6) throw new Error(`${place}: a secret of ${secret.length} characters could occur by chance`);
      kept.push({ place, forms: writings(secret) });
    },
    foundIn(text) {
      const lower = text.toLowerCase();
      const plain = [...lower.matchAll(/canary[0-9a-f]{16}/g)].flatMap(([one]) => planted.get(one) ?? []);
      const encoded = beginnings.flatMap((beginning, form) =>
        text.includes(beginning)
          ? [...planted.values()].filter(({ forms }) => text.includes(forms[form] as string))
          : [],
      );
      const secret = kept.filter(({ forms }) => forms.some((one) => text.includes(one)));
      return [...new Set([...plain, ...encoded, ...secret].map(({ place }) => place))].sort();
    },
  };
}

interface Hidden {
  readonly place: string;
  /** As of `writings`. */
  readonly forms: readonly string[];
}

/** All encodings of a text. Base64 has three, depending on the text before it. */
function writings(secret: string): string[] {
  const base64 = ['', 'x', 'xx'].map((before) => {
    const whole = Buffer.from(before + secret).toString('base64url');
    // The first and the last characters also depend on the text around the secret.
    return whole.slice(before === '' ? 0 : 4, Math.floor(((before.length + secret.length) * 8) / 6) - 1);
  });
  const classic = base64.map((one) => one.replaceAll('-', '+').replaceAll('_', '/'));
  return [secret, encodeURIComponent(secret), Buffer.from(secret).toString('hex'), ...base64, ...classic];
}

/**
 * The characters with which every canary begins in each encoding. A text without them has no canary in that encoding,
 * so it is not compared with thousands of canaries.
 */
const beginnings: readonly string[] = (() => {
  const [some, others] = ['0', 'f'].map((digit) => writings(`canary${digit.repeat(16)}`)) as [string[], string[]];
  return some.map((one, form) => {
    const differs = [...one].findIndex((letter, at) => letter !== others[form]?.[at]);
    return one.slice(0, differs);
  });
})();

/** Every row of every table, one line each. */
export async function dumpOf(db: Database): Promise<string> {
  const tables = await db.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  );
  const lines = [];
  for (const { name } of tables) {
    const rows = await db.query<{ row: string }>(`select t::text as row from ${name} t`);
    lines.push(...rows.map(({ row }) => `${name} ${row}`));
  }
  return lines.join('\n');
}

/** A body field that accepts text: its path and its schema. */
export interface TextField {
  readonly path: readonly (string | number)[];
  readonly schema: JsonSchema;
}

/** All fields in a body of this schema that accept free text of the caller. */
export function textFields(
  schema: JsonSchema,
  schemas: Readonly<Record<string, JsonSchema>>,
  path: readonly (string | number)[] = [],
): TextField[] {
  if (typeof schema.$ref === 'string') {
    const name = schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
    return textFields(schemas[name] as JsonSchema, schemas, path);
  }
  const branches = (schema.anyOf ?? schema.oneOf) as readonly JsonSchema[] | undefined;
  if (branches !== undefined) return branches.flatMap((one) => textFields(one, schemas, path));
  const types = [schema.type].flat();
  if (types.includes('array') && schema.items !== undefined)
    return textFields(schema.items as JsonSchema, schemas, [...path, 0]);
  // A caption without members is one text.
  if (['properties', 'patternProperties', 'additionalProperties'].some((keyword) => keyword in schema)) {
    const named = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
    const free = Object.values((schema.patternProperties ?? {}) as Record<string, JsonSchema>);
    const more = schema.additionalProperties;
    if (more === true) free.push({ type: 'string' });
    else if (typeof more === 'object' && more !== null) free.push(more as JsonSchema);
    return [...named, ...free.map((one) => ['note', one] as const)].flatMap(([key, one]) =>
      textFields(one, schemas, [...path, key]),
    );
  }
  return types.includes('string') ? [{ path, schema }] : [];
}

/** A canary in the format that a field requires, as far as the format permits. */
export function inFormOf({ path, schema }: TextField, canary: string): string {
  if (schema.format === 'email') return `${canary}@shop.example`;
  if (schema.format === 'uri' || path.some((one) => /_(?:url|uris|image|logo)$/.test(`_${one}`)))
    return `https://shop.example/${canary}`;
  return canary;
}

/** Returns a copy of the body with the value at the path. Creates missing parents. */
export function withValue(body: unknown, path: readonly (string | number)[], value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (typeof key === 'number') return [withValue((body as unknown[] | undefined)?.[key], rest, value)];
  const object = { ...(body as Record<string, unknown> | undefined) };
  object[key] = withValue(object[key], rest, value);
  return object;
}
