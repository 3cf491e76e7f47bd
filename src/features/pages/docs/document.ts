// Generates the API document (OpenAPI 3.1) from the same declarations that are served, so that both always agree.
import { problemKinds } from '../../../core/problem.ts';
import { problemSchema } from '../../../io/http/openapi.ts';
import type { Operation } from '../../../io/http/operation.ts';
import { type Entrance, entrances as signIn } from '../../people/identity/sign-in/endpoint-schemas.ts';
import { type Components, nameComponents, type Schema } from './components.ts';
import { describedEvents } from './event-objects.ts';
import { describeGroup } from './groups.ts';
import { type ApiPaths, type DocumentParts, operationObject } from './operation-object.ts';
import { deliveryResponses, describeDeliveries } from './parts/deliveries.ts';
import { commonProblems } from './parts/problem-answers.ts';
import { headers, parameters, securitySchemes, versionHeaders } from './parts/referred-parts.ts';
import { makeSamples, type Samples } from './sample.ts';
import { unversionedPaths, unversionedResponses, unversionedSchemas, unversionedTags } from './unversioned-paths.ts';

export interface ApiDocument {
  readonly openapi: '3.1.1';
  readonly paths: ApiPaths;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** The document of `GET /api/openapi.json`: the operations, and the unversioned paths. */
export function servedDocument(operations: readonly Operation[], publicUrl: string): ApiDocument {
  return apiDocument(operations, publicUrl, signIn);
}

/**
 * `publicUrl` is the URL at which callers reach the instance. `entrances` adds the unversioned paths. Throws if two
 * objects would have the same name.
 */
export function apiDocument(
  operations: readonly Operation[],
  publicUrl: string,
  entrances: readonly Entrance[] | null = null,
): ApiDocument {
  const components = nameComponents(operations, {
    Problem: { ...problemSchema, examples: [problemExample(publicUrl)] } as unknown as Schema,
    ...(entrances === null ? {} : unversionedSchemas),
  });
  const samples = makeSamples(components.schemas);
  const deliveries = describeDeliveries(describedEvents(), samples);
  const isVersioned = operations.some(({ olderVersions = [] }) => olderVersions.length > 0);
  return {
    openapi: '3.1.1',
    info,
    servers: [{ url: `${publicUrl}/api` }],
    // For webhooks. Each operation declares its own.
    security: [],
    tags: [
      ...[...new Set(operations.map((one) => one.group))].map((name) => ({ name, description: describeGroup(name) })),
      ...(entrances === null ? [] : unversionedTags),
    ],
    paths: {
      ...pathsOf(operations, { components, samples }),
      ...(entrances === null ? {} : unversionedPaths(entrances, samples)),
    },
    webhooks: deliveries.webhooks,
    components: {
      securitySchemes: securitySchemes(publicUrl),
      parameters,
      headers: isVersioned ? { ...headers, ...versionHeaders } : headers,
      requestBodies: deliveries.requestBodies,
      responses: {
        ...commonProblems,
        ...deliveryResponses,
        ...(entrances === null ? {} : unversionedResponses),
      },
      schemas: withExamples(components.schemas, samples),
    },
  } as unknown as ApiDocument;
}

const info = {
  title: 'Quittance API',
  version: '1.0.0',
  summary: 'Accept payments in cryptocurrency.',
  license: { name: 'MIT', identifier: 'MIT' },
  description: [
    'Invoices are in a fiat currency and are paid in cryptocurrency, directly to the merchant’s own addresses.',
    '',
    '- **Versions.** Every operation has its own versions, chosen with the query parameter `v`. Responses of older',
    '  ones have `Deprecation` and, if the end is known, `Sunset`. `GET /changelog.json` lists all versions.',
    '- **Money** is text in plain decimal notation. Only `rates` has numbers, which are not used for calculations.',
    '- **Times** are RFC 3339 in UTC, with milliseconds. A request may also give a day (`2026-11-28`), which means',
    '  the whole day in the IANA zone `time_zone` (by default UTC).',
    '- **Captions** are texts that are only displayed. They never cause an error: any value is accepted, cleaned, and',
    '  cut at its limit. `warnings` lists fields that were cut or left out.',
    '- **Repeats.** POST, PUT and DELETE take an `Idempotency-Key`: ' +
      'for at least 24 hours a repeat returns the same response, with',
    '  `Idempotency-Replayed: true`, and changes nothing.',
    '- **Lists** are JSON arrays, newest first. If there are more entries, the `Link` header leads to the next page.',
    '- **Request id.** Every response has an `X-Request-Id`, which identifies the request in the instance’s log.',
    '- **Cookies.** With the session cookie, a GET returns the `X-Csrf-Token` that POST, PUT and DELETE then need.',
    '- **Problems** have the members of RFC 9457 and a stable `code`. Their `type` links to a page about the code.',
    '- **Unknown properties** in a response must be ignored, since new ones may be added without a new version.',
  ].join('\n'),
};

function pathsOf(operations: readonly Operation[], parts: DocumentParts): ApiPaths {
  const byPath = Map.groupBy(operations, (one) => one.path.replaceAll(/:(\w+)/g, '{$1}'));
  return Object.fromEntries(
    [...byPath].map(([path, those]) => [
      path,
      Object.fromEntries(those.map((one) => [one.method.toLowerCase(), operationObject(one, parts)])),
    ]),
  );
}

/** Adds examples to the properties of each named object. */
function withExamples(schemas: Components['schemas'], samples: Samples): Record<string, Schema> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, samples.shown(schema)]));
}

function problemExample(publicUrl: string): object {
  const code = 'validation_failed';
  const { status, title, remedy } = problemKinds[code];
  return {
    type: `${publicUrl}/problems/${code}`,
    title,
    status,
    detail: remedy,
    code,
    request_id: 'c9a4e3b2-5d67-4f81-9b0a-3e2d1c4f5a07',
    errors: [{ field: 'total', code: 'required', message: 'This field is required.' }],
  };
}
