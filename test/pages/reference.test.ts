// The API reference as rendered from the whole document, without a service: it omits nothing, and no link is broken.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Check } from 'typebox/schema';
import { problemKinds } from '../../src/core/problem.ts';
import { openReference } from '../../src/features/pages/docs/reference/reference.ts';
import {
  type DescribedOperation,
  type JsonSchema,
  parameterOf,
  responseOf,
  servedDocument,
} from '../rig/interface/described-api.ts';
import { type DrawnPage, drawnPage, plainText } from '../rig/interface/drawn-page.ts';

const document = servedDocument();
const { schemas } = document.components;
const reference = openReference(document as never, '/assets/docs/script.js');
const overview = drawnPage(reference.overview().html);
const groups = new Map(
  reference.slugs.map((slug) => [`/docs/api/${slug}`, drawnPage(reference.group(slug)?.html ?? '')]),
);
const pages = new Map<string, DrawnPage>([['/docs/api', overview], ...groups]);
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
);
const all = [...groups.values()];
const pageWith = (id: string) => all.find(({ ids }) => ids.includes(id)) ?? assert.fail(`${id} is on no page`);

/** The fields of a schema and of its nested schemas, by their paths, in the order of the document. */
function fieldsIn(schema: JsonSchema, path: string, follows: boolean): (readonly [id: string, schema: JsonSchema])[] {
  const own = [schema, ...((schema.allOf ?? []) as JsonSchema[])];
  return own.flatMap((one) =>
    Object.entries((one.properties ?? {}) as Record<string, JsonSchema>).flatMap(([name, inner]) => {
      const id = `${path}.${name}`;
      const target = follows ? resolved(inner) : inner;
      const items = (target.items ?? {}) as JsonSchema;
      const held = fieldsIn(follows ? resolved(items) : items, id, follows);
      return [[id, inner] as const, ...fieldsIn(target, id, follows), ...held];
    }),
  );
}

function resolved(schema: JsonSchema): JsonSchema {
  return typeof schema.$ref === 'string' ? (schemas[schema.$ref.replace(/.*\//, '')] ?? {}) : schema;
}

/** Checks the field's name, description, allowed values, limits and default. */
function assertField(page: DrawnPage, [id, schema]: readonly [string, JsonSchema]): void {
  const text = page.fieldText(id) ?? assert.fail(id);
  assert.ok(text.includes(id.slice(id.lastIndexOf('.') + 1)), id);
  const numbers = [schema.maxLength, schema.maximum, schema.minimum, schema.maxItems].filter(
    (one) => one !== undefined,
  );
  const shown = [
    ...((schema.enum ?? []) as unknown[]).filter((one) => one !== null).map(String),
    ...(schema.enum === undefined ? numbers.map((one) => Number(one).toLocaleString('en')) : []),
    ...(schema.default === undefined ? [] : [`Default ${schema.default}`]),
    ...(typeof schema.description === 'string' ? [plainText(schema.description)] : []),
  ];
  for (const one of shown) assert.ok(text.includes(one), `${id}: ${one}`);
}

test('every operation is drawn with its method, its path and its description', () => {
  for (const { method, path, operation } of operations) {
    const page = pageWith(operation.operationId);
    for (const one of [page, overview]) assert.ok(one.text.includes(`${method} ${path}`), path);
    assert.ok(page.text.includes(plainText(operation.summary)), path);
    for (const line of (operation.description ?? '').split('\n')) assert.ok(page.text.includes(plainText(line)), path);
  }
});

test('every parameter of an operation is drawn there, or linked to where all operations have it', () => {
  for (const { operation } of operations) {
    const { operationId: id } = operation;
    const page = pageWith(id);
    for (const given of operation.parameters ?? []) {
      const parameter = parameterOf(document, given);
      const common = '$ref' in given ? String(given.$ref).replace(/.*\//, '') : '';
      if (['v', 'Key', 'Csrf'].includes(common)) {
        assert.ok(overview.ids.includes(common), common);
        assert.ok(page.sectionOf(id).includes(`href="/docs#${common}"`), `${id} ${common}`);
      } else assertField(page, [`${id}.${parameter.in}.${parameter.name}`, parameter.schema]);
      if (parameter.description !== undefined)
        assert.ok((page.text + overview.text).includes(plainText(parameter.description)), `${id} ${parameter.name}`);
    }
  }
});

test('every field of every body is drawn, also those within fields', () => {
  for (const { operation } of operations) {
    const body = operation.requestBody?.content?.['application/json']?.schema;
    if (body === undefined) continue;
    const page = pageWith(operation.operationId);
    for (const field of fieldsIn(resolved(body), `${operation.operationId}.body`, true)) assertField(page, field);
  }
});

test('every schema of the document is on one page, with all its fields', () => {
  for (const [name, schema] of Object.entries(schemas)) {
    assert.equal(all.filter(({ ids }) => ids.includes(name)).length, 1, name);
    // The fields of such a body are checked with its operation.
    if (isBodyOfOne(name)) continue;
    for (const field of fieldsIn(schema, name, false)) assertField(pageWith(name), field);
    for (const value of (schema.enum ?? []) as unknown[]) assert.ok(pageWith(name).text.includes(String(value)), name);
  }
});

function isBodyOfOne(name: string): boolean {
  return operations.filter(({ operation }) => nameOfBody(operation) === name).length === 1;
}

function nameOfBody({ requestBody }: DescribedOperation): string {
  const { $ref } = (requestBody?.content?.['application/json']?.schema ?? {}) as { $ref?: string };
  return $ref?.replace(/.*\//, '') ?? '';
}

test('every answer and every error of an operation is drawn there, or linked to where all operations have it', () => {
  for (const { operation } of operations) {
    const { operationId: id } = operation;
    const section = pageWith(id).sectionOf(id);
    for (const [status, given] of Object.entries(operation.responses)) {
      const { description = '', content = {} } = responseOf(document, given) ?? {};
      const codes = [...description.matchAll(/`(\w+)`/g)].flatMap(([, code = '']) =>
        code in problemKinds ? [code] : [],
      );
      const shared = status === 'default' ? given.$ref?.replace(/.*\//, '') : undefined;
      if (shared !== undefined) assert.ok(section.includes(`href="/docs#${shared}"`), `${id} ${shared}`);
      else
        assert.ok(
          /^2|^3/.test(status) ? section.includes(`id="${id}.${status}"`) : section.includes(`<b>${status}</b>`),
          id,
        );
      for (const code of codes) {
        if (shared === undefined) assert.ok(section.includes(`id="${id}.error.${code}"`), `${id} ${code}`);
        else assert.ok(overview.text.includes(code), code);
      }
      const [{ schema } = { schema: {} }] = Object.values(content);
      if (/^2/.test(status) && !('$ref' in schema))
        for (const field of fieldsIn(schema, `${id}.${status}`, false)) assertField(pageWith(id), field);
    }
  }
});

test('every request can be pasted into a shell, and its body is one that the operation accepts', () => {
  for (const { path, operation } of operations) {
    const { operationId: id } = operation;
    const [curl = ''] = pageWith(id).samplesOf(id);
    assert.match(curl, /^curl /, id);
    assert.ok(curl.includes(`https://pay.shop.example/api${path.replace(/\{.*/, '')}`), id);
    const isVersioned = (operation.parameters ?? []).some((one) => parameterOf(document, one).name === 'v');
    assert.equal(/[?&]v=1'/.test(curl), isVersioned, id);
    assert.equal(operation.requestBody !== undefined, curl.includes(" -d '"), id);
    if (operation.requestBody === undefined) continue;
    const schema = resolved(operation.requestBody.content?.['application/json']?.schema ?? {});
    const json = /-d '([\s\S]*)'$/.exec(curl)?.[1]?.replaceAll(`'\\''`, "'") ?? '';
    assert.ok(Check({ ...schema, components: { schemas } }, JSON.parse(json)), `${id}: ${json}`);
  }
});

test('every link leads to a page and an anchor that exist, and no anchor is there twice', () => {
  const elsewhere = [
    '/docs/tutorials/',
    '/docs/how-to/',
    '/docs/events',
    '/docs/versions',
    '/problems',
    '/api/openapi.json',
    '/assets/',
    '/docs/search.json',
    '/docs/quittance.postman_collection.json',
  ];
  const assertLeads = (href: string, from: string) => {
    const [path = '', anchor] = href.split('#');
    const page = pages.get(path === '' ? from : path);
    if (page === undefined)
      return assert.ok(path === '/docs' || elsewhere.some((one) => path.startsWith(one)), `${from} leads to ${href}`);
    if (anchor !== undefined) assert.ok(page.ids.includes(anchor), `${from} leads to ${href}`);
  };
  for (const [path, { hrefs, ids }] of pages) {
    for (const href of hrefs) assertLeads(href, path);
    assert.equal(new Set(ids).size, ids.length, path);
  }
  for (const [, , , href] of reference.search())
    assertLeads(new URL(href, 'http://here/docs/').href.slice(11), '/docs/api');
});

test('the search finds every operation, object, field and error by its name', () => {
  const names = new Set(reference.search().map(([kind, name]) => `${kind} ${name}`));
  for (const { operation } of operations) assert.ok(names.has(`operation ${operation.summary}`), operation.summary);
  for (const name of Object.keys(schemas)) assert.ok(isBodyOfOne(name) || names.has(`object ${name}`), name);
  for (const code of Object.keys(problemKinds)) assert.ok(names.has(`error ${code}`), code);
  const anchors = new Set(reference.search().map(([, , , href]) => href.replace(/.*#/, '')));
  for (const { operation } of operations) {
    const body = resolved(operation.requestBody?.content?.['application/json']?.schema ?? {});
    for (const [id] of fieldsIn(body, `${operation.operationId}.body`, true)) assert.ok(anchors.has(id), id);
  }
  for (const [name, schema] of Object.entries(schemas))
    for (const [id] of isBodyOfOne(name) ? [] : fieldsIn(schema, name, false)) assert.ok(anchors.has(id), id);
});

test('no page is larger than 300 kB', () => {
  for (const [path, { html }] of pages) assert.ok(Buffer.byteLength(html) <= 300_000, path);
});

test('where the script is not built, the pages load none and their policy allows none', () => {
  const { headers, html } = openReference(document as never, null).overview();
  assert.ok(!html.includes('<script'));
  assert.doesNotMatch(headers['content-security-policy'] ?? '', /script-src|connect-src/);
});
