// Reads the API document for the reference pages: operations by group, with references to parameters, headers and
// responses resolved.

import type { Schema } from '../components.ts';
import type { ApiDocument } from '../document.ts';

export interface ReadDocument {
  readonly info: { readonly title: string; readonly description: string };
  /** The base URL of the operations, without a trailing slash. */
  readonly server: string;
  readonly groups: readonly ReadGroup[];
  readonly schemas: Readonly<Record<string, Schema>>;
  readonly securitySchemes: Readonly<Record<string, SecurityScheme>>;
  /** Parameters that nearly every operation takes, by their names under components. */
  readonly commonParameters: ReadonlyMap<string, ReadParameter>;
  /** Errors of nearly every operation, by their names under components. */
  readonly commonErrors: ReadonlyMap<string, ReadAnswer>;
  /** Headers of a webhook delivery. */
  readonly deliveryHeaders: readonly ReadParameter[];
}

export interface ReadGroup {
  readonly name: string;
  readonly description: string;
  readonly operations: readonly ReadOperation[];
}

export interface ReadOperation {
  readonly id: string;
  /** In upper case. */
  readonly method: string;
  /** The path below the server, with parameters in braces. */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly group: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly ReadParameter[];
  /** Null if the operation takes no body. */
  readonly body: ReadBody | null;
  readonly answers: readonly ReadAnswer[];
  readonly olderVersions: readonly OlderVersion[];
}

export interface ReadParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
  readonly example?: unknown;
  /** Its name under components if it is one of the common parameters; otherwise null. */
  readonly common: string | null;
}

export interface ReadBody {
  readonly required: boolean;
  readonly schema: Schema;
  /** The name of its schema; null if the schema is unnamed. */
  readonly name: string | null;
}

export interface ReadAnswer {
  /** As in the document: `201`, `4XX` or `default`. */
  readonly status: string;
  readonly description: string;
  readonly headers: readonly { readonly name: string; readonly description: string }[];
  readonly content: Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>;
  /** Its name under components if these are the common errors; otherwise null. */
  readonly common: string | null;
}

export interface OlderVersion {
  readonly version: number;
  readonly deprecated_on: string;
  readonly sunset_on: string | null;
  readonly changes: string;
}

export interface SecurityScheme {
  readonly type: string;
  readonly description: string;
  readonly bearerFormat?: string;
  readonly name?: string;
  readonly flows?: { readonly authorizationCode: { readonly scopes: Readonly<Record<string, string>> } };
}

/** Described once, on the first page of the reference. */
const commonParameters = ['v', 'Key', 'Csrf'];

type Referred = { readonly $ref?: string };
type RawAnswer = Referred & {
  readonly description?: string;
  readonly headers?: Readonly<Record<string, Referred & { readonly description?: string }>>;
  readonly content?: ReadAnswer['content'];
};

interface RawOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly security: ReadOperation['security'];
  readonly parameters?: readonly (Referred & ReadParameter)[];
  readonly requestBody?: { readonly required?: boolean; readonly content: ReadAnswer['content'] };
  readonly responses: Readonly<Record<string, RawAnswer>>;
  readonly 'x-older-versions'?: readonly OlderVersion[];
}

interface RawDocument {
  readonly info: ReadDocument['info'];
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;
  readonly webhooks?: Readonly<Record<string, { readonly post: RawOperation }>>;
  readonly components: {
    readonly schemas: ReadDocument['schemas'];
    readonly securitySchemes: ReadDocument['securitySchemes'];
    readonly parameters: Readonly<Record<string, ReadParameter>>;
    readonly headers: Readonly<Record<string, { readonly description: string }>>;
    readonly responses: Readonly<Record<string, RawAnswer>>;
  };
}

/** The last part of a reference, as in `Invoice` of `#/components/schemas/Invoice`. */
export function nameIn(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

/** Groups keep the order of the document's tags, and operations the order of its paths. */
export function readDocument(document: ApiDocument): ReadDocument {
  const raw = document as unknown as RawDocument;
  const operations = Object.entries(raw.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => readOperation({ path, method }, one, raw)),
  );
  const byGroup = Map.groupBy(operations, ({ group }) => group);
  const common = operations.flatMap(({ answers }) => answers).filter((one) => one.common !== null);
  const [delivery] = Object.values(raw.webhooks ?? {});
  return {
    info: raw.info,
    server: raw.servers[0]?.url ?? '',
    groups: raw.tags.map(({ name, description }) => ({ name, description, operations: byGroup.get(name) ?? [] })),
    schemas: raw.components.schemas,
    securitySchemes: raw.components.securitySchemes,
    commonParameters: new Map(
      commonParameters.flatMap((name) => {
        const one = raw.components.parameters[name];
        return one === undefined ? [] : [[name, { ...one, common: name }] as const];
      }),
    ),
    commonErrors: new Map(common.map((one) => [one.common ?? '', one])),
    deliveryHeaders: (delivery?.post.parameters ?? []).map((one) => readParameter(one, raw)),
  };
}

function readOperation(place: { path: string; method: string }, one: RawOperation, raw: RawDocument): ReadOperation {
  return {
    id: one.operationId,
    method: place.method.toUpperCase(),
    path: place.path,
    summary: one.summary,
    description: one.description ?? '',
    group: one.tags[0] ?? '',
    security: one.security,
    parameters: (one.parameters ?? []).map((parameter) => readParameter(parameter, raw)),
    body: readBody(one, raw),
    answers: Object.entries(one.responses).map(([status, answer]) => readAnswer(status, answer, raw)),
    olderVersions: one['x-older-versions'] ?? [],
  };
}

function readParameter(parameter: Referred & ReadParameter, { components }: RawDocument): ReadParameter {
  const name = parameter.$ref === undefined ? null : nameIn(parameter.$ref);
  const read = name === null ? parameter : (components.parameters[name] ?? parameter);
  return { ...read, common: name !== null && commonParameters.includes(name) ? name : null };
}

function readBody({ requestBody }: RawOperation, { components }: RawDocument): ReadBody | null {
  const schema = requestBody?.content['application/json']?.schema;
  if (schema === undefined) return null;
  const name = typeof schema.$ref === 'string' ? nameIn(schema.$ref) : null;
  const read = name === null ? schema : (components.schemas[name] ?? schema);
  return { required: requestBody?.required === true, schema: read, name };
}

function readAnswer(status: string, answer: RawAnswer, raw: RawDocument): ReadAnswer {
  const read = followed(answer, raw);
  return {
    status,
    description: read.description ?? '',
    headers: Object.entries(read.headers ?? {}).map(([name, header]) => ({
      name,
      description:
        (header.$ref === undefined ? header : raw.components.headers[nameIn(header.$ref)])?.description ?? '',
    })),
    content: read.content ?? {},
    common: status === 'default' && answer.$ref !== undefined ? nameIn(answer.$ref) : null,
  };
}

/** The reference's own description takes precedence. */
function followed(answer: RawAnswer, raw: RawDocument): RawAnswer {
  if (answer.$ref === undefined) return answer;
  const { $ref, ...own } = answer;
  return { ...followed(raw.components.responses[nameIn($ref)] ?? {}, raw), ...own };
}
