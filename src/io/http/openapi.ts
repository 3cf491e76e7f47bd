// Describes an operation to OpenAPI 3.1 from its own declaration, so that the document cannot drift from what is served.
import type { FastifySchema } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { type ProblemCode, problemKinds } from '../../core/problem.ts';
import type { Operation } from './operation.ts';

/** What @fastify/swagger starts the document from. */
export function openApiInfo(publicUrl: string) {
  return {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Quittance API',
        version: '1.0.0',
        description: 'Accept payments in cryptocurrency: apps, invoices, and the transactions that pay them.',
      },
      servers: [{ url: `${publicUrl}/api` }],
      components: {
        securitySchemes: {
          PAT: {
            type: 'http' as const,
            scheme: 'bearer',
            description: 'Personal access token (`qpat_…`), with scopes.',
          },
          AppToken: { type: 'http' as const, scheme: 'bearer', description: 'App token (`qapp_…`), for its own app.' },
          OAuth2: { type: 'http' as const, scheme: 'bearer', description: 'Access token of an OAuth 2 client.' },
          Cookie: {
            type: 'apiKey' as const,
            in: 'cookie' as const,
            name: 'quittance_session',
            description: 'Browser session.',
          },
        },
      },
    },
    hideUntagged: true,
  };
}

export function operationSchema(declared: Operation): FastifySchema {
  const statuses = [declared.status ?? 200, ...(declared.otherStatuses ?? [])];
  return {
    operationId: declared.id,
    tags: [declared.group],
    summary: declared.summary,
    ...(declared.description ? { description: declared.description } : {}),
    security: securityOf(declared),
    querystring: querySchema(declared.query),
    ...(declared.params ? { params: declared.params } : {}),
    ...(declared.body ? { body: declared.body } : {}),
    ...(declared.method === 'GET' ? {} : { headers: idempotencyHeader }),
    response: {
      ...Object.fromEntries(statuses.map((status) => [status, answerSchema(declared)])),
      ...problemAnswers(declared),
    },
  } as FastifySchema;
}

function answerSchema(declared: Operation): object {
  if (declared.contentType === undefined) return declared.answer;
  return { description: declared.summary, content: { [declared.contentType]: { schema: declared.answer } } };
}

export const problemSchema = Type.Object({
  type: Type.String({ format: 'uri', description: 'The served page about this kind of problem.' }),
  title: Type.String(),
  status: Type.Integer(),
  detail: Type.String({ description: 'What is wrong here, and what to do about it.' }),
  code: Type.String({ description: 'Stable name of the problem.' }),
  request_id: Type.String({ format: 'uuid' }),
  errors: Type.Optional(
    Type.Array(Type.Object({ field: Type.String(), code: Type.String(), message: Type.String() }), {
      description: 'For validation: one entry per refused field.',
    }),
  ),
});

const idempotencyHeader = {
  type: 'object',
  properties: {
    'idempotency-key': {
      type: 'string',
      description: 'UUIDv4; a repeat with the same key answers the same and does nothing twice.',
    },
  },
};

function querySchema(query: TSchema | undefined): object {
  const own = (query ?? Type.Object({})) as unknown as { properties: Record<string, TSchema>; required?: string[] };
  return {
    type: 'object',
    properties: { v: { type: 'integer', enum: [1], description: 'Version of the operation.' }, ...own.properties },
    required: ['v', ...(own.required ?? [])],
  };
}

function securityOf(declared: Operation): Record<string, string[]>[] {
  const { access } = declared;
  return [
    ...(access.public ? [{}] : []),
    ...(access.cookie ? [{ Cookie: [] }] : []),
    ...(access.pat ? [{ PAT: [access.pat] }] : []),
    ...(access.appToken ? [{ AppToken: [] }] : []),
    ...(access.oauth2 ? [{ OAuth2: [access.oauth2] }] : []),
  ];
}

function problemAnswers(declared: Operation): Record<string, unknown> {
  const codes: ProblemCode[] = [
    'version_required',
    'version_unsupported',
    'malformed_request',
    'internal_error',
    'temporarily_unavailable',
    'rate_limited',
    ...(declared.problems ?? []),
  ];
  if (!declared.access.public) codes.push('not_authenticated', 'forbidden', 'insufficient_scope');
  // A token that is sent is read, also where none is needed.
  codes.push('invalid_token');
  if (declared.params) codes.push('not_found');
  if (declared.method !== 'GET') codes.push('malformed_json', 'body_too_large', 'unsupported_media_type');
  if (declared.body || declared.query || declared.method !== 'GET') codes.push('validation_failed');
  if (declared.method !== 'GET') codes.push('idempotency_key_invalid', 'idempotency_key_reused', 'request_in_progress');
  const byStatus = Map.groupBy(new Set(codes), (code) => problemKinds[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, those]) => [
      status,
      { ...problemSchema, description: those.map((code) => `\`${code}\``).join(', ') },
    ]),
  );
}
