// The sentences of validation errors, by the schema and the value that it refuses.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from '../../schema.ts';
import { currencyInBody, decimal, moment, nullable, uuid } from '../schemas.ts';
import { compileValidator, fieldErrors } from '../validation.ts';

const sentences: readonly (readonly [schema: object, value: unknown, sentence: string])[] = [
  [decimal, '1,99', 'Must be a decimal such as "19.99".'],
  [decimal, 19.99, 'Must be a string such as "19.99", not a number.'],
  [currencyInBody, '$', 'Must be a currency code such as "USD".'],
  [moment('From this time on.'), 'yesterday', 'Must be a day or a time such as "2026-11-28T09:30:00Z".'],
  [uuid, '17', 'Must be a UUID such as "0198c2f4-7a10-7c3e-9a51-2f6d8e4b7c01".'],
  [Type.String({ pattern: '^[ab]$', examples: ['a'] }), 'c', 'Must be such as "a".'],
  [Type.String({ pattern: '^[ab]$' }), 'c', 'Has characters or a form that are not allowed.'],
  [Type.String({ minLength: 1 }), '', 'Must have at least 1 character.'],
  [Type.String({ maxLength: 2 }), 'abc', 'Must have at most 2 characters.'],
  [Type.Integer({ minimum: 300 }), 10, 'Must be at least 300.'],
  [Type.Integer(), 'ten', 'Must be an integer, not a string.'],
  [nullable(Type.String()), [], 'Must be a string or null, not an array.'],
  [Type.Boolean(), null, 'Must be true or false, not null.'],
  [{ type: 'string', enum: ['open', 'paid'] }, 'opn', 'Must be one of: open, paid; did you mean open?'],
  [{ type: 'string', enum: ['open', 'paid'] }, 'x', 'Must be one of: open, paid.'],
];

test('a refused value is explained in a sentence with an example, and never with a pattern', () => {
  for (const [schema, value, sentence] of sentences) {
    const validate = compileValidator(Type.Object({ field: schema as never }), 'body');
    assert.equal(validate({ field: value }), false, sentence);
    assert.equal(fieldErrors(validate.errors ?? [])[0]?.message, sentence);
  }
});

test('an unknown field names the nearest known one, and all known ones', () => {
  const known = { total: Type.Optional(Type.String()), currency: Type.Optional(Type.String()) };
  const validate = compileValidator(Type.Object(known, { additionalProperties: false }), 'body');
  const messageOf = (body: object) => !validate(body) && fieldErrors(validate.errors ?? [])[0]?.message;
  assert.equal(messageOf({ totl: '1' }), 'Unknown field; did you mean total? Allowed: total, currency.');
  assert.equal(messageOf({ customerId: '1' }), 'Unknown field. Allowed: total, currency.');
});
