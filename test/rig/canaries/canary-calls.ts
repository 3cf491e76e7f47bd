// Calls of every operation with a canary in each input that accepts text: bodies, paths, queries and headers.

import { type DescribedOperation, exampleOf } from '../interface/described-api.ts';
import { type Game, type Route, routesOf } from '../interface/fuzz-requests.ts';
import { type Canaries, inFormOf, type TextField, textFields, withValue } from './canaries.ts';

export interface PlantedCall {
  readonly route: Route;
  /** The canary's name: the operation and the field. */
  readonly place: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/**
 * For each operation: one call with all texts of its body, one for each text, and one for each header and each part of
 * the URL. Operations that delete or end objects come last.
 */
export function plantedCalls(game: Game, canaries: Canaries): PlantedCall[] {
  const ending = ({ method, operationId }: Route) =>
    Number(method === 'DELETE' || /^(?:settle|simulate)/.test(operationId));
  const routes = routesOf(game.document).sort((a, b) => ending(a) - ending(b));
  return routes.flatMap((route) => [
    ...bodiesOf(game, route, canaries),
    ...addressesOf(game, route, canaries),
    ...headersOf(game, route, canaries),
  ]);
}

function bodiesOf(game: Game, route: Route, canaries: Canaries): PlantedCall[] {
  const content = route.requestBody?.content?.['application/json'];
  if (content === undefined) return [];
  const base = fitting(game, route, exampleOf(game.document, content));
  const fields = textFields(content.schema, game.document.components.schemas);
  const planted = fields.map((field) => {
    const place = `${route.operationId} ${field.path.join('.')}`;
    return { field, place, text: inFormOf(field, canaries.plant(place)) };
  });
  const calls = planted.map(({ field, place, text }) => ({ place, body: withValue(base, field.path, text) }));
  const whole = planted
    .filter(({ field }) => isFree(field))
    .reduce((body, { field, text }) => withValue(body, field.path, text), base);
  return [{ place: `${route.operationId} all`, body: whole }, ...calls].map(({ place, body }) => ({
    route,
    place,
    url: `${game.apiUrl}${pathOf(game, route)}?v=1`,
    headers: { ...callerOf(game, route), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }));
}

/** Fields that accept no free text, although no schema says so. */
const worded = new Set([
  ...['network', 'cryptocurrency', 'hash', 'from', 'to', 'value', 'image', 'logo', 'response'],
  ...['signature', 'first_address', 'script', 'cidrs', 'confirmed_value', 'embed_origins', 'time_zone'],
]);

function isFree({ path, schema }: TextField): boolean {
  const isBound = ['enum', 'const', 'pattern'].some((keyword) => keyword in schema);
  return (
    !isBound && !['uuid', 'date-time'].includes(String(schema.format)) && !path.some((one) => worded.has(String(one)))
  );
}

/** Whether a body of this operation has a field for free text. */
export function takesWords(game: Game, route: Route): boolean {
  const schema = route.requestBody?.content?.['application/json']?.schema;
  return schema !== undefined && textFields(schema, game.document.components.schemas).some(isFree);
}

function addressesOf(game: Game, route: Route, canaries: Canaries): PlantedCall[] {
  const inPath = canaries.plant(`${route.operationId} path`);
  const names = route.parameters.flatMap((one) => ('in' in one && one.in === 'query' ? [one.name] : []));
  const inQuery = canaries.plant(`${route.operationId} query`);
  const query = [...names.filter((name) => name !== 'v'), 'unheard_of'].map((name) => `${name}=${inQuery}`).join('&');
  const bare = { route, headers: callerOf(game, route), body: undefined };
  return [
    { ...bare, place: `${route.operationId} query`, url: `${game.apiUrl}${pathOf(game, route)}?v=1&${query}` },
    { ...bare, place: `${route.operationId} version`, url: `${game.apiUrl}${pathOf(game, route)}?v=${inQuery}` },
    ...(route.path.includes('{')
      ? [
          {
            ...bare,
            place: `${route.operationId} path`,
            url: `${game.apiUrl}${route.path.replace(/\{\w+\}/, inPath)}?v=1`,
          },
        ]
      : []),
  ];
}

const headerNames = [
  ...['authorization', 'cookie', 'x-csrf-token', 'idempotency-key', 'content-type', 'accept', 'x-request-id'],
  ...['origin', 'referer', 'user-agent', 'x-forwarded-for', 'x-forwarded-host', 'x-api-key', 'proxy-authorization'],
];

function headersOf(game: Game, route: Route, canaries: Canaries): PlantedCall[] {
  return headerNames.map((name) => {
    const place = `${route.operationId} header ${name}`;
    const canary = canaries.plant(place);
    const value =
      name === 'authorization' ? `Bearer ${canary}` : name === 'cookie' ? `quittance_session=${canary}` : canary;
    const body = route.method === 'GET' || route.method === 'DELETE' ? undefined : '{"unheard_of":1}';
    return {
      route,
      place,
      url: `${game.apiUrl}${pathOf(game, route)}?v=1`,
      headers: { ...callerOf(game, route), 'content-type': 'application/json', [name]: value },
      body,
    };
  });
}

/** The owner, by the first authentication method that the operation accepts: the token, or otherwise the browser. */
function callerOf(game: Game, route: DescribedOperation): Readonly<Record<string, string>> {
  const takes = (scheme: string) => route.security.some((one) => scheme in one);
  const caller = game.owner.callers.find(({ scheme }) => takes(scheme));
  return caller?.headers ?? {};
}

/** With an id of the owner's objects if there is one. Each call that could consume its object gets a fresh one. */
function pathOf(game: Game, route: Route): string {
  const [, first = ''] = route.path.split('/');
  return route.path.replace(/\{(\w+)\}/, (_, name: string) => {
    const ids = name === 'id' ? (game.owner.ids[route.operationId] ?? game.owner.ids[first]) : game.owner.known[name];
    return encodeURIComponent(String(ids?.at(-1) ?? 'none'));
  });
}

/** The document's example with existing objects of this game, so that the call passes more than validation. */
function fitting(game: Game, route: Route, example: unknown): unknown {
  const values: Readonly<Record<string, unknown>> = {
    network: 'local',
    cryptocurrency: 'ETH',
    image: null,
    logo: null,
    quantity: 2,
    tax: '0.00',
    discount: '0.00',
    redirect_uris: ['https://shop.example/back'],
    post_logout_redirect_uris: ['https://shop.example/bye'],
    token: false,
    app_id: game.owner.known.app_id?.[0],
    app_ids: game.owner.known.app_id?.slice(0, 1),
    cidrs: ['127.0.0.0/8'],
    expires_at: new Date(Date.now() + 86_400_000).toISOString(),
    value: '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65',
    // No address was changed outside of the service, so there is nothing to confirm.
    confirmed_value: undefined,
    invoice_id: game.owner.known.invoice_id?.[0],
    overpaid: undefined,
    ...Object.fromEntries(Object.entries(game.owner.wishes[route.operationId] ?? {}).map(([key, [one]]) => [key, one])),
  };
  const fit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(fit);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, key in values ? values[key] : fit(one)]));
  };
  return fit(example);
}
