// Parts of the API document that every operation refers to: authentication, and headers of requests and responses.

import { scopeWords } from '../../../../core/scope-words.ts';
import { endpoints } from '../../../../io/oidc/endpoints.ts';

/** `publicUrl` is the base of the authorization and token URLs. */
export const securitySchemes = (publicUrl: string) => ({
  PAT: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'qpat_…',
    description:
      'A personal access token, for a server that acts for one person. It needs the scope named with each operation.',
  },
  AppToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'qapp_…',
    description: 'An app’s own token, for the server of that app. It cannot access other apps.',
  },
  OAuth2: {
    type: 'oauth2',
    description:
      'The access token of a program that a person authorized (authorization code with PKCE, S256). ' +
      'It needs the scope named with each operation.',
    flows: {
      authorizationCode: {
        authorizationUrl: publicUrl + endpoints.authorization,
        tokenUrl: publicUrl + endpoints.token,
        refreshUrl: publicUrl + endpoints.token,
        scopes: scopeWords,
      },
    },
  },
  Cookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'quittance_session',
    description: 'A browser’s session. POST, PUT and DELETE then also need a CSRF token.',
  },
});

export const parameters = {
  v: {
    name: 'v',
    in: 'query',
    required: true,
    description: 'Version of the operation.',
    schema: { type: 'integer', enum: [1] },
  },
  Id: {
    name: 'id',
    in: 'path',
    required: true,
    description: 'Its id.',
    schema: { type: 'string', maxLength: 300 },
  },
  Key: {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'A fresh UUIDv4 for every new action, the same for each retry of it.',
    schema: { type: 'string', format: 'uuid' },
    example: '3f1c8a52-9b7e-4d60-8a2f-6e5d4c3b2a10',
  },
  Csrf: {
    name: 'X-Csrf-Token',
    in: 'header',
    description:
      'With the session cookie only: what a GET answered in the header of this name within the last hour, ' +
      'while the cookie `csrf_` says the same.',
    schema: { type: 'string', format: 'uuid' },
    example: '7d2e9c41-0f8b-4a36-b5d7-1c3e5a7f9b20',
  },
  WebhookId: {
    name: 'webhook-id',
    in: 'header',
    required: true,
    description:
      'The event’s id, the same at every attempt and for every endpoint. Skip events that you have already seen.',
    schema: { type: 'string', format: 'uuid' },
    example: '0198c2f7-2e44-7f5d-8a19-7b9d4f2e0a06',
  },
  WebhookTimestamp: {
    name: 'webhook-timestamp',
    in: 'header',
    required: true,
    description: 'The time of this attempt, in Unix seconds. Refuse a delivery that is more than five minutes off.',
    schema: { type: 'string', pattern: '^[0-9]+$' },
    example: '1768469400',
  },
  WebhookSignature: {
    name: 'webhook-signature',
    in: 'header',
    required: true,
    description:
      'One or more signatures separated by spaces: `v1,` and the base64 of the HMAC-SHA256 of `id.timestamp.body`, ' +
      'keyed with the base64-decoded part of the secret after `whsec_`. One valid signature is enough.',
    schema: { type: 'string' },
    example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  },
} as const;

export const headers = {
  NextPage: {
    description: 'Where there is more: `<…>; rel="next"` (RFC 8288).',
    schema: { type: 'string' },
  },
  Counts: {
    description:
      'With `counts=true`, how many fit all other filters, by status: a dictionary after RFC 9651. ' +
      '`more`: more than are counted.',
    schema: { type: 'string' },
    example: 'open=12, partially_paid=1, paid=10000;more, expired=31, canceled=2',
  },
  RetryAfter: { description: 'Seconds to wait before the next attempt.', schema: { type: 'integer' } },
  Challenge: { description: 'The required way of authenticating.', schema: { type: 'string' } },
} as const;

/** For operations that have older versions. */
export const versionHeaders = {
  Deprecation: {
    description:
      'Where an older version was asked for: since when it is deprecated, as `@` and Unix seconds (RFC 9745).',
    schema: { type: 'string' },
  },
  Sunset: {
    description: 'Where an older version was asked for: from when on it may be gone (RFC 8594).',
    schema: { type: 'string' },
  },
} as const;
