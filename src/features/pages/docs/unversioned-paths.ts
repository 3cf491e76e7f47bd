// The unversioned paths below /api in the API document: the sign-in, and the document itself.
import type { TSchema } from 'typebox';
import {
  type Entrance,
  PasswordProof,
  SignedIn,
  SignedInUser,
  SignInDone,
} from '../../people/identity/sign-in/endpoint-schemas.ts';
import type { Schema } from './components.ts';
import type { ApiPaths } from './operation-object.ts';
import type { Samples } from './sample.ts';

const named: Readonly<Record<string, TSchema>> = { PasswordProof, SignedIn, SignedInUser, SignInDone };
const nameByText = new Map(Object.entries(named).map(([name, schema]) => [JSON.stringify(schema), name]));

/** Objects that these paths refer to. */
export const unversionedSchemas: Readonly<Record<string, Schema>> = {
  ...Object.fromEntries(Object.entries(named).map(([name, schema]) => [name, membersReferring(schema)])),
  SignInRefusal: {
    type: 'object',
    properties: { code: { type: 'string', examples: ['INVALID_EMAIL_OR_PASSWORD'] }, message: { type: 'string' } },
    required: ['code', 'message'],
  },
};

export const unversionedResponses = {
  ...Object.fromEntries(
    ['SignedIn', 'SignInDone'].map((name) => [name, doneWith({ $ref: `#/components/schemas/${name}` })]),
  ),
  SignInRefused: {
    description: [
      'An error: from the sign-in with a `code` in capitals and a `message`, or a problem from an earlier check.',
      '401: invalid credentials. 403: further proof is needed. 422: a field is invalid. 429: see `Retry-After`.',
    ].join(' '),
    content: {
      'application/json': {
        schema: {
          oneOf: [{ $ref: '#/components/schemas/SignInRefusal' }, { $ref: '#/components/schemas/Problem' }],
          examples: [{ code: 'INVALID_EMAIL_OR_PASSWORD', message: 'Invalid email or password' }],
        },
      },
    },
  },
};

/** The description of this group in the list of groups. */
export const unversionedTags = [
  {
    name: 'Sign-in',
    description: [
      'The sign-in for browsers. It serves the instance’s own pages, has no versions, and may change:',
      'programs use a token or OAuth 2.',
    ].join(' '),
  },
  {
    name: 'Document',
    description: 'This document, and the changes of the API. Both can be cached: use `If-None-Match`.',
  },
];

/** Keyed by path below /api. */
export function unversionedPaths(entrances: readonly Entrance[], samples: Samples): ApiPaths {
  const signIn = entrances.map((one) => [
    `/auth${one.path}`,
    { [one.method.toLowerCase()]: entranceObject(one, samples) },
  ]);
  return { ...Object.fromEntries(signIn), ...documentPaths };
}

function entranceObject({ told }: Entrance, samples: Samples): object {
  const query = (told.query as { properties?: Record<string, Schema> } | undefined)?.properties ?? {};
  const parameters = Object.entries(query).map(([name, schema]) => ({ name, in: 'query', required: true, schema }));
  return {
    operationId: told.id,
    tags: ['Sign-in'],
    summary: told.summary,
    ...(told.description === undefined ? {} : { description: told.description }),
    security: [told.needsSession ? { Cookie: [] } : {}],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(told.body === undefined ? {} : { requestBody: { required: true, content: contentOf(told.body, samples) } }),
    responses: {
      200: answerOf(told.answer, samples),
      '4XX': { $ref: '#/components/responses/SignInRefused' },
    },
  };
}

/** Responses of several paths are named. */
function answerOf(answer: TSchema, samples: Samples): object {
  const name = nameByText.get(JSON.stringify(plain(answer)));
  return name === undefined || !(name in unversionedResponses)
    ? { description: 'Done.', content: contentOf(answer, samples) }
    : { $ref: `#/components/responses/${name}` };
}

function doneWith(schema: Schema): object {
  return { description: 'Done.', content: { 'application/json': { schema } } };
}

function contentOf(described: TSchema, samples: Samples): object {
  const schema = referring(plain(described)) as Schema;
  return { 'application/json': { schema: samples.shown(schema) } };
}

/** Replaces objects that several paths use with references. */
function referring(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const name = nameByText.get(JSON.stringify(value));
  return name === undefined ? membersReferring(value) : { $ref: `#/components/schemas/${name}` };
}

function membersReferring(value: object): Schema {
  if (Array.isArray(value)) return value.map(referring) as unknown as Schema;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, referring(inner)]));
}

const kept = (summary: string, operationId: string, description: string, about: string) => ({
  get: {
    operationId,
    tags: ['Document'],
    summary,
    description: about,
    security: [{}],
    responses: {
      200: { description, content: { 'application/json': { schema: { type: 'object' }, example: {} } } },
      304: { description: 'The cached copy is still valid.' },
      '4XX': { $ref: '#/components/responses/SignInRefused' },
    },
  },
});

const documentPaths = {
  '/openapi.json': kept(
    'Get this document',
    'getDocument',
    'OpenAPI 3.1.',
    'Takes no `v`. Clients are generated from it.',
  ),
  '/changelog.json': kept(
    'Get the history of versions',
    'getChangelog',
    'Every operation with its versions.',
    'Takes no `v`. Look here before changing the `v` that a client sends.',
  ),
};

function plain(schema: TSchema): Schema {
  return JSON.parse(JSON.stringify(schema)) as Schema;
}
