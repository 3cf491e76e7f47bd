// One operation as the API document tells it: who may call it, with what, and everything it can answer.
import { type ProblemCode, problemKinds } from '../../core/problem.ts';
import { isBracketed } from '../../io/http/lists/list-query.ts';
import { problemsOf, querySchema } from '../../io/http/openapi.ts';
import type { Operation } from '../../io/http/operation.ts';
import { answersList, type Components, type Schema } from './components.ts';
import type { Samples } from './sample.ts';

export function operationObject(declared: Operation, components: Components, samples: Samples): object {
  return {
    operationId: declared.id,
    tags: [declared.group],
    summary: declared.summary,
    ...(declared.description ? { description: declared.description } : {}),
    security: securityOf(declared),
    parameters: parametersOf(declared, components),
    ...(declared.body ? { requestBody: bodyOf(declared, components, samples) } : {}),
    responses: responsesOf(declared, components, samples),
  };
}

/** Whether an operation answers its list in pages, and so takes a cursor. */
function isPaged(declared: Operation): boolean {
  return answersList(declared) && takes(declared, 'cursor');
}

function takes(declared: Operation, name: string): boolean {
  const query = declared.query as unknown as { properties?: object } | undefined;
  return query?.properties !== undefined && name in query.properties;
}

function securityOf({ access }: Operation): Record<string, string[]>[] {
  return [
    ...(access.public ? [{}] : []),
    ...(access.cookie ? [{ Cookie: [] }] : []),
    ...(access.pat ? [{ PAT: [access.pat] }] : []),
    ...(access.appToken ? [{ AppToken: [] }] : []),
    ...(access.oauth2 ? [{ OAuth2: [access.oauth2] }] : []),
  ];
}

function parametersOf(declared: Operation, components: Components): object[] {
  const path = parametersIn('path', declared.params as unknown as ObjectSchema, components);
  const query = parametersIn('query', querySchema(declared) as ObjectSchema, components);
  if (declared.method === 'GET') return [...path, ...query];
  const csrf = declared.access.cookie ? [{ $ref: '#/components/parameters/CsrfToken' }] : [];
  return [...path, ...query, { $ref: '#/components/parameters/IdempotencyKey' }, ...csrf];
}

type ObjectSchema = { properties?: Record<string, Schema>; required?: string[] } | undefined;

function parametersIn(place: 'path' | 'query', schema: ObjectSchema, components: Components): object[] {
  return Object.entries(schema?.properties ?? {}).map(([name, described]) => {
    const { description, ...rest } = components.referring(described);
    const about = description ?? (name === 'id' ? pathIdDescription : undefined);
    return {
      name,
      in: place,
      required: place === 'path' || (schema?.required ?? []).includes(name),
      ...(about === undefined ? {} : { description: about }),
      ...(place === 'query' && isBracketed(rest) ? { style: 'deepObject', explode: true } : {}),
      schema: rest,
    };
  });
}

const pathIdDescription = 'Its id.';

function bodyOf(declared: Operation, components: Components, samples: Samples): object {
  const schema = { $ref: `#/components/schemas/${components.bodyName(declared)}` };
  return { required: true, content: { 'application/json': { schema, example: samples.of(schema) } } };
}

function responsesOf(declared: Operation, components: Components, samples: Samples): Record<string, object> {
  const successes = [declared.status ?? 200, ...(declared.otherStatuses ?? [])].sort();
  return {
    ...Object.fromEntries(successes.map((status) => [status, answerOf(declared, status, components, samples)])),
    ...Object.fromEntries([...problemsOf(declared)].map(([status, codes]) => [status, problemAnswer(status, codes)])),
  };
}

function answerOf(declared: Operation, status: number, components: Components, samples: Samples): object {
  const schema = components.referring(declared.answer);
  const headers = {
    'X-Request-Id': { $ref: '#/components/headers/RequestId' },
    ...(isPaged(declared) ? { Link: { $ref: '#/components/headers/NextPage' } } : {}),
    ...(takes(declared, 'counts') ? { 'X-Counts': { $ref: '#/components/headers/Counts' } } : {}),
    ...(declared.method === 'GET' ? {} : { 'Idempotency-Replayed': { $ref: '#/components/headers/Replayed' } }),
    ...(declared.access.cookie && declared.method === 'GET'
      ? { 'X-Csrf-Token': { $ref: '#/components/headers/CsrfToken' } }
      : {}),
  };
  const description = status === 201 ? 'Made.' : status === 202 ? 'Taken, and waiting.' : 'Done.';
  if (declared.contentType !== undefined) {
    const examples = Object.entries(declared.contentExamples ?? {});
    const content =
      examples.length === 0
        ? { [declared.contentType]: { schema } }
        : Object.fromEntries(examples.map(([type, example]) => [type, { schema, example }]));
    return { description: 'The stream.', headers, content };
  }
  return { description, headers, content: { 'application/json': { schema, example: samples.of(schema) } } };
}

/** One problem has one example, whichever operation answers it. */
function problemAnswer(status: number, codes: readonly ProblemCode[]): object {
  const problem = {
    schema: { $ref: '#/components/schemas/Problem' },
    examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
  };
  const waits = [429, 503].includes(status) || codes.includes('request_in_progress');
  return {
    description: codes.map((code) => `\`${code}\`: ${problemKinds[code].title}.`).join(' '),
    headers: {
      'X-Request-Id': { $ref: '#/components/headers/RequestId' },
      ...(status === 401 ? { 'WWW-Authenticate': { $ref: '#/components/headers/Challenge' } } : {}),
      ...(waits ? { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } : {}),
    },
    content: { 'application/json': problem, 'application/problem+json': problem },
  };
}
