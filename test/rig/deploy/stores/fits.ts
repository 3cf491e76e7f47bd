// Checks an object against rules of a store in JSON Schema.
import assert from 'node:assert/strict';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';

const ajv = new Ajv({ allErrors: true, strict: true, allowUnionTypes: true });
addFormats.default(ajv);

/** Fails with every violation. */
export function assertFits(rules: object, value: unknown): void {
  const check = ajv.compile(rules);
  check(value);
  assert.deepEqual(
    (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`),
    [],
  );
}

/** An object with exactly these members. Members named in `optional` may be missing. */
export function members(properties: Readonly<Record<string, object>>, optional: readonly string[] = []): object {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', properties, required, additionalProperties: false };
}

export const text = (minLength: number, maxLength: number) => ({ type: 'string', minLength, maxLength });
export const url = { type: 'string', format: 'uri' };
export const port = { type: 'integer', minimum: 1, maximum: 65535 };
