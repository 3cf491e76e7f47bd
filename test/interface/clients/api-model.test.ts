// The model from which all clients are printed: names, nulls, merges and uses, by one small document.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allFields, declared, plainType } from '../../../tools/sdk/model/api-model.ts';
import { apiModel } from '../../../tools/sdk/model/read-model.ts';
import { docstring, listed, pythonName } from '../../../tools/sdk/python/layout.ts';
import { TypeWriter } from '../../../tools/sdk/typescript/type-text.ts';
import type { DescribedApi } from '../../rig/interface/described-api.ts';

const colour = { type: ['string', 'null'], enum: ['red', 'blue', null] };
const setting = { type: 'object', properties: { value: { type: 'string' } }, required: ['value'] };
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const named = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const document = {
  paths: {
    '/cups': {
      get: {
        operationId: 'listCups',
        tags: ['Cups'],
        summary: 'List cups',
        parameters: [
          { name: 'cursor', in: 'query', schema: { type: 'string' } },
          { name: 'v', in: 'query', required: true, schema: { type: 'integer' } },
        ],
        responses: { 200: json({ type: 'array', items: named('Cup') }), 404: { description: '`not_found`' } },
      },
    },
    '/cup/{id}': {
      put: {
        operationId: 'updateCup',
        tags: ['Cups'],
        summary: 'Update cup',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        requestBody: json(named('UpdateCupBody')),
        responses: { 200: json(named('Cup')), 422: { description: '`validation_failed`' } },
      },
    },
  },
  webhooks: {
    'cup.broken': {
      post: {
        requestBody: json({
          properties: {
            sequence: { type: 'integer' },
            data: { allOf: [named('Cup'), { properties: { simulated: { type: 'boolean' } } }] },
          },
        }),
      },
    },
  },
  components: {
    parameters: {},
    responses: {},
    requestBodies: {},
    schemas: {
      Cup: {
        type: 'object',
        properties: {
          colour,
          volume: { type: 'string', pattern: '^[0-9]+$', maxLength: 110 },
          spots: { type: 'array', items: { type: 'object', properties: { at: { type: ['integer', 'null'] } } } },
          names: named('Names'),
        },
        required: ['colour', 'volume', 'spots'],
      },
      Names: { type: ['array', 'null'], items: { type: 'string' } },
      Settings: { type: 'object', properties: { one: setting, two: setting, three: setting } },
      UpdateCupBody: { type: 'object', properties: { handle_colour: { ...colour, type: 'string' } } },
    },
  },
} as unknown as DescribedApi;

const model = apiModel(document);

test('inline objects and enums get names; equal enums share the shortest, and three equal objects one', () => {
  const names = model.declarations.map(({ name, origin }) => `${name} ${origin}`);
  assert.deepEqual(names, [
    'Cup schema',
    'CupColour inline',
    'CupSpot inline',
    'Names schema',
    'Settings schema',
    'Setting inline',
    'UpdateCupBody schema',
    'CupEventData event',
  ]);
  assert.deepEqual(declared(model, 'enum', 'CupColour').values, ['red', 'blue']);
  const [field] = declared(model, 'object', 'UpdateCupBody').fields;
  assert.deepEqual(field?.type, { kind: 'enum', name: 'CupColour' });
});

test('null and absence are facts of a field, also through an alias, and amounts have a format', () => {
  const facts = declared(model, 'object', 'Cup').fields.map((one) => [one.name, one.isNullable, one.isOptional]);
  assert.deepEqual(facts, [
    ['colour', true, false],
    ['volume', false, false],
    ['spots', false, false],
    ['names', true, true],
  ]);
  const [, volume, , names] = declared(model, 'object', 'Cup').fields;
  assert.deepEqual(volume?.type, { kind: 'text', format: 'decimal' });
  assert.ok(names);
  assert.deepEqual(plainType(model, names.type), { kind: 'list', item: { kind: 'text', format: null } });
});

test('operations have their parameters, pages, bodies and errors, and declarations their use', () => {
  const [list, update] = model.operations;
  assert.deepEqual(
    [list?.pageItem, list?.query.map(({ name }) => name)],
    [{ kind: 'object', name: 'Cup' }, ['cursor']],
  );
  assert.deepEqual([update?.pathParameters, update?.body, update?.pageItem], [['id'], 'UpdateCupBody', null]);
  assert.deepEqual(model.problemCodes, ['not_found', 'validation_failed']);
  const uses = model.declarations.map(({ name, isInput, isOutput }) => [name, isInput, isOutput]);
  assert.deepEqual(uses.slice(0, 2), [
    ['Cup', false, true],
    ['CupColour', true, true],
  ]);
  assert.deepEqual(uses.at(-2), ['UpdateCupBody', true, false]);
});

test('the data of an event extends its object', () => {
  const [event] = model.events;
  assert.deepEqual([event?.type, event?.data, event?.sequence?.name], ['cup.broken', 'CupEventData', 'sequence']);
  const fields = allFields(model, declared(model, 'object', 'CupEventData'));
  assert.deepEqual(
    fields.map(({ name }) => name),
    ['colour', 'volume', 'spots', 'names', 'simulated'],
  );
});

test('TypeScript has inline declarations in place', () => {
  const text = new TypeWriter(model).declaration(declared(model, 'object', 'Cup'), false);
  assert.equal(
    text,
    `export interface Cup {
  readonly colour: 'red' | 'blue' | null;
  /** A decimal in plain notation. */
  readonly volume: string;
  readonly spots: readonly ({
    readonly at?: number | null;
  })[];
  readonly names?: Names;
}
`,
  );
});

test('names and docstrings of Python are safe: keywords, quotation marks and backslashes', () => {
  assert.deepEqual(['from', 'listCups', 'getOauth2Client'].map(pythonName), [
    'from_',
    'list_cups',
    'get_oauth2_client',
  ]);
  assert.equal(docstring(['a "quoted" \\ word"'], ''), '"""a "quoted" \\\\ word" """\n');
  assert.equal(docstring([null], ''), '');
  const long = ['argument'.repeat(10), 'other'.repeat(10)];
  assert.equal(listed('call(', long, ')', '  '), `  call(\n      ${long[0]},\n      ${long[1]},\n  )\n`);
});
