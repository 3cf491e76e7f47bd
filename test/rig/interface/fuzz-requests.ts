// Generates requests to one operation of the API document: valid, with extreme values, invalid, on foreign objects, and
// without permission.
import {
  type DescribedApi,
  type DescribedOperation,
  type DescribedParameter,
  type JsonSchema,
  parameterOf,
  responseOf,
} from './described-api.ts';
import { answerWith } from './document.ts';
import { type Chance, makeValue, pick, spoiled, strange, uuidOf } from './fuzz-values.ts';

export interface Route extends DescribedOperation {
  readonly method: string;
  readonly path: string;
}

/** One party of the test: its callers and their objects. */
export interface Party {
  /** A person's token with every scope, their app's token, and their browser's session. */
  readonly callers: readonly Caller[];
  /**
   * Ids of their objects, by the operation that they are reserved for, or by the first word of the paths that take
   * them.
   */
  readonly ids: Readonly<Record<string, readonly string[]>>;
  /** Meaningful values, by property name. */
  readonly known: Readonly<Record<string, readonly unknown[]>>;
  /** Meaningful values for one operation. */
  readonly wishes: Readonly<Record<string, Readonly<Record<string, readonly unknown[]>>>>;
  /**
   * Requests that must precede a meaningful request of this operation. The result replaces the generated headers or
   * body.
   */
  readonly prepared: Readonly<Record<string, () => Promise<Partial<Pick<FuzzRequest, 'url' | 'headers' | 'body'>>>>>;
}

export interface Caller {
  /** The name in the document. */
  readonly scheme: 'PAT' | 'AppToken' | 'Cookie';
  readonly headers: Readonly<Record<string, string>>;
}

export const kinds = ['valid', 'edge', 'spoiled', 'foreign', 'powerless'] as const;

export interface FuzzRequest {
  readonly kind: (typeof kinds)[number];
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** Whether a success would give the caller access to foreign objects. */
  readonly mustFail: boolean;
}

export interface Game {
  readonly document: DescribedApi;
  readonly apiUrl: string;
  readonly owner: Party;
  readonly stranger: Party;
  /** The owner's token with only this scope. */
  readonly scoped: { readonly caller: Readonly<Record<string, string>>; readonly scope: string };
  /** Tokens without any permission: invented, of the wrong kind, or absent. */
  readonly powerless: readonly Readonly<Record<string, string>>[];
}

/** With references to components resolved. */
export function routesOf(document: DescribedApi): Route[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      parameters: operation.parameters.map((one) => parameterOf(document, one)),
      responses: Object.fromEntries(
        Object.entries(operation.responses).map(([status, one]) => [status, responseOf(document, one) ?? one]),
      ),
      method: method.toUpperCase(),
      path,
    })),
  );
}

export function requestFor(game: Game, route: Route, kind: FuzzRequest['kind'], chance: Chance): FuzzRequest {
  const { owner } = game;
  const known = { ...owner.known, ...owner.wishes[route.operationId] };
  const making = { chance, schemas: game.document.components.schemas, known, atTheEdge: kind === 'edge' };
  const isSpoiled = kind === 'spoiled';
  const spoils = isSpoiled ? pick(chance, ['path', 'query', 'body', 'body', 'headers'] as const) : null;
  const isOpen = route.security.some((one) => Object.keys(one).length === 0);
  const namesOwner = route.path.includes('{id}') || route.parameters.some(isRequiredApp);
  const isScoped = kind === 'powerless' && chance() < 0.5;
  const headers: Record<string, string> = { ...(isScoped ? game.scoped.caller : callerFor(game, route, kind, chance)) };
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    spoils === 'path' ? pick(chance, strangeSegments) : pathValue(game, route, name, chance),
  );
  const query = queryText(route, (one) => makeValue(making, one.schema, one.name), spoils === 'query', chance);
  const schema = route.requestBody?.content?.['application/json']?.schema;
  const body = schema === undefined ? undefined : bodyText(makeValue(making, schema), spoils === 'body', chance);
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (route.method !== 'GET' && chance() < 0.4) headers['idempotency-key'] = uuidOf(chance);
  if (chance() < 0.2) headers.accept = 'application/problem+json';
  if (spoils === 'headers') Object.assign(headers, pick(chance, strangeHeaders));
  const lacksRight = isScoped
    ? !route.security.some((one) => one.PAT?.[0] === game.scoped.scope)
    : kind === 'powerless';
  const mustFail = !isOpen && (lacksRight || (kind === 'foreign' && namesOwner));
  return { kind, url: `${game.apiUrl}${path}?${query}`, headers, body, mustFail };
}

function callerFor(
  { owner, stranger, powerless }: Game,
  route: Route,
  kind: FuzzRequest['kind'],
  chance: Chance,
): Readonly<Record<string, string>> {
  if (kind === 'powerless') return pick(chance, powerless);
  const { callers } = kind === 'foreign' ? stranger : owner;
  const admitted = callers.filter(({ scheme }) => route.security.some((one) => scheme in one));
  return pick(chance, admitted.length > 0 && chance() < 0.8 ? admitted : callers).headers;
}

/** A required app parameter of a list. */
function isRequiredApp(parameter: Route['parameters'][number]): boolean {
  return 'name' in parameter && parameter.name === 'app_id' && parameter.required;
}

const strangeHeaders: readonly Record<string, string>[] = [
  { 'idempotency-key': 'not-a-uuid' },
  { 'idempotency-key': '00000000-0000-1000-8000-000000000000' },
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/xml; charset=latin1' },
  { 'content-type': 'application/json; charset=utf-16' },
  { accept: 'text/html' },
  { 'accept-encoding': 'gzip, br' },
  { authorization: 'Basic dXNlcjpwYXNz' },
  { authorization: 'Bearer' },
  { authorization: 'Bearer a b' },
  { 'x-csrf-token': 'x'.repeat(2_000) },
  { cookie: 'quittance_session=x; csrf_=y' },
  { 'x-forwarded-for': '1.2.3.4, nonsense' },
];

function pathValue(game: Game, route: Route, name: string, chance: Chance): string {
  const [, first = ''] = route.path.split('/');
  const ids =
    name === 'id'
      ? (game.owner.ids[route.operationId] ?? game.owner.ids[first])
      : ((game.owner.wishes[route.operationId]?.[name] ?? game.owner.known[name]) as string[] | undefined);
  return ids === undefined || ids.length === 0 || chance() < 0.1
    ? uuidOf(chance)
    : encodeURIComponent(pick(chance, ids));
}

const strangeSegments = [
  '%00',
  'a%00b',
  '%ff',
  '%',
  '%2e%2e%2f',
  'x'.repeat(290),
  '%F0%9F%A6%8A',
  'null',
  '0',
  "'%22;--",
];

function queryText(route: Route, value: (one: DescribedParameter) => unknown, spoil: boolean, chance: Chance): string {
  const pairs = route.parameters
    .filter((one): one is DescribedParameter => 'in' in one && one.in === 'query')
    .filter((one) => one.required || chance() < 0.5)
    .map((one) => [one.name, String(value(one))] as [string, string]);
  if (!spoil) return pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&');
  if (chance() < 0.1) return `v=1&unheard_of=${pick(chance, strangeSegments)}`;
  const at = Math.floor(chance() * pairs.length);
  const bad = pick(chance, [
    ...strangeSegments,
    '2',
    '-1',
    '1e3',
    '101',
    '1&v=1',
    '',
    encodeURIComponent(textOfStrange(chance)),
  ]);
  const texts = pairs.map(([key, text]) => `${key}=${encodeURIComponent(text)}`);
  return (chance() < 0.2 ? texts.toSpliced(at, 1) : texts.with(at, `${pairs[at]?.[0]}=${bad}`)).join('&');
}

function textOfStrange(chance: Chance): string {
  const text = pick(chance, strange);
  return typeof text === 'string' ? text.slice(0, 2_000).toWellFormed() : JSON.stringify(text).slice(0, 2_000);
}

function bodyText(value: unknown, spoil: boolean, chance: Chance): string {
  if (!spoil) return JSON.stringify(value);
  const text = JSON.stringify(spoiled(chance, value)) ?? '';
  const roll = chance();
  if (roll < 0.05) return text.slice(0, Math.floor(text.length / 2));
  if (roll < 0.08)
    return pick(chance, [
      '',
      '{',
      'null',
      '"text"',
      '[]',
      '1e999',
      '{"a":1,"a":2}',
      '\ufeff{}',
      '{"__proto__":{"x":1}}',
    ]);
  return text;
}

/** Returns the fault in the response according to the document; null if there is none. */
export function judgeAnswer(
  route: Route,
  request: FuzzRequest,
  answer: { readonly status: number; readonly type: string; readonly text: string },
  accepts: (schema: JsonSchema, value: unknown) => string | null,
): string | null {
  const { status } = answer;
  const described = answerWith(route.responses, status);
  if (described === undefined) return `${status} is not among its answers`;
  if (request.mustFail && status < 400) return `${status} for a caller without the right to it`;
  const [type = ''] = answer.type.split(';');
  if (type === 'text/event-stream') return described.content?.[type] === undefined ? 'a stream it does not name' : null;
  const content = described.content?.[type.trim()];
  if (content === undefined) return `${status} with the content type ${answer.type}`;
  if (!/\bjson$/.test(type.trim())) return null;
  const body = JSON.parse(answer.text) as { code?: string };
  const wrong = accepts(content.schema, body);
  if (wrong !== null) return `${status} of another shape: ${wrong}`;
  if (status < 400) return null;
  const codes = [...(described.description ?? '').matchAll(/`(\w+)`/g)].map(([, code]) => code);
  if (!codes.includes(body.code ?? '')) return `${status} with the code ${body.code}, which it does not name`;
  return status >= 500 && body.code !== 'rate_unavailable' ? `${status} ${body.code}` : null;
}
