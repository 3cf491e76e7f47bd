// Holds every answer that a test sees against the service's own API document: what is not described may not be served.
import assert from 'node:assert/strict';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Answer, CallOptions, Client, Json } from './client.ts';
import { withoutReferences } from './without-references.ts';

export interface DescribedOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly { name: string; in: string; required?: boolean; schema: Json }[];
  readonly requestBody?: { content: Readonly<Record<string, { schema: Json }>> };
  readonly responses: Readonly<
    Record<string, { description: string; content?: Readonly<Record<string, { schema: Json }>> }>
  >;
}

export interface ApiDocument {
  readonly openapi: string;
  readonly info: { title: string; version: string };
  readonly servers: readonly { url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components: { securitySchemes: Readonly<Record<string, object>> };
}

/** Asked for without `v`, as everybody may. */
export async function readDocument(apiUrl: string): Promise<ApiDocument> {
  const response = await fetch(`${apiUrl}/openapi.json`);
  assert.equal(response.status, 200);
  return withoutReferences((await response.json()) as ApiDocument);
}

/** The same client, whose every answer must be one that the document describes. */
export function checking(inner: Client, document: ApiDocument): Client {
  const check = async (method: string, path: string, calling: Promise<Answer<Json>>): Promise<Answer<Json>> => {
    const answer = await calling;
    const operation = operationFor(document, method, path);
    if (operation !== null) assertDescribed(operation, answer);
    return answer;
  };
  return {
    get: (path: string, options?: CallOptions) => check('get', path, inner.get(path, options)),
    post: (path: string, body?: unknown, options?: CallOptions) => check('post', path, inner.post(path, body, options)),
    put: (path: string, body?: unknown, options?: CallOptions) => check('put', path, inner.put(path, body, options)),
    delete: (path: string, options?: CallOptions) => check('delete', path, inner.delete(path, options)),
    as: (token) => checking(inner.as(token), document),
  };
}

function operationFor(document: ApiDocument, method: string, path: string): DescribedOperation | null {
  const [plain = ''] = path.split('?', 1);
  const matching = Object.keys(document.paths).filter((template) =>
    new RegExp(`^${template.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`).test(plain),
  );
  // A path without parameters is nearer than one with.
  const [nearest] = matching.sort((a, b) => a.split('{').length - b.split('{').length);
  return nearest === undefined ? null : (document.paths[nearest]?.[method] ?? null);
}

function assertDescribed(operation: DescribedOperation, answer: Answer<Json>): void {
  const described = operation.responses[answer.status];
  assert.ok(described, `${operation.operationId} answered ${answer.status}, which the document does not name`);
  const schema = described.content?.['application/json']?.schema;
  if (schema === undefined) return;
  const validate = validatorOf(schema);
  assert.ok(
    validate(answer.body),
    `${operation.operationId} answered ${answer.status} ${JSON.stringify(answer.body)}: ${ajv.errorsText(validate.errors)}`,
  );
  if (answer.status < 400) return;
  const { code } = answer.body as { code?: string };
  const named = described.description.includes(`\`${code}\``);
  assert.ok(named, `${operation.operationId} answered the code ${code}, which the document does not name`);
}

const ajv = addFormats.default(new Ajv2020({ allErrors: true, strict: false }));
const compiled = new WeakMap<object, ValidateFunction>();

function validatorOf(schema: object): ValidateFunction {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  const made = ajv.compile(schema);
  compiled.set(schema, made);
  return made;
}
