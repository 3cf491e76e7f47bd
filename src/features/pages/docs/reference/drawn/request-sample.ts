// The request of an operation as a curl command that can be pasted into a shell.
import type { Schema } from '../../components.ts';
import type { Samples } from '../../sample.ts';
import type { ReadOperation, ReadParameter } from '../document-reader.ts';
import { isPublic, takesToken } from './callers.ts';

/** How many optional fields are shown if a body has no required ones. */
const optionalFields = 2;

export interface RequestParts {
  readonly server: string;
  readonly samples: Samples;
}

export function curlSample(operation: ReadOperation, parts: RequestParts): string {
  const url = quoted(`${parts.server}${pathOf(operation, parts)}${queryOf(operation, parts)}`);
  const method = operation.method === 'GET' || (operation.method === 'POST' && operation.body !== null);
  const lines = [
    `curl ${method ? '' : `-X ${operation.method} `}${url}`,
    ...credentialLines(operation),
    ...(operation.parameters.some(({ common }) => common === 'Key') ? ['-H "Idempotency-Key: $(uuidgen -r)"'] : []),
    ...bodyLines(operation, parts),
  ];
  return lines.join(' \\\n  ');
}

/** Required fields, or the first optional ones; undefined if the operation takes no body. */
export function bodySample({ body }: ReadOperation, { samples }: RequestParts): unknown {
  if (body === null) return undefined;
  const properties = Object.entries((body.schema.properties ?? {}) as Readonly<Record<string, Schema>>);
  const required = (body.schema.required ?? []) as readonly string[];
  const [example] = (body.schema.examples ?? []) as readonly unknown[];
  if (example !== undefined) return example;
  if (properties.length === 0) return samples.of(body.schema);
  const chosen =
    required.length > 0 ? properties.filter(([name]) => required.includes(name)) : properties.slice(0, optionalFields);
  return Object.fromEntries(chosen.map(([name, schema]) => [name, samples.of(schema, name)]));
}

function pathOf({ path, parameters }: ReadOperation, { samples }: RequestParts): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = parameters.find((one) => one.in === 'path' && one.name === name);
    return encodeURIComponent(String(parameter === undefined ? name : exampleValue(parameter, samples)));
  });
}

function queryOf({ parameters }: ReadOperation, { samples }: RequestParts): string {
  const required = parameters.filter((one) => one.in === 'query' && one.required === true);
  const last = required.toSorted((a, b) => Number(a.common !== null) - Number(b.common !== null));
  const pairs = last.map((one) => `${one.name}=${encodeURIComponent(String(exampleValue(one, samples)))}`);
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/** Returns the parameter's own example, or a valid value. */
export function exampleValue({ name, schema, example }: ReadParameter, samples: Samples): unknown {
  return example ?? samples.of(schema, name);
}

/** A session needs its CSRF token for a change. */
function credentialLines({ security, parameters }: ReadOperation): string[] {
  if (takesToken(security)) return isPublic(security) ? [] : ['-H "Authorization: Bearer $TOKEN"'];
  if (!security.some((one) => 'Cookie' in one)) return [];
  const csrf = parameters.some(({ common }) => common === 'Csrf');
  const cookies = csrf ? 'quittance_session=$SESSION; csrf_=$CSRF' : 'quittance_session=$SESSION';
  return [`--cookie "${cookies}"`, ...(csrf ? ['-H "X-Csrf-Token: $CSRF"'] : [])];
}

function bodyLines(operation: ReadOperation, parts: RequestParts): string[] {
  const body = bodySample(operation, parts);
  if (body === undefined) return [];
  const json = JSON.stringify(body, null, 2).replaceAll('\n', '\n  ');
  return ["-H 'Content-Type: application/json'", `-d ${quoted(json)}`];
}

/** Quotes a text for a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
