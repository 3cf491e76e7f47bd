// Compares every response in a test with the service's own API document. An undescribed response is an error.
import assert from 'node:assert/strict';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { withoutReferences } from './without-references.ts';

/** A JSON Schema, whose members a test inspects one by one. */
// biome-ignore lint/suspicious/noExplicitAny: a story reads members of a schema that only JSON Schema types.
type Schema = any;

/** The parts of a response that the document describes. */
interface Answered {
  readonly status: number;
  /** Parsed JSON, or the text if it is not JSON. */
  readonly body: unknown;
}

export interface DescribedOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly { name: string; in: string; required?: boolean; schema: Schema }[];
  readonly requestBody?: { content: Readonly<Record<string, { schema: Schema }>> };
  readonly responses: Readonly<
    Record<string, { description: string; content?: Readonly<Record<string, { schema: Schema }>> }>
  >;
}

export interface ApiDocument {
  readonly openapi: string;
  readonly info: { title: string; version: string };
  readonly servers: readonly { url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components: { securitySchemes: Readonly<Record<string, object>> };
}

/** The operations of the document, which is requested without `v`. */
export async function readDocument(apiUrl: string): Promise<ApiDocument> {
  const response = await fetch(`${apiUrl}/openapi.json`);
  assert.equal(response.status, 200);
  const document = withoutReferences((await response.json()) as ApiDocument);
  const versioned = Object.entries(document.paths).filter(([path]) => !unversioned.test(path));
  return { ...document, paths: Object.fromEntries(versioned) };
}

/**
 * Throws if the document does not describe the response: its status, code or shape. `path` is below `apiUrl`. The
 * document is requested once. A service without a document, or one that stopped before, passes.
 */
export async function assertServedAsDescribed(
  apiUrl: string,
  method: string,
  path: string,
  answer: Answered,
): Promise<void> {
  const api = await servedBy(apiUrl);
  const [plain = ''] = path.split('?', 1);
  const operation = unversioned.test(plain) ? null : (api?.operationAt(plain, method.toLowerCase()) ?? null);
  if (operation !== null) assertDescribed(operation, answer);
  else if (api !== null && answer.status < 300)
    assert.ok(unversioned.test(plain), `${method} ${plain} answered ${answer.status}, and is in no document`);
}

/** The sign-in has the responses of better-auth and separate tests. The document itself is not described. */
const unversioned = /^\/(?:auth\/|(?:openapi|changelog)\.json$)/;

interface ServedApi {
  operationAt(path: string, method: string): DescribedOperation | null;
}

const served = new Map<string, Promise<ServedApi | null>>();
/** Keyed by the document's text without the URL, because most services of a run serve the same document. */
const described = new Map<string, ServedApi>();

function servedBy(apiUrl: string): Promise<ServedApi | null> {
  const known = served.get(apiUrl);
  if (known !== undefined) return known;
  const asked = fetch(`${apiUrl}/openapi.json`, { signal: AbortSignal.timeout(10_000) }).then(
    async (response) => (response.ok ? describedBy((await response.text()).replaceAll(apiUrl, '/api')) : null),
    () => {
      served.delete(apiUrl);
      return null;
    },
  );
  served.set(apiUrl, asked);
  return asked;
}

function describedBy(text: string): ServedApi {
  const known = described.get(text);
  if (known !== undefined) return known;
  const made = servedApi(withoutReferences(JSON.parse(text) as ApiDocument));
  described.set(text, made);
  return made;
}

function servedApi(document: ApiDocument): ServedApi {
  const templates = Object.entries(document.paths)
    .map(([template, methods]) => ({
      pattern: new RegExp(`^${template.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`),
      methods,
      template,
    }))
    // A path without parameters matches better than one with parameters.
    .sort((a, b) => a.template.split('{').length - b.template.split('{').length);
  return {
    operationAt: (path, method) => templates.find(({ pattern }) => pattern.test(path))?.methods[method] ?? null,
  };
}

/**
 * The response that an operation declares for a status: specific members for this status, merged with those of
 * `default`. Its description combines both. Undefined if neither describes the status.
 */
export function answerWith<T extends { readonly description?: string }>(
  responses: Readonly<Record<string, T>>,
  status: number | string,
): T | undefined {
  const own = responses[status];
  const shared = responses.default;
  const told = new RegExp(`^- ${status}: (.+)$`, 'm').exec(shared?.description ?? '')?.[1];
  if (shared === undefined || told === undefined) return own;
  return { ...shared, ...own, description: own === undefined ? told : `${own.description}, ${told}` };
}

function assertDescribed(operation: DescribedOperation, answer: Answered): void {
  const answered = answerWith(operation.responses, answer.status);
  assert.ok(answered, `${operation.operationId} answered ${answer.status}, which the document does not name`);
  const schema = answered.content?.['application/json']?.schema;
  if (schema === undefined) return;
  const validate = validatorOf(schema);
  assert.ok(
    validate(answer.body),
    `${operation.operationId} answered ${answer.status} ${JSON.stringify(answer.body)}: ` +
      `${ajv.errorsText(validate.errors)}`,
  );
  if (answer.status < 400) return;
  const { code } = answer.body as { code?: string };
  const named = answered.description.includes(`\`${code}\``);
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
