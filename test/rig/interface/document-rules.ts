// Rules for API documents that OpenAPI's JSON schema cannot express. Each finding is `rule pointer`.
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Json } from '../client.ts';

/** Checks references, operations, paths, security, texts and schemas. Returns the findings. */
export function brokenRules(document: Json): string[] {
  const operations = operationsOf(document);
  return [
    ...brokenReferences(document),
    ...operations.flatMap((one) => brokenOperation(document, one)),
    ...repeated(operations.map(({ operation, pointer }) => [operation.operationId, pointer])).map(
      (pointer) => `operation-id-unique ${pointer}`,
    ),
    ...brokenPaths(Object.keys(document.paths)),
    ...brokenTexts(document),
    ...schemasOf(document).flatMap(({ schema, pointer }) => brokenSchema(document, schema, pointer)),
  ];
}

interface Placed {
  readonly operation: Json;
  readonly pointer: string;
  /** Empty for a webhook. */
  readonly path: string;
}

function operationsOf({ paths, webhooks = {} }: Json): Placed[] {
  return [...Object.entries<Json>(paths), ...Object.entries<Json>(webhooks)].flatMap(([name, methods]) =>
    Object.entries<Json>(methods).map(([method, operation]) => ({
      operation,
      pointer: `${name} ${method}`,
      path: name.startsWith('/') ? name : '',
    })),
  );
}

/** Each value of the document with its JSON pointer. */
function walk(value: Json, pointer = '#'): (readonly [Json, string])[] {
  if (typeof value !== 'object' || value === null) return [[value, pointer]];
  const inner = Object.entries<Json>(value).flatMap(([name, one]) =>
    walk(one, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  );
  return [[value, pointer], ...inner];
}

function valueAt(document: Json, reference: string): Json {
  const names = reference.replace(/^#\//, '').split('/');
  return names.reduce((value: Json, name) => value?.[name.replaceAll('~1', '/').replaceAll('~0', '~')], document);
}

function resolved(document: Json, value: Json): Json {
  return typeof value?.$ref === 'string' ? resolved(document, valueAt(document, value.$ref)) : value;
}

/** Every reference has a target, every component is used, and only schemas have other members next to a reference. */
function brokenReferences(document: Json): string[] {
  const all = walk(document).filter(([value]) => typeof value?.$ref === 'string');
  const used = new Set(all.map(([value]) => value.$ref));
  for (const { operation } of operationsOf(document))
    for (const name of (operation.security ?? []).flatMap(Object.keys))
      used.add(`#/components/securitySchemes/${name}`);
  const components = Object.entries<Json>(document.components).flatMap(([kind, named]) =>
    Object.keys(named).map((name) => `#/components/${kind}/${name}`),
  );
  const schemas = new Set(schemasOf(document).map(({ schema }) => schema));
  return [
    ...all.filter(([{ $ref }]) => valueAt(document, $ref) === undefined).map(([, at]) => `reference-resolves ${at}`),
    ...components.filter((one) => !used.has(one)).map((one) => `component-used ${one}`),
    ...all
      .filter(([value]) => !schemas.has(value))
      .filter(([value]) => Object.keys(value).some((name) => !['$ref', 'summary', 'description'].includes(name)))
      .map(([, at]) => `reference-siblings ${at}`),
  ];
}

function brokenOperation(document: Json, { operation, pointer, path }: Placed): string[] {
  const parameters: Json[] = (operation.parameters ?? []).map((one: Json) => resolved(document, one));
  const inPath = parameters.filter((one) => one?.in === 'path').map(({ name }) => name);
  const named = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name);
  const statuses = Object.keys(operation.responses ?? {});
  const schemes = document.components.securitySchemes ?? {};
  const unknown = (operation.security ?? []).flatMap(Object.entries).filter(([name, scopes]: [string, string[]]) => {
    const known = Object.values<Json>(schemes[name]?.flows ?? {}).flatMap((flow) => Object.keys(flow.scopes));
    return schemes[name] === undefined || (known.length > 0 && scopes.some((scope) => !known.includes(scope)));
  });
  const broken: Readonly<Record<string, boolean>> = {
    'operation-id': !/^[\w.~-]+$/.test(operation.operationId ?? ''),
    'operation-summary': !operation.summary,
    'operation-2xx': !statuses.some((status) => /^[23]/.test(status)),
    'operation-4xx': path !== '' && !statuses.some((status) => /^4/.test(status)),
    'parameters-unique': new Set(parameters.map((one) => `${one?.in} ${one?.name}`)).size < parameters.length,
    'path-parameters': inPath.toSorted().join() !== named.toSorted().join(),
    'security-defined': unknown.length > 0 || (operation.security ?? document.security) === undefined,
  };
  return Object.entries(broken).flatMap(([rule, isBroken]) => (isBroken ? [`${rule} ${pointer}`] : []));
}

/** No two paths may match the same URL ambiguously. */
function brokenPaths(paths: readonly string[]): string[] {
  const segments = (path: string) => path.split('/').map((one) => (/^\{.*\}$/.test(one) ? null : one));
  const specific = (path: string) => segments(path).map((one) => one !== null);
  const overlap = (one: string, other: string) => {
    const [a, b] = [segments(one), segments(other)];
    if (a.length !== b.length || !a.every((each, at) => each === null || b[at] === null || each === b[at]))
      return false;
    // A path has precedence if it is literal wherever the other is, and in at least one more segment.
    const [as, bs] = [specific(one), specific(other)];
    const isMore = (x: boolean[], y: boolean[]) =>
      x.every((each, at) => each || !y[at]) && x.some((e, at) => e && !y[at]);
    return !isMore(as, bs) && !isMore(bs, as);
  };
  return [
    ...paths.filter((path) => /.\/$|\?|\{\}/.test(path)).map((path) => `path-form ${path}`),
    ...paths.flatMap((path, at) =>
      paths.slice(at + 1).flatMap((other) => (overlap(path, other) ? [`path-ambiguous ${path} ${other}`] : [])),
    ),
  ];
}

/** Checks names, descriptions and servers. */
function brokenTexts(document: Json): string[] {
  const unsafe = /<\s*(script|iframe|object|embed|style|form)\b|\bon\w+\s*=\s*["']|javascript:/i;
  return [
    ...(document.info.license?.identifier || document.info.license?.url ? [] : ['license #/info']),
    ...document.tags.filter(({ description }: Json) => !description).map(({ name }: Json) => `tag-description ${name}`),
    ...repeated(document.tags.map(({ name }: Json) => [name, name])).map((name) => `tag-unique ${name}`),
    ...(document.servers?.length > 0 ? [] : ['servers #']),
    ...document.servers
      .filter(({ url }: Json) => /\/$|example\.com/.test(url))
      .map(({ url }: Json) => `server-address ${url}`),
    ...walk(document)
      .filter(([value, at]) => /\/(description|summary)$/.test(at) && typeof value === 'string' && unsafe.test(value))
      .map(([, at]) => `safe-markdown ${at}`),
  ];
}

/** Each outermost schema with all nested schemas, except those that are listed separately in `components`. */
function schemasOf(document: Json): { schema: Json; pointer: string }[] {
  const outermost = walk(document).filter(
    ([, at]) =>
      (/\/schema$/.test(at) && !/\/properties\/schema$/.test(at)) || /^#\/components\/schemas\/[^/]+$/.test(at),
  );
  return outermost.flatMap(([schema, pointer]) => withInner(schema, pointer));
}

function withInner(schema: Json, pointer: string): { schema: Json; pointer: string }[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const single = ['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames'];
  const many = ['allOf', 'anyOf', 'oneOf', 'prefixItems', 'properties', 'patternProperties', '$defs'];
  return [
    { schema, pointer },
    ...single.flatMap((name) => withInner(schema[name], `${pointer}/${name}`)),
    ...many.flatMap((name) =>
      Object.entries<Json>(schema[name] ?? {}).flatMap(([key, one]) => withInner(one, `${pointer}/${name}/${key}`)),
    ),
  ];
}

const metaSchema = new Ajv2020({ strict: false });

function brokenSchema(document: Json, schema: Json, pointer: string): string[] {
  const types: string[] = [schema.type ?? []].flat();
  const values: Json[] = schema.enum ?? [];
  const isOf = (value: Json, type: string) =>
    type === 'integer' ? Number.isInteger(value) : type === typed(value) || type === 'any';
  const isFor = (keyword: string, ...allowed: string[]) =>
    keyword in schema && types.length > 0 && !types.some((type) => allowed.includes(type));
  const choices = [schema.anyOf, schema.oneOf, schema.allOf].filter((one) => one !== undefined);
  const broken: Readonly<Record<string, boolean>> = {
    'schema-valid': metaSchema.validateSchema(schema) !== true,
    'enum-unique': new Set(values.map((value) => JSON.stringify(value))).size < values.length,
    'enum-type': types.length > 0 && values.some((value) => !types.some((type) => isOf(value, type))),
    'type-keywords':
      isFor('properties', 'object') ||
      isFor('items', 'array') ||
      isFor('pattern', 'string') ||
      isFor('minLength', 'string') ||
      isFor('minimum', 'integer', 'number'),
    'number-range':
      ('minimum' in schema && 'exclusiveMinimum' in schema) || ('maximum' in schema && 'exclusiveMaximum' in schema),
    'choices-differ': choices.some((list) => new Set(list.map((one: Json) => JSON.stringify(one))).size < list.length),
    'required-defined':
      schema.properties !== undefined &&
      (schema.required ?? []).some((name: string) => !propertiesOf(document, schema).has(name)),
  };
  return Object.entries(broken).flatMap(([rule, isBroken]) => (isBroken ? [`${rule} ${pointer}`] : []));
}

function typed(value: Json): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function propertiesOf(document: Json, schema: Json): Set<string> {
  const inner = [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  const target = resolved(document, schema);
  return new Set([
    ...Object.keys(target?.properties ?? {}),
    ...inner.flatMap((one: Json) => [...propertiesOf(document, resolved(document, one))]),
  ]);
}

/** The second element of each pair whose first element occurred before. */
function repeated(pairs: readonly (readonly [string, string])[]): string[] {
  return pairs.flatMap(([key, named], at) => (pairs.findIndex(([other]) => other === key) < at ? [named] : []));
}
