// The API document of the whole product, without starting it: operations are declared before anything is connected.
import * as docs from '../../../src/features/docs/document.ts';
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
    readonly responses: Readonly<Record<string, DescribedContent>>;
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
  readonly requestBody?: DescribedContent;
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

/** The operations alone. `publicUrl` only shows in the addresses that the document names. */
export function describedApi(publicUrl = somewhere): DescribedApi {
  return JSON.parse(JSON.stringify(docs.apiDocument(declaredOperations(), publicUrl))) as DescribedApi;
}

/** As it is served: with the paths that have no versions, such as the sign-in's. */
export function servedDocument(publicUrl = somewhere): DescribedApi {
  return JSON.parse(JSON.stringify(docs.servedDocument(declaredOperations(), publicUrl))) as DescribedApi;
}

const somewhere = 'https://pay.shop.example';

/** A parameter, which may stand under components. */
export function parameterOf(
  document: DescribedApi,
  parameter: DescribedParameter | { readonly $ref: string },
): DescribedParameter {
  if (!('$ref' in parameter)) return parameter;
  return document.components.parameters[nameIn(parameter.$ref)] as DescribedParameter;
}

/** An answer, which may stand under components. */
export function responseOf(
  document: DescribedApi,
  response: (DescribedContent & { readonly $ref?: string }) | undefined,
): DescribedContent | undefined {
  return response?.$ref === undefined ? response : document.components.responses[nameIn(response.$ref)];
}

/** What a body or an answer looks like: its own example, or that of the object that it is, or that it lists. */
export function exampleOf(
  document: DescribedApi,
  content: { readonly schema: JsonSchema; readonly example?: unknown },
) {
  if ('example' in content) return content.example;
  const ofSchema = (schema: JsonSchema): unknown => {
    const target = typeof schema.$ref === 'string' ? document.components.schemas[nameIn(schema.$ref)] : schema;
    return (target?.examples as readonly unknown[] | undefined)?.[0];
  };
  const { schema } = content;
  if (schema.type !== 'array') return ofSchema(schema);
  const item = ofSchema(schema.items as JsonSchema);
  return item === undefined ? undefined : [item];
}

function nameIn(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

export function declaredOperations(): Operation[] {
  return operations(nothing as never, nothing as never, nothing as never, nothing as never);
}

/**
 * Stands for an instance and every part of it: declaring an operation may ask for parts, but only a call does anything.
 */
const nothing: unknown = new Proxy(() => nothing, { get: () => nothing });
