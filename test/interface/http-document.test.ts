// GET /api/openapi.json is the contract for integrators: valid OpenAPI 3.1, with a complete description of every
// operation.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { problemKinds } from '../../src/core/problem.ts';
import type { Json } from '../rig/client.ts';
import { type ApiRig, startApiRig } from '../rig/interface/api-rig.ts';
import { answerWith, type DescribedOperation } from '../rig/interface/document.ts';

let rig: ApiRig;
let operations: readonly { readonly method: string; readonly path: string; readonly operation: DescribedOperation }[];

before(async () => {
  rig = await startApiRig();
  operations = Object.entries(rig.document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
});
after(() => rig?.stop());

test('the document is OpenAPI 3.1, about the base address, and asks for no version of itself', async () => {
  const { openapi, info, servers, paths } = rig.document;
  assert.match(openapi, /^3\.1\.\d+$/);
  assert.ok(info.title.length > 0 && info.version.length > 0);
  assert.deepEqual(servers, [{ url: rig.service.apiUrl }]);
  assert.ok(Object.keys(paths).every((path) => path.startsWith('/') && !path.startsWith('/api/')));
  for (const published of ['/transactions', '/transaction', '/transaction/{id}', '/app', '/app/{id}']) {
    assert.ok(published in paths, published);
  }
});

test('every operation has its own id, a group, a summary and its security', () => {
  const ids = operations.map(({ operation }) => operation.operationId);
  assert.equal(new Set(ids).size, ids.length);
  assert.ok(operations.length >= 25);
  const schemes = Object.keys(rig.document.components.securitySchemes);
  for (const { method, path, operation } of operations) {
    const name = `${method} ${path}`;
    assert.match(operation.operationId, /^[a-z][A-Za-z0-9]+$/, name);
    assert.equal(operation.tags.length, 1, name);
    assert.ok(operation.summary.length > 0, name);
    assert.ok(operation.security.length > 0, name);
    for (const scheme of operation.security.flatMap(Object.keys))
      assert.ok(schemes.includes(scheme), `${name}: ${scheme}`);
  }
});

test('every operation asks for v=1, describes the parameters in its path, and a key where it changes something', () => {
  for (const { method, path, operation } of operations) {
    const name = `${method} ${path}`;
    const parameters = operation.parameters ?? [];
    const v = parameters.find((one) => one.in === 'query' && one.name === 'v');
    assert.deepEqual([v?.required, v?.schema.type, v?.schema.enum], [true, 'integer', [1]], name);
    const inPath = parameters.filter((one) => one.in === 'path').map((one) => one.name);
    assert.deepEqual(inPath.sort(), [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort(), name);
    const hasKey = parameters.some((one) => one.in === 'header' && one.name.toLowerCase() === 'idempotency-key');
    assert.equal(hasKey, method !== 'get', name);
  }
});

test('every answer is described: one success, and every problem with its codes', () => {
  for (const { method, path, operation } of operations) {
    const name = `${method} ${path}`;
    const statuses = Object.keys(operation.responses);
    assert.ok(
      statuses.some((status) => status.startsWith('2')),
      name,
    );
    const isOpen = operation.security.some((one) => Object.keys(one).length === 0);
    for (const status of ['400', '401', '500', '503', ...(isOpen ? [] : ['403'])]) {
      assert.ok(answerWith(operation.responses, status) !== undefined, `${name} lacks ${status}`);
    }
    if (operation.requestBody !== undefined) {
      for (const status of ['413', '415', '422'])
        assert.ok(answerWith(operation.responses, status) !== undefined, `${name} lacks ${status}`);
    }
    const shared = [...(operation.responses.default?.description ?? '').matchAll(/^- (\d+): /gm)].map(([, of]) => of);
    for (const status of [...statuses.filter((one) => one !== 'default'), ...(shared as string[])]) {
      const answer = answerWith(operation.responses, status);
      assert.ok(answer?.content !== undefined, `${name} ${status} has no schema`);
      if (Number(status) < 400) continue;
      const codes = [...answer.description.matchAll(/`(\w+)`/g)].map((match) => match[1] as keyof typeof problemKinds);
      assert.ok(codes.length > 0, `${name} ${status} names no code`);
      for (const code of codes) assert.equal(problemKinds[code]?.status, Number(status), `${name} ${code}`);
    }
  }
});

test('every schema is one of JSON Schema 2020-12, and a body takes no field it does not name', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  for (const { operation } of operations) {
    const bodies = Object.values(operation.requestBody?.content ?? {}).map((one) => one.schema);
    for (const schema of bodies) assert.equal(schema.additionalProperties, false, operation.operationId);
    const answers = Object.values(operation.responses).flatMap((one) => Object.values(one.content ?? {}));
    for (const schema of [...bodies, ...answers.map((one) => one.schema)]) {
      assert.ok(ajv.validateSchema(schema), `${operation.operationId}: ${ajv.errorsText()}`);
      ajv.compile(schema);
    }
  }
});

test('every problem there is has its page, and the list of them leads there', async () => {
  const list = await (await fetch(`${rig.service.url}/problems`)).text();
  for (const code of Object.keys(problemKinds)) {
    assert.ok(list.includes(`/problems/${code}"`), code);
    const page = await fetch(`${rig.service.url}/problems/${code}`);
    assert.equal(page.status, 200, code);
    const text = await page.text();
    for (const part of ['How to fix it', 'Example', 'request_id']) assert.ok(text.includes(part), `${code}: ${part}`);
  }
  assert.equal((await fetch(`${rig.service.url}/problems/constructor`)).status, 404);
});

test('the Postman collection has one request for each operation, with variables for address and token', async () => {
  const answer = await fetch(`${rig.service.url}/docs/quittance.postman_collection.json`);
  assert.equal(answer.status, 200);
  const collection = (await answer.json()) as Json;
  assert.match(collection.info.schema, /\/collection\/v2\.1\.0\/collection\.json$/);
  assert.deepEqual(
    collection.variable.map(({ key, value }: Json) => [key, value]),
    [
      ['base_url', rig.service.apiUrl],
      ['token', ''],
    ],
  );
  assert.deepEqual(collection.auth.bearer, [{ key: 'token', value: '{{token}}', type: 'string' }]);
  const items: Json[] = collection.item.flatMap((folder: Json) => folder.item);
  const served = operations.map(({ operation }) => operation.operationId);
  assert.equal(new Set(items.map(({ id }) => id)).size, items.length);
  for (const id of served)
    assert.ok(
      items.some((item) => item.id === id),
      `${id} has a request`,
    );
  for (const { id, name, request } of items) {
    assert.ok(name.length > 0, id);
    assert.deepEqual(request.url.host, ['{{base_url}}'], id);
    const variables = (request.url.variable ?? []).map(({ key }: Json) => `:${key}`);
    assert.deepEqual(
      request.url.path.filter((part: string) => part.startsWith(':')),
      variables,
      id,
    );
    assert.ok(request.url.raw.startsWith(`{{base_url}}/${request.url.path.join('/')}`), id);
    if (request.body !== undefined) assert.equal(typeof JSON.parse(request.body.raw), 'object', id);
    const described = operations.find(({ operation }) => operation.operationId === id);
    if (described === undefined) continue;
    assert.equal(request.method, described.method.toUpperCase(), id);
    assert.equal(`/${request.url.path.join('/')}`, described.path.replaceAll(/\{(\w+)\}/g, ':$1'), id);
    assert.equal(request.body !== undefined, described.operation.requestBody !== undefined, id);
    assert.equal(request.url.query.find(({ key }: Json) => key === 'v').value, '1', id);
  }
});
