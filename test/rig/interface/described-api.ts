// The API document of the whole product, built without a running service, since operations are declared before any
// connection.
import * as docs from '../../../src/features/pages/docs/document.ts';
import type { Operation } from '../../../src/io/http/operation.ts';
import { operations } from '../../../src/roles/api.ts';

export interface DescribedApi {
  readonly openapi: string;
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly webhooks: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly parameters: Readonly<Record<string, DescribedParameter>>;
    readonly responses: Readonly<Record<string, DescribedContent & { readonly $ref?: string }>>;
    readonly requestBodies: Readonly<Record<string, DescribedContent>>;
  };
}

export type JsonSchema = { readonly [keyword: string]: unknown };

export interface DescribedOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly (DescribedParameter | { readonly $ref: string })[];
  readonly requestBody?: DescribedContent & { readonly $ref?: string };
  readonly responses: Readonly<Record<string, DescribedContent & { readonly $ref?: string }>>;
}

export interface DescribedParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

export interface DescribedContent {
  readonly description?: string;
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema; readonly example?: unknown }>>;
}

/** Only the versioned operations. `publicUrl` occurs only in the URLs of the document. */
export function describedApi(publicUrl = somewhere): DescribedApi {
  return JSON.parse(JSON.stringify(docs.apiDocument(declaredOperations(), publicUrl))) as DescribedApi;
}

/** The document as served, including unversioned paths such as the sign-in's. */
export function servedDocument(publicUrl = somewhere): DescribedApi {
  return JSON.parse(JSON.stringify(docs.servedDocument(declaredOperations(), publicUrl))) as DescribedApi;
}

const somewhere = 'https://pay.shop.example';

/** Resolves a parameter, which may be a reference to components. */
export function parameterOf(
  document: DescribedApi,
  parameter: DescribedParameter | { readonly $ref: string },
): DescribedParameter {
  if (!('$ref' in parameter)) return parameter;
  return document.components.parameters[nameIn(parameter.$ref)] as DescribedParameter;
}

/** Resolves a response, which may be a reference to components, also through a second reference. */
export function responseOf(
  document: DescribedApi,
  response: (DescribedContent & { readonly $ref?: string }) | undefined,
): DescribedContent | undefined {
  if (response?.$ref === undefined) return response;
  const { $ref, ...beside } = response;
  return { ...responseOf(document, document.components.responses[nameIn($ref)]), ...beside };
}

/** Resolves a request body, which may be a reference to components. */
export function bodyOf(document: DescribedApi, { requestBody }: DescribedOperation): DescribedContent | undefined {
  return requestBody?.$ref === undefined ? requestBody : document.components.requestBodies[nameIn(requestBody.$ref)];
}

/**
 * An example of a body or response: its own, or one composed from the examples of its properties. Undefined if a free
 * text or similar has none.
 */
export function exampleOf(
  document: DescribedApi,
  content: { readonly schema: JsonSchema; readonly example?: unknown },
): unknown {
  if ('example' in content) return content.example;
  return composedExample(document.components.schemas, content.schema);
}

function composedExample(schemas: DescribedApi['components']['schemas'], schema: JsonSchema): unknown {
  const of = (one: unknown): unknown => composedExample(schemas, one as JsonSchema);
  if (typeof schema.$ref === 'string') return of(schemas[nameIn(schema.$ref)]);
  const given = [schema.examples, schema.enum].find(Array.isArray) as readonly unknown[] | undefined;
  if (given !== undefined) return given[0];
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.allOf)) return Object.assign({}, ...(schema.allOf.map(of) as object[]));
  if (schema.properties !== undefined) {
    const values = Object.entries(schema.properties as object).map(([key, one]) => [key, of(one)]);
    return values.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(values);
  }
  const [type] = [schema.type].flat();
  if (type === 'array') {
    const item = of(schema.items);
    return item === undefined ? undefined : [item];
  }
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1;
  if (type === 'string' && schema.format === undefined && schema.pattern === undefined)
    return 'text'.padEnd((schema.minLength as number | undefined) ?? 0, 'x').slice(0, schema.maxLength as number);
  return type === 'boolean' ? true : byFormat[schema.format as string];
}

const byFormat: Readonly<Record<string, string>> = {
  uuid: '0198c2f4-7a10-7c3e-9a51-2f6d8e4b7c01',
  'date-time': '2026-01-15T09:30:00.000Z',
  date: '2026-01-15',
  email: 'ada@shop.example',
};

function nameIn(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

export function declaredOperations(): Operation[] {
  return operations(nothing as never, nothing as never, nothing as never);
}

/** Replaces an instance and all its parts. Declaring an operation may read parts, but only a call uses them. */
const nothing: unknown = new Proxy(() => nothing, { get: () => nothing });
