// One operation in the API document: its callers, its input, and all its responses.
import { rolesAllowed } from '../../../core/access/team.ts';
import { isBracketed } from '../../../io/http/lists/list-query.ts';
import { permissionToName, querySchema } from '../../../io/http/openapi.ts';
import type { Operation } from '../../../io/http/operation.ts';
import { answersList, type Components, type Schema } from './components.ts';
import { problemResponses } from './parts/problem-answers.ts';
import { parameters } from './parts/referred-parts.ts';
import type { Samples } from './sample.ts';

/** By path, and then by method. */
export type ApiPaths = Readonly<Record<string, Readonly<Record<string, object>>>>;

/** The parts from which operation objects are built. */
export interface DocumentParts {
  readonly components: Components;
  readonly samples: Samples;
}

export function operationObject(declared: Operation, parts: DocumentParts): object {
  const { components } = parts;
  const older = olderVersions(declared);
  return {
    operationId: declared.id,
    tags: [declared.group],
    summary: declared.summary,
    ...describedBy(declared),
    security: securityOf(declared),
    parameters: parametersOf(declared, components).map(referenced),
    ...(declared.body ? { requestBody: bodyOf(declared, parts) } : {}),
    responses: responsesOf(declared, parts),
    ...(older.length > 0 ? { 'x-older-versions': older } : {}),
  };
}

/** The description, followed by the roles that may use the operation, unless all may. */
function describedBy({ access, description = '' }: Operation): { description?: string } {
  const permission = permissionToName(access);
  const isAbout = permission !== null && access.public !== true;
  const who = isAbout ? `Role: ${rolesAllowed(permission).join(' or ')}.` : '';
  const text = [description, who].filter((one) => one !== '').join(' ');
  return text === '' ? {} : { description: text };
}

/** Whether an operation returns a list in pages, and therefore takes a cursor. */
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

const parameterNames: ReadonlyMap<string, string> = new Map(
  Object.entries(parameters).map(([name, value]) => [JSON.stringify(value), name]),
);

/** A reference to a named parameter, or the parameter itself. */
function referenced(described: object): object {
  const name = parameterNames.get(JSON.stringify(described));
  return name === undefined ? described : { $ref: `#/components/parameters/${name}` };
}

function parametersOf(declared: Operation, components: Components): object[] {
  const path = parametersIn('path', declared.params as unknown as ObjectSchema, components);
  const query = parametersIn('query', querySchema(declared) as ObjectSchema, components);
  if (declared.method === 'GET') return [...path, ...query];
  const csrf = declared.access.cookie ? [parameters.Csrf] : [];
  return [...path, ...query, parameters.Key, ...csrf];
}

type ObjectSchema = { properties?: Record<string, Schema>; required?: string[] } | undefined;

function parametersIn(place: 'path' | 'query', schema: ObjectSchema, components: Components): object[] {
  return Object.entries(schema?.properties ?? {}).map(([name, described]) => {
    const { description, ...rest } = components.referring(described);
    const about = description ?? (name === 'id' ? pathIdDescription : undefined);
    return {
      name,
      in: place,
      ...(place === 'path' || (schema?.required ?? []).includes(name) ? { required: true } : {}),
      ...(about === undefined ? {} : { description: about }),
      ...(place === 'query' && isBracketed(rest) ? { style: 'deepObject', explode: true } : {}),
      schema: rest,
    };
  });
}

const pathIdDescription = 'Its id.';

function bodyOf(declared: Operation, { components }: DocumentParts): object {
  const schema = { $ref: `#/components/schemas/${components.bodyName(declared)}` };
  return { required: true, content: { 'application/json': { schema } } };
}

function responsesOf(declared: Operation, parts: DocumentParts): Record<string, object> {
  const successes = [declared.status ?? 200, ...(declared.otherStatuses ?? [])].sort();
  return {
    ...Object.fromEntries(successes.map((status) => [status, answerOf(declared, status, parts)])),
    ...problemResponses(declared),
  };
}

function answerOf(declared: Operation, status: number, { components, samples }: DocumentParts): object {
  const schema = components.referring(declared.answer);
  const isVersioned = (declared.olderVersions ?? []).length > 0;
  // Headers that all responses may have are described once, at the beginning of the document.
  const headers = {
    ...(isPaged(declared) ? { Link: { $ref: '#/components/headers/NextPage' } } : {}),
    ...(takes(declared, 'counts') ? { 'X-Counts': { $ref: '#/components/headers/Counts' } } : {}),
    ...(isVersioned ? { Deprecation: { $ref: '#/components/headers/Deprecation' } } : {}),
    ...(isVersioned ? { Sunset: { $ref: '#/components/headers/Sunset' } } : {}),
  };
  const description = status === 201 ? 'Made.' : status === 202 ? 'Taken, and waiting.' : 'Done.';
  const told = Object.keys(headers).length === 0 ? {} : { headers };
  if (declared.contentType !== undefined) {
    const examples = Object.entries(declared.contentExamples ?? {});
    const content =
      examples.length === 0
        ? { [declared.contentType]: { schema } }
        : Object.fromEntries(examples.map(([type, example]) => [type, { schema, example }]));
    return { description: 'The stream.', ...told, content };
  }
  const example = hasOwnExample(schema) ? {} : { example: samples.of(schema) };
  return { description, ...told, content: { 'application/json': { schema, ...example } } };
}

/** Named objects carry their own example. */
function hasOwnExample(schema: Schema): boolean {
  return '$ref' in schema || (schema.type === 'array' && '$ref' in ((schema.items ?? {}) as Schema));
}

function olderVersions(declared: Operation): object[] {
  return (declared.olderVersions ?? []).map(({ version, deprecatedOn, sunsetOn, changes }) => ({
    version,
    deprecated_on: deprecatedOn,
    sunset_on: sunsetOn,
    changes,
  }));
}
