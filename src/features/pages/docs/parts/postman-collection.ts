// Converts the API document into a collection for Postman and compatible programs (collection format 2.1.0).
import type { ApiDocument } from '../document.ts';
import { type ReadOperation, type ReadParameter, readDocument } from '../reference/document-reader.ts';
import { takesToken } from '../reference/drawn/callers.ts';
import { bodySample, exampleValue } from '../reference/drawn/request-sample.ts';
import { makeSamples, type Samples } from '../sample.ts';

/** The identifier of the format. It is never requested. */
const format = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/**
 * Returns the collection: a folder for each group, and a request for each operation. It has the variables `base_url`,
 * which is the API of this instance, and `token`, which the user fills in.
 */
export function postmanCollection(document: ApiDocument): object {
  const read = readDocument(document);
  const samples = makeSamples(read.schemas);
  const folders = read.groups.map(({ name, description, operations }) => ({
    name,
    description,
    item: operations.map((operation) => requestItem(operation, samples)),
  }));
  return {
    info: { name: read.info.title, description: read.info.description, schema: format },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
    variable: [
      { key: 'base_url', value: read.server, type: 'string' },
      { key: 'token', value: '', type: 'string' },
    ],
    item: folders.filter(({ item }) => item.length > 0),
  };
}

function requestItem(operation: ReadOperation, samples: Samples): object {
  const { id, method, summary, description, security } = operation;
  const body = bodySample(operation, { samples, server: '' });
  return {
    id,
    name: summary,
    request: {
      method,
      description,
      header: headersOf(operation),
      url: urlOf(operation, samples),
      ...(takesToken(security) ? {} : { auth: { type: 'noauth' } }),
      ...(body === undefined ? {} : { body: jsonBody(body) }),
    },
    response: [],
  };
}

function jsonBody(value: unknown): object {
  return { mode: 'raw', raw: JSON.stringify(value, null, 2), options: { raw: { language: 'json' } } };
}

/** Postman replaces `{{$guid}}` by a new UUIDv4 for each request. */
function headersOf({ parameters, body }: ReadOperation): object[] {
  const isRepeatable = parameters.some(({ common }) => common === 'Key');
  return [
    ...(body === null ? [] : [{ key: 'Content-Type', value: 'application/json' }]),
    ...(isRepeatable ? [{ key: 'Idempotency-Key', value: '{{$guid}}' }] : []),
  ];
}

/** Optional query parameters are present and disabled. */
function urlOf({ path, parameters }: ReadOperation, samples: Samples): object {
  const segments = path.slice(1).split('/');
  const written = segments.map((segment) => segment.replace(/^\{(\w+)\}$/, ':$1'));
  const inPath = parameters.filter((one) => one.in === 'path');
  const query = parameters.filter((one) => one.in === 'query').map((one) => queryItem(one, samples));
  const sent = query.filter(({ disabled }) => disabled !== true).map(({ key, value }) => `${key}=${value}`);
  return {
    raw: `{{base_url}}/${written.join('/')}${sent.length === 0 ? '' : `?${sent.join('&')}`}`,
    host: ['{{base_url}}'],
    path: written,
    ...(query.length === 0 ? {} : { query }),
    ...(inPath.length === 0 ? {} : { variable: inPath.map(({ name }) => ({ key: name, value: '' })) }),
  };
}

interface QueryItem {
  readonly key: string;
  readonly value: string;
  readonly description?: string;
  readonly disabled?: true;
}

function queryItem(parameter: ReadParameter, samples: Samples): QueryItem {
  const { name: key, required, description } = parameter;
  const described = description === undefined ? {} : { description };
  if (required === true)
    return { key, value: encodeURIComponent(String(exampleValue(parameter, samples))), ...described };
  return { key, value: '', ...described, disabled: true };
}
