// Each rule for API documents finds its own fault, and no other rule does.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Json } from '../client.ts';
import { brokenRules } from './document-rules.ts';

/** A small document that satisfies every rule. */
function soundDocument(): Json {
  const response = { description: 'Done.', content: { 'application/json': { schema: ref('schemas/Thing') } } };
  const operation = (operationId: string, parameters: Json[]) => ({
    operationId,
    summary: 'A thing',
    security: [{ OAuth2: ['read'] }],
    parameters,
    responses: { 200: response, 404: { description: 'Not found.' } },
  });
  return {
    openapi: '3.1.1',
    info: { title: 'Things', version: '1', license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: 'https://things.example/api' }],
    tags: [{ name: 'Things', description: 'All things.' }],
    paths: {
      '/thing/{id}': { get: operation('getThing', [ref('parameters/Id')]) },
      '/thing/newest': { get: operation('getNewest', []) },
    },
    webhooks: {},
    components: {
      parameters: { Id: { name: 'id', in: 'path', required: true, schema: { type: 'string' } } },
      schemas: {
        Thing: {
          type: 'object',
          properties: { kind: { type: 'string', enum: ['a', 'b'] }, size: { type: 'integer', minimum: 1 } },
          required: ['kind'],
        },
      },
      securitySchemes: {
        OAuth2: {
          type: 'oauth2',
          flows: { clientCredentials: { tokenUrl: 'https://things.example/token', scopes: { read: 'Read things.' } } },
        },
      },
    },
  };
}

function ref(name: string): Json {
  return { $ref: `#/components/${name}` };
}

const thing = (document: Json): Json => document.components.schemas.Thing;
const get = (document: Json): Json => document.paths['/thing/{id}'].get;

/** Each fault is added to a separate valid document. */
const faults: readonly (readonly [rule: string, make: (document: Json) => void])[] = [
  ['reference-resolves', (one) => Object.assign(thing(one).properties, { owner: ref('schemas/Owner') })],
  ['component-used', (one) => Object.assign(one.components.schemas, { Unused: { type: 'string' } })],
  [
    'component-used',
    (one) => Object.assign(one.components.securitySchemes, { Key: { type: 'http', scheme: 'basic' } }),
  ],
  ['reference-siblings', (one) => Object.assign(get(one).parameters[0], { required: true })],
  ['operation-id-unique', (one) => Object.assign(get(one), { operationId: 'getNewest' })],
  ['operation-id', (one) => Object.assign(get(one), { operationId: 'get thing' })],
  ['operation-summary', (one) => delete get(one).summary],
  ['operation-2xx', (one) => delete get(one).responses[200]],
  ['operation-4xx', (one) => delete get(one).responses[404]],
  [
    'parameters-unique',
    (one) => {
      const twice = { name: 'q', in: 'query', schema: { type: 'string' } };
      get(one).parameters.push(twice, { ...twice });
    },
  ],
  ['path-parameters', (one) => Object.assign(one.components.parameters.Id, { name: 'thing_id' })],
  ['security-defined', (one) => get(one).security.push({ Basic: [] })],
  ['security-defined', (one) => get(one).security[0].OAuth2.push('write')],
  ['security-defined', (one) => delete get(one).security],
  ['path-form', (one) => Object.assign(one.paths, { '/things/': {} })],
  ['path-form', (one) => Object.assign(one.paths, { '/things?all': {} })],
  ['path-ambiguous', (one) => Object.assign(one.paths, { '/thing/{name}': {} })],
  ['path-ambiguous', (one) => Object.assign(one.paths, { '/{kind}/newest': {} })],
  ['license', (one) => delete one.info.license],
  ['tag-description', (one) => one.tags.push({ name: 'Others' })],
  ['tag-unique', (one) => one.tags.push({ ...one.tags[0] })],
  ['server-address', (one) => one.servers.push({ url: 'https://things.example/' })],
  ['server-address', (one) => one.servers.push({ url: 'https://example.com' })],
  ['safe-markdown', (one) => Object.assign(get(one), { description: 'See <script>x</script>' })],
  ['safe-markdown', (one) => Object.assign(get(one), { description: '[See](javascript:x)' })],
  ['schema-valid', (one) => Object.assign(thing(one).properties.kind, { type: 'text', enum: undefined })],
  ['schema-valid', (one) => Object.assign(thing(one).properties.kind, { minLength: -1 })],
  ['enum-unique', (one) => thing(one).properties.kind.enum.push('a')],
  ['enum-type', (one) => thing(one).properties.kind.enum.push(1)],
  ['type-keywords', (one) => Object.assign(thing(one).properties.kind, { items: { type: 'string' } })],
  ['number-range', (one) => Object.assign(thing(one).properties.size, { exclusiveMinimum: 0 })],
  ['choices-differ', (one) => Object.assign(thing(one).properties, { is: { anyOf: [{ const: 1 }, { const: 1 }] } })],
  ['required-defined', (one) => thing(one).required.push('owner')],
];

test('a sound document keeps every rule', () => {
  assert.deepEqual(brokenRules(soundDocument()), []);
});

for (const [index, [rule, make]] of faults.entries())
  test(`${rule} finds its fault (${index + 1})`, () => {
    const document = soundDocument();
    make(document);
    const found = brokenRules(JSON.parse(JSON.stringify(document)) as Json);
    assert.deepEqual([...new Set(found.map((one) => one.split(' ')[0]))], [rule], found.join('\n'));
  });
