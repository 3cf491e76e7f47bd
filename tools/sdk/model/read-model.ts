// Reads the API document as the model that all printers share.
import {
  bodyOf,
  type DescribedApi,
  type DescribedOperation,
  type DescribedParameter,
  type JsonSchema,
  parameterOf,
  responseOf,
} from '../../../test/rig/interface/described-api.ts';
import type { ApiModel, EventModel, FieldModel, OperationModel, TypeModel } from './api-model.ts';
import { markUse } from './mark-use.ts';
import { mergedNames, renamedDeclarations, renamedField, renamedType } from './merge-equal.ts';
import { Declarations, nameIn, pascalCase } from './read-declarations.ts';

/** The same document always gives the same model. */
export function apiModel(document: DescribedApi): ApiModel {
  const declarations = new Declarations(document.components.schemas);
  const operations = routesOf(document).flatMap((one) => readOperation(document, one, declarations) ?? []);
  const events = Object.entries(document.webhooks).map(([type, { post }]) =>
    readEvent(type, bodyOf(document, post as DescribedOperation), declarations),
  );
  const names = mergedNames(declarations.all());
  const named = operations.map((one) => renamedOperation(one, names));
  return {
    declarations: markUse(renamedDeclarations(declarations.all(), names), named, events),
    operations: named,
    events,
    problemCodes: problemCodes(document),
  };
}

function renamedOperation(operation: OperationModel, names: ReadonlyMap<string, string>): OperationModel {
  return {
    ...operation,
    query: operation.query.map((one) => renamedField(one, names)),
    response: renamedType(operation.response, names),
    pageItem: operation.pageItem === null ? null : renamedType(operation.pageItem, names),
  };
}

interface Route {
  readonly path: string;
  readonly method: OperationModel['method'];
  readonly operation: DescribedOperation;
}

function routesOf({ paths }: DescribedApi): Route[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method: method.toUpperCase() as OperationModel['method'],
      operation,
    })),
  );
}

/** Null if the successful response is not JSON. */
function readOperation(document: DescribedApi, route: Route, declarations: Declarations): OperationModel | null {
  const { operation } = route;
  const [, success] = Object.entries(operation.responses).find(([status]) => status.startsWith('2')) ?? [];
  const schema = responseOf(document, success)?.content?.['application/json']?.schema;
  if (schema === undefined) return null;
  const parameters = operation.parameters.map((one) => parameterOf(document, one));
  const query = parameters.filter((one) => one.in === 'query' && one.name !== 'v');
  const name = pascalCase(operation.operationId);
  const isPaged = query.some((one) => one.name === 'cursor');
  return {
    id: operation.operationId,
    tag: operation.tags[0] ?? '',
    method: route.method,
    path: route.path,
    pathParameters: parameters.filter((one) => one.in === 'path').map((one) => one.name),
    query: query.map((one) => queryField(one, `${name}Query`, declarations)),
    body: bodyName(operation),
    response: declarations.typeOf(schema, `${name}Answer`),
    pageItem: isPaged ? declarations.typeOf(schema.items as JsonSchema, `${name}Item`) : null,
    summary: operation.summary,
    description: operation.description || null,
  };
}

function queryField(parameter: DescribedParameter, owner: string, declarations: Declarations): FieldModel {
  const { description } = parameter;
  const schema = description === undefined ? parameter.schema : { ...parameter.schema, description };
  return declarations.fieldOf(parameter.name, schema, owner, !parameter.required);
}

function bodyName(operation: DescribedOperation): string | null {
  const schema = operation.requestBody?.content?.['application/json']?.schema;
  return schema === undefined ? null : nameIn(schema.$ref as string);
}

function readEvent(type: string, content: ReturnType<typeof bodyOf>, declarations: Declarations): EventModel {
  const schema = content?.content?.['application/json']?.schema as JsonSchema;
  const { data = {}, sequence } = schema.properties as Record<string, JsonSchema>;
  const name = `${pascalCase(type)}Event`;
  return {
    type,
    data: eventData(data, `${name}Data`, declarations),
    sequence: sequence === undefined ? null : declarations.fieldOf('sequence', sequence, name, false),
  };
}

function eventData(data: JsonSchema, name: string, declarations: Declarations): string {
  if (Array.isArray(data.allOf)) {
    const [base, beside] = data.allOf as [JsonSchema, JsonSchema];
    return declarations.declareExtension(nameIn(base.$ref as string), beside);
  }
  const type: TypeModel = declarations.typeOf(data, name);
  if (type.kind !== 'object') throw new Error(`the data of ${name} is no object`);
  return type.name;
}

/** Every error response lists its codes. */
function problemCodes(document: DescribedApi): string[] {
  const answers = routesOf(document).flatMap(({ operation }) => Object.entries(operation.responses));
  const texts = answers.map(([status, one]) =>
    status.startsWith('2') ? '' : (responseOf(document, one)?.description ?? ''),
  );
  return [...new Set(texts.flatMap((text) => [...text.matchAll(/`(\w+)`/g)].map(([, code]) => code as string)))].sort();
}
