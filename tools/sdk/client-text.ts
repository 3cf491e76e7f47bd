// Generates the typed part of the client from the API document: an interface for each object, a method for each
// operation.
import {
  bodyOf,
  type DescribedApi,
  type DescribedOperation,
  type DescribedParameter,
  type JsonSchema,
  parameterOf,
  responseOf,
} from '../../test/rig/interface/described-api.ts';
import { commentText, declarationText, typeText } from './type-text.ts';

/** The text of sdk/src/generated/api.ts. The same document always gives the same text. */
export function clientText(document: DescribedApi): string {
  const operations = operationsOf(document).filter((one) => jsonOf(one) !== null);
  const bodies = new Set(operations.map(bodyNameOf));
  const objects = Object.entries(document.components.schemas).map(([name, schema]) =>
    declarationText(name, schema, bodies.has(name) || name === 'OrderBody'),
  );
  const queries = operations.flatMap((one) => queryText(one) ?? []);
  const methods = operations.map((one) => methodText(one));
  return [
    heading,
    ...objects,
    ...queries,
    eventText(document),
    '/** The codes of errors that operations return. */',
    `export type ProblemCode =\n${problemCodes(document)};\n`,
    `export class Api extends Transport {\n${methods.join('\n')}}\n`,
  ].join('\n');
}

const writtenBy =
  '// Written by tools/sdk/generate.ts from the API document: change the declarations, ' + 'and generate it again.';
const heading = `${writtenBy}
import type { Pages } from '../pages.ts';
import { type CallOptions, Transport } from '../transport.ts';
`;

interface Route extends DescribedOperation {
  readonly parameters: readonly DescribedParameter[];
  readonly method: string;
  readonly path: string;
}

function operationsOf(document: DescribedApi): Route[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      responses: Object.fromEntries(
        Object.entries(operation.responses).map(([status, one]) => [status, responseOf(document, one) ?? {}]),
      ),
      parameters: operation.parameters.map((one) => parameterOf(document, one)),
      method: method.toUpperCase(),
      path,
    })),
  );
}

/** The schema of a successful response; null if it is not JSON. */
function jsonOf(operation: DescribedOperation): JsonSchema | null {
  const [, success] = Object.entries(operation.responses).find(([status]) => status.startsWith('2')) ?? [];
  return success?.content?.['application/json']?.schema ?? null;
}

function bodyNameOf(operation: DescribedOperation): string | null {
  const schema = operation.requestBody?.content?.['application/json']?.schema;
  return schema === undefined ? null : typeText(schema);
}

function parametersIn(operation: Route, place: string): DescribedParameter[] {
  return operation.parameters.filter((one) => one.in === place);
}

function queryOf(operation: Route): DescribedParameter[] {
  return parametersIn(operation, 'query').filter((one) => one.name !== 'v');
}

function queryName({ operationId }: DescribedOperation): string {
  return `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Query`;
}

function queryText(operation: Route): string | null {
  const query = queryOf(operation);
  if (query.length === 0) return null;
  const properties = query.map((one) => [one.name, { ...one.schema, description: one.description }] as const);
  const required = query.filter((one) => one.required).map((one) => one.name);
  return declarationText(queryName(operation), { properties: Object.fromEntries(properties), required }, true);
}

function methodText(operation: Route): string {
  const answer = jsonOf(operation) as JsonSchema;
  const query = queryOf(operation);
  const body = bodyNameOf(operation);
  const inPath = parametersIn(operation, 'path').map((one) => one.name);
  const needsQuery = query.some((one) => one.required);
  const isPaged = query.some((one) => one.name === 'cursor');
  const takes = [
    ...inPath.map((name) => `${name}: string`),
    ...(body === null ? [] : [`body: ${body}`]),
    ...(query.length === 0 ? [] : [`query: ${queryName(operation)}${needsQuery ? '' : ' = {}'}`]),
    'options?: CallOptions',
  ];
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `\${encodeURIComponent(${name})}`);
  const facts = [
    `method: '${operation.method}'`,
    `path: ${path.includes('$') ? `\`${path}\`` : `'${path}'`}`,
    ...(query.length === 0 ? [] : ['query']),
    ...(body === null ? [] : ['body']),
  ].join(', ');
  const item = typeText((answer.items ?? {}) as JsonSchema);
  const about = [`${operation.summary}.`, ...(operation.description ? ['', operation.description] : [])].join('\n');
  const head = `${commentText(about, '  ')}  ${operation.operationId}(${takes.join(', ')})`;
  if (isPaged) return `${head}: Pages<${item}> {\n    return this.list({ ${facts} }, options);\n  }\n`;
  return `${head}: Promise<${typeText(answer, '  ')}> {\n    return this.send({ ${facts} }, options);\n  }\n`;
}

/** One union member for each event type, so that `event.type` determines the type of `event.data`. */
function eventText(document: DescribedApi): string {
  const extended = new Map<string, string>();
  const members = Object.entries(document.webhooks).map(([type, { post }]) => {
    const schema = bodyOf(document, post as DescribedOperation)?.content?.['application/json']?.schema as JsonSchema;
    const { data = {}, sequence } = schema.properties as Record<string, JsonSchema>;
    const [base] = (data.allOf ?? []) as JsonSchema[];
    const name = base === undefined ? null : `${typeText(base)}EventData`;
    if (name !== null) extended.set(name, declarationText(name, data, false));
    return [
      '  | {',
      `      readonly type: '${type}';`,
      '      readonly timestamp: string;',
      ...(sequence === undefined ? [] : [`      readonly sequence: ${typeText(sequence)};`]),
      `      readonly data: ${name ?? typeText(data, '      ')};`,
      '    }',
    ].join('\n');
  });
  const union = `/** The body of a delivery. */\nexport type WebhookEvent =\n${members.join('\n')};\n`;
  return [...extended.values(), union].join('\n');
}

/** Every error response lists its codes. */
function problemCodes(document: DescribedApi): string {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const answers = operations.flatMap(({ responses }) => Object.entries(responses));
  const told = answers.map(([status, one]) =>
    status.startsWith('2') ? '' : (responseOf(document, one)?.description ?? ''),
  );
  const codes = new Set(told.flatMap((text) => [...text.matchAll(/`(\w+)`/g)].map(([, code]) => code)));
  return [...codes]
    .sort()
    .map((code) => `  | '${code}'`)
    .join('\n');
}
