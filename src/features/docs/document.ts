// The API document (OpenAPI 3.1), made from the same declarations that are served, so that it cannot drift from them.
import { type ProblemCode, problemKinds } from '../../core/problem.ts';
import { problemSchema, problemsOf } from '../../io/http/openapi.ts';
import type { Operation } from '../../io/http/operation.ts';
import { type Components, nameComponents, type Schema } from './components.ts';
import { type DescribedEvent, describedEvents } from './event-objects.ts';
import { describeGroup } from './groups.ts';
import { operationObject } from './operation-object.ts';
import { headers, parameters, securitySchemes } from './referred-parts.ts';
import { makeSamples, type Samples } from './sample.ts';

export interface ApiDocument {
  readonly openapi: '3.1.1';
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** `publicUrl` is how callers reach the instance. Throws where two objects would have one name. */
export function apiDocument(operations: readonly Operation[], publicUrl: string): ApiDocument {
  const components = nameComponents(operations, { Problem: problemSchema as unknown as Schema });
  const samples = makeSamples(components.schemas);
  return {
    openapi: '3.1.1',
    info,
    servers: [{ url: `${publicUrl}/api` }],
    tags: [...new Set(operations.map((one) => one.group))].map((name) => ({ name, description: describeGroup(name) })),
    paths: pathsOf(operations, components, samples),
    webhooks: Object.fromEntries(describedEvents().map((event) => [event.type, webhookObject(event, samples)])),
    components: {
      securitySchemes: securitySchemes(publicUrl),
      parameters,
      headers,
      examples: problemExamples(operations, publicUrl),
      schemas: components.schemas,
    },
  } as unknown as ApiDocument;
}

const info = {
  title: 'Quittance API',
  version: '1.0.0',
  summary: 'Accept payments in cryptocurrency.',
  license: { name: 'MIT', identifier: 'MIT' },
  description: [
    'Invoices are made out in a fiat currency and paid in cryptocurrency, straight to the merchant’s own addresses.',
    '',
    '- **Versions.** Every operation has versions of its own, chosen with the query parameter `v`.',
    '- **Money** is text in plain decimal notation. Only `rates` holds numbers, and nothing is reckoned from them.',
    '- **Times** are RFC 3339 in UTC.',
    '- **Repeats.** POST, PUT and DELETE take an `Idempotency-Key`: a repeat answers the same and does nothing twice.',
    '- **Lists** are JSON arrays, newest first. Where there is more, the `Link` header leads to the next page.',
    '- **Problems** have the members of RFC 9457 and a stable `code`.',
    '- **Unknown properties** in an answer are to be ignored: more may be added without a new version.',
  ].join('\n'),
};

function pathsOf(operations: readonly Operation[], components: Components, samples: Samples): Record<string, object> {
  const byPath = Map.groupBy(operations, (one) => one.path.replaceAll(/:(\w+)/g, '{$1}'));
  return Object.fromEntries(
    [...byPath].map(([path, those]) => [
      path,
      Object.fromEntries(those.map((one) => [one.method.toLowerCase(), operationObject(one, components, samples)])),
    ]),
  );
}

function webhookObject(event: DescribedEvent, samples: Samples): object {
  const schema = {
    type: 'object',
    properties: {
      type: { const: event.type },
      timestamp: { type: 'string', format: 'date-time', description: 'When it happened.' },
      data: event.data,
    },
    required: ['type', 'timestamp', 'data'],
  };
  const signed = ['WebhookId', 'WebhookTimestamp', 'WebhookSignature'];
  return {
    post: {
      operationId: `on${event.type.replaceAll(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
      tags: ['Webhooks'],
      summary: event.summary,
      security: [],
      parameters: signed.map((name) => ({ $ref: `#/components/parameters/${name}` })),
      requestBody: { required: true, content: { 'application/json': { schema, example: samples.of(schema) } } },
      responses: {
        '2XX': { description: 'Received. Answer at once and do the work afterwards.' },
        '4XX': { description: 'Not received; it is sent again later. After 410 the endpoint is switched off.' },
        '5XX': { description: 'Not received; it is sent again later.' },
      },
    },
  };
}

/** Of every problem that any operation can answer. */
function problemExamples(operations: readonly Operation[], publicUrl: string): Record<string, object> {
  const codes = new Set(operations.flatMap((one) => [...problemsOf(one).values()].flat()));
  return Object.fromEntries([...codes].sort().map((code) => [code, problemExample(code, publicUrl)]));
}

function problemExample(code: ProblemCode, publicUrl: string): object {
  const { status, title, remedy } = problemKinds[code];
  const fields = [{ field: 'total', code: 'required', message: 'This field is required.' }];
  const value = {
    type: `${publicUrl}/problems/${code}`,
    title,
    status,
    detail: remedy,
    code,
    request_id: 'c9a4e3b2-5d67-4f81-9b0a-3e2d1c4f5a07',
    ...(code === 'validation_failed' ? { errors: fields } : {}),
  };
  return { summary: title, value };
}
