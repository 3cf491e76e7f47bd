// The API document of the whole product, without starting it: operations are declared before anything is connected.
import { apiDocument } from '../../../src/features/docs/document.ts';
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
    readonly examples: Readonly<Record<string, { readonly value: unknown }>>;
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
  readonly responses: Readonly<Record<string, DescribedContent>>;
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

/** `publicUrl` only shows in the addresses that the document names. */
export function describedApi(publicUrl = 'https://pay.shop.example'): DescribedApi {
  const declared = declaredOperations();
  return JSON.parse(JSON.stringify(apiDocument(declared, publicUrl))) as DescribedApi;
}

export function declaredOperations(): Operation[] {
  return operations(nothing as never, nothing as never, nothing as never, nothing as never);
}

/**
 * Stands for an instance and every part of it: declaring an operation may ask for parts, but only a call does anything.
 */
const nothing: unknown = new Proxy(() => nothing, { get: () => nothing });
