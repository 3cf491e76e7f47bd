// The published interface, compared with the API document: every field, limit and operation that integrators rely on.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describedApi, type JsonSchema, parameterOf, responseOf } from '../rig/interface/described-api.ts';

const document = describedApi();
const { schemas } = document.components;

/** Type, `?` if it may be null, and format or limits if they are promised. */
function promise(schema: JsonSchema): string {
  if (typeof schema.$ref === 'string') return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
  const types = [schema.type].flat() as string[];
  const values = Array.isArray(schema.enum) ? ` ${schema.enum.filter((one) => one !== null).join('|')}` : '';
  const format = typeof schema.format === 'string' ? ` ${schema.format}` : '';
  const limits = schema.maxLength === undefined ? '' : ` ${schema.minLength ?? 0}..${schema.maxLength}`;
  return `${types[0]}${types.includes('null') ? '?' : ''}${format}${values}${limits}`;
}

/** The promises in the document for the fields of `expected`. A limit is compared only if one is expected. */
function promisesOf(name: string, expected: Readonly<Record<string, string>>): Record<string, string> {
  const properties = schemas[name]?.properties as Readonly<Record<string, JsonSchema>>;
  return Object.fromEntries(
    Object.entries(expected).map(([field, text]) => {
      const kept = promise(choiceOf(properties[field] ?? {}));
      return [field, /\.\./.test(text) ? kept : kept.replace(/ \d+\.\.\d+$/, '')];
    }),
  );
}

/** A choice between constants is described by one of them. */
function choiceOf(schema: JsonSchema): JsonSchema {
  const branches = schema.anyOf as JsonSchema[] | undefined;
  return branches === undefined ? schema : { type: 'string', enum: branches.map((one) => one.const) };
}

const transaction = {
  id: 'string uuid',
  invoice_id: 'string uuid',
  from: 'string',
  to: 'string',
  rate: 'string',
  amount: 'string?',
  hash: 'string?',
  block: 'integer?',
  status: 'string processing|success|canceled|rejected',
  created_at: 'string date-time',
  updated_at: 'string date-time',
  expire_at: 'string? date-time',
  cryptocurrency: 'Cryptocurrency',
  network: 'Network',
};
const cryptocurrency = {
  id: 'string uuid',
  symbol: 'string',
  name: 'string',
  decimals: 'integer',
  stable: 'boolean',
  rates: 'object',
};
const network = { id: 'string uuid', symbol: 'string', name: 'string', type: 'string EVM|TRON|UTXO|SVM' };
const publicApp = {
  id: 'string uuid',
  name: 'string',
  description: 'string?',
  slug: 'string?',
  image: 'string?',
  url: 'string',
};
const app = {
  ...publicApp,
  token: 'string',
  environment: 'string development|production',
  created_at: 'string date-time',
  updated_at: 'string date-time',
};

test('a transaction has every published field, with its type, and null only as published', () => {
  assert.deepEqual(promisesOf('Transaction', transaction), transaction);
  assert.deepEqual(promisesOf('Cryptocurrency', cryptocurrency), cryptocurrency);
  assert.deepEqual(promisesOf('Network', network), network);
});

test('rates are numbers under arbitrary names', () => {
  const rates = (schemas.Cryptocurrency?.properties as Record<string, JsonSchema>).rates as JsonSchema;
  const [values] = Object.values((rates.patternProperties ?? {}) as Record<string, JsonSchema>);
  assert.deepEqual([rates.type, (values ?? (rates.additionalProperties as JsonSchema)).type], ['object', 'number']);
});

test('an app has every published field, and a single read has six of them', () => {
  assert.deepEqual(promisesOf('App', app), app);
  assert.deepEqual(promisesOf('PublicApp', publicApp), publicApp);
  assert.deepEqual(Object.keys(schemas.PublicApp?.properties as object), Object.keys(publicApp));
});

test('the published bodies accept the published fields, and require no more', () => {
  const attempt = { invoice_id: 'string uuid', from: 'string', cryptocurrency: 'string', network: 'string' };
  assert.deepEqual(promisesOf('CreateTransactionBody', attempt), attempt);
  assert.deepEqual(schemas.CreateTransactionBody?.required, Object.keys(attempt));
  const fields = {
    name: 'string 1..255',
    description: 'string? 1..1000',
    slug: 'string? 1..255',
    image: 'string?',
    url: 'string uri 0..1000',
  };
  const created = { ...fields, environment: 'string development|production' };
  assert.deepEqual(promisesOf('CreateAppBody', created), created);
  assert.deepEqual((schemas.CreateAppBody?.required as string[]).toSorted(), ['environment', 'name', 'url']);
  const updated = { ...fields, token: 'boolean' };
  assert.deepEqual(promisesOf('UpdateAppBody', updated), updated);
  assert.equal((schemas.UpdateAppBody?.required as string[] | undefined)?.length ?? 0, 0);
  assert.ok(!('environment' in (schemas.UpdateAppBody?.properties as object)));
});

test('the published operations have their paths and answers', () => {
  const published: Record<string, [status: string, answer: string]> = {
    'get /transactions': ['200', 'Transaction[]'],
    'get /transaction/{id}': ['200', 'Transaction'],
    'post /transaction': ['201', 'Transaction'],
    'delete /transaction/{id}': ['200', 'Transaction'],
    'get /app': ['200', 'App[]'],
    'post /app': ['201', 'App'],
    'get /app/{id}': ['200', 'PublicApp'],
    'put /app/{id}': ['200', 'App'],
  };
  for (const [name, [status, answer]] of Object.entries(published)) {
    const [method = '', path = ''] = name.split(' ');
    const schema =
      responseOf(document, document.paths[path]?.[method]?.responses[status])?.content?.['application/json']?.schema ??
      {};
    const shown = schema.type === 'array' ? `${promise(schema.items as JsonSchema)}[]` : promise(schema);
    assert.equal(shown, answer, name);
  }
  const query = document.paths['/transactions']?.get?.parameters ?? [];
  const invoice = query.map((one) => parameterOf(document, one)).find((one) => one.name === 'invoice_id');
  assert.deepEqual([invoice?.in, invoice?.required, invoice?.schema.format], ['query', true, 'uuid']);
});

test('every operation takes v, an integer that must be 1', () => {
  for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
    const v = operation.parameters.map((one) => parameterOf(document, one)).find((one) => one.name === 'v');
    assert.deepEqual([v?.in, v?.required, v?.schema.type, v?.schema.enum], ['query', true, 'integer', [1]]);
  }
});

test('every POST, PUT and DELETE takes an Idempotency-Key, and a CSRF token if the session cookie is allowed', () => {
  for (const [method, operation] of Object.values(document.paths).flatMap((methods) => Object.entries(methods))) {
    const referred = operation.parameters.flatMap((one) => ('$ref' in one ? [one.$ref.split('/').at(-1)] : []));
    assert.equal(referred.includes('Key'), method !== 'get', operation.operationId);
    const takesCookie = operation.security.some((one) => 'Cookie' in one);
    assert.equal(referred.includes('Csrf'), method !== 'get' && takesCookie, operation.operationId);
  }
});

test('the published groups exist, and operations name the four ways of authenticating', () => {
  const groups = new Set(document.tags.map((one) => one.name));
  for (const name of [
    ...['Invoices', 'Transactions', 'Currencies', 'Cryptocurrencies', 'Apps', 'App Cryptocurrencies', 'App Addresses'],
    ...['Personal Access Tokens', 'OAuth2 Sessions', 'Webhooks'],
  ]) {
    assert.ok(groups.has(name), name);
  }
  const methods = Object.values(document.paths).flatMap((one) => Object.values(one));
  const named = new Set(methods.flatMap((one) => one.security.flatMap(Object.keys)));
  assert.deepEqual([...named].sort(), ['AppToken', 'Cookie', 'OAuth2', 'PAT']);
});

test('a body is JSON and an answer is JSON, but for a stream', () => {
  for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
    assert.deepEqual(Object.keys(operation.requestBody?.content ?? { 'application/json': {} }), ['application/json']);
    for (const [status, answer] of Object.entries(operation.responses)) {
      const types = Object.keys(responseOf(document, answer)?.content ?? {});
      if (Number(status) < 400 && ['text/event-stream', 'text/csv'].includes(types[0] ?? '')) continue;
      assert.ok(types.includes('application/json'), `${operation.operationId} ${status}`);
    }
  }
});
