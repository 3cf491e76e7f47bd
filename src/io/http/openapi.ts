// Derives from an operation's declaration the schemas for validation and the problems that it can return. The server
// and the API document share them.
import type { FastifySchema } from 'fastify';
import type { Permission } from '../../core/access/team.ts';
import { type Access, permissionAsked } from '../../core/access.ts';
import { type ProblemCode, problemKinds } from '../../core/problem.ts';
import { Type } from '../schema.ts';
import type { Operation } from './operation.ts';
import { supportedVersions, versionedQuery } from './versions.ts';

/** Returns the schema with which Fastify validates and serializes. */
export function operationSchema(declared: Operation): FastifySchema {
  const statuses = [declared.status ?? 200, ...(declared.otherStatuses ?? [])];
  return {
    querystring: querySchema(declared),
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
  const types = Object.keys(declared.contentExamples ?? { [declared.contentType]: '' });
  return { content: Object.fromEntries(types.map((type) => [type, { schema: declared.answer }])) };
}

export const problemSchema = Type.Object({
  type: Type.String({ format: 'uri' }),
  title: Type.String(),
  status: Type.Integer(),
  detail: Type.String({ description: 'The cause of the problem and its remedy.' }),
  code: Type.String(),
  request_id: Type.String({ format: 'uuid' }),
  errors: Type.Optional(
    Type.Array(
      Type.Object({
        field: Type.String(),
        code: Type.String(),
        message: Type.String(),
        proof_text: Type.Optional(
          Type.String({
            description: 'With `address_in_use`: the text that the holder of the address signs to prove control of it.',
          }),
        ),
        proof_payment: Type.Optional(
          Type.Object(
            {
              cryptocurrency: Type.String(),
              network: Type.String(),
              amount: Type.String(),
              expires_at: Type.String({ format: 'date-time' }),
            },
            { description: 'If the address cannot sign: this payment from it to itself proves control.' },
          ),
        ),
      }),
      { description: 'For validation errors: one entry per rejected field.' },
    ),
  ),
});

const idempotencyHeader = {
  type: 'object',
  properties: {
    'idempotency-key': {
      type: 'string',
      description: 'UUIDv4. A repeat with the same key gets the same answer and has no further effect.',
    },
  },
};

/** Returns the schema of the operation's query, including the version. */
export function querySchema(declared: Pick<Operation, 'query' | 'answer' | 'version' | 'olderVersions'>): object {
  return versionedQuery(declared, supportedVersions(declared));
}

/** The members that decide which problems an operation can return. */
type Answering = Pick<Operation, 'method' | 'access' | 'params' | 'problems'>;

/**
 * Returns every problem that an operation can return, by status: its own, and those of its parameters and access rules.
 */
export function problemsOf(declared: Answering): Map<number, ProblemCode[]> {
  const { access } = declared;
  const changes = declared.method !== 'GET';
  const codes: ProblemCode[] = [
    'version_required',
    'version_unsupported',
    'malformed_request',
    // A token in the request is checked even if none is required.
    'invalid_token',
    'token_bound_to_addresses',
    // Invalid text is rejected anywhere in the query.
    'validation_failed',
    'internal_error',
    'temporarily_unavailable',
    'row_tampered',
    'rate_limited',
    ...(declared.problems ?? []),
  ];
  if (!access.public) codes.push('not_authenticated', 'forbidden', 'insufficient_scope');
  if (!access.public && permissionToName(access) !== null) codes.push('role_required');
  // An account does not belong to an app.
  if (/^account:/.test(access.pat ?? '')) codes.push('token_bound_to_apps');
  if (access.cookie && changes) codes.push('csrf_failed');
  if (access.recentProof) codes.push('reauthentication_required');
  if (declared.params) codes.push('not_found');
  if (changes) {
    codes.push('malformed_json', 'body_too_large', 'unsupported_media_type');
    codes.push('idempotency_key_invalid', 'idempotency_key_reused', 'request_in_progress');
  }
  const byStatus = Map.groupBy(new Set(codes), (code) => problemKinds[code].status);
  return new Map([...byStatus].sort(([a], [b]) => a - b));
}

function problemAnswers(declared: Operation): Record<string, unknown> {
  return Object.fromEntries([...problemsOf(declared).keys()].map((status) => [status, problemSchema]));
}

/** Returns the permission that the operation requires. Null if every member has it, or if no app is involved. */
export function permissionToName(access: Access): Permission | null {
  const asked = /^account:/.test(access.pat ?? '') ? null : permissionAsked(access);
  return asked === 'read' ? null : asked;
}
