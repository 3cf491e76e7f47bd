// Compares the schema builders with typebox, which defines their types.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type as Typebox } from 'typebox';
import { Type } from './schema.ts';

/** Uses every builder with and without options, an optional property, and schemas derived from others. */
function everything(build: typeof Type) {
  const text = build.String({ minLength: 1, description: 'Text.' });
  const object = build.Object({ text, count: build.Optional(build.Integer({ minimum: 0 })), flag: build.Boolean() });
  return [
    ...[build.String(), build.Integer(), build.Number({ maximum: 2 }), build.Boolean({ default: true })],
    ...[build.Literal('PUT'), build.Literal(7), build.Literal(true, { description: 'Always.' })],
    ...[build.Array(object), build.Array(text, { maxItems: 3 }), build.Union([text, build.Literal('finalized')])],
    ...[
      build.Record(build.String(), build.Number()),
      build.Record(build.String({ pattern: '^a' }), text, { title: 'A' }),
    ],
    ...[object, build.Object({}), build.Object({ text: build.Optional(text) }, { additionalProperties: false })],
    build.Partial(object, { additionalProperties: false }),
    build.Unsafe<string | null>({ type: ['string', 'null'] }),
  ];
}

test('each builder makes the schema that typebox makes, to the order of its keywords', () => {
  assert.equal(JSON.stringify(everything(Type)), JSON.stringify(everything(Typebox)));
});

test('a schema that may be left out in one object is still needed in another', () => {
  const text = Type.String();
  Type.Object({ text: Type.Optional(text) });
  assert.deepEqual(Type.Object({ text }).required, ['text']);
});
