// Prints the typed part of the TypeScript client: an interface for each object, a method for each operation.
import { type ApiModel, declared, type EventModel, type OperationModel } from '../model/api-model.ts';
import { pascalCase } from '../model/read-declarations.ts';
import { commentText, TypeWriter } from './type-text.ts';

/** The text of sdk/typescript/src/generated/api.ts. The same model always gives the same text. */
export function typescriptText(model: ApiModel): string {
  const writer = new TypeWriter(model);
  const bodies = new Set(model.operations.map(({ body }) => body));
  const objects = model.declarations
    .filter((one) => one.origin === 'schema')
    .map((one) => writer.declaration(one, bodies.has(one.name) || one.name === 'OrderBody'));
  return [
    heading,
    ...objects,
    ...model.operations.flatMap((one) => queryText(writer, one) ?? []),
    eventText(writer, model),
    '/** The codes of errors that operations return. */',
    `export type ProblemCode =\n${model.problemCodes.map((code) => `  | '${code}'`).join('\n')};\n`,
    `export class Api extends Transport {\n${model.operations.map((one) => methodText(writer, one)).join('\n')}}\n`,
  ].join('\n');
}

const writtenBy =
  '// Written by tools/sdk/generate.ts from the API document: change the declarations, ' + 'and generate it again.';
const heading = `${writtenBy}
import type { Pages } from '../pages.ts';
import { type CallOptions, Transport } from '../transport.ts';
`;

function queryName({ id }: OperationModel): string {
  return `${pascalCase(id)}Query`;
}

function queryText(writer: TypeWriter, operation: OperationModel): string | null {
  if (operation.query.length === 0) return null;
  return `export interface ${queryName(operation)} ${writer.fields(operation.query, '', true)}\n`;
}

function methodText(writer: TypeWriter, operation: OperationModel): string {
  const { query, body, pageItem } = operation;
  const needsQuery = query.some((one) => !one.isOptional);
  const takes = [
    ...operation.pathParameters.map((name) => `${name}: string`),
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
  const about = [`${operation.summary}.`, ...(operation.description ? ['', operation.description] : [])].join('\n');
  const head = `${commentText(about, '  ')}  ${operation.id}(${takes.join(', ')})`;
  if (pageItem !== null)
    return `${head}: Pages<${writer.type(pageItem)}> {\n    return this.list({ ${facts} }, options);\n  }\n`;
  const answer = writer.type(operation.response, '  ');
  return `${head}: Promise<${answer}> {\n    return this.send({ ${facts} }, options);\n  }\n`;
}

/** One union member for each event type, so that `event.type` determines the type of `event.data`. */
function eventText(writer: TypeWriter, model: ApiModel): string {
  const extended = model.declarations
    .filter((one) => one.origin === 'event')
    .map((one) => writer.declaration(one, false));
  const members = model.events.map((event) => memberText(writer, model, event));
  const union = `/** The body of a delivery. */\nexport type WebhookEvent =\n${members.join('\n')};\n`;
  return [...extended, union].join('\n');
}

function memberText(writer: TypeWriter, model: ApiModel, { type, data, sequence }: EventModel): string {
  const count = sequence === null ? null : `${writer.type(sequence.type)}${sequence.isNullable ? ' | null' : ''}`;
  return [
    '  | {',
    `      readonly type: '${type}';`,
    '      readonly timestamp: string;',
    ...(count === null ? [] : [`      readonly sequence: ${count};`]),
    `      readonly data: ${writer.type({ kind: 'object', name: declared(model, 'object', data).name }, '      ')};`,
    '    }',
  ].join('\n');
}
