// GET and POST /api-keys/authorize: the owner of a shop gives a plugin its key. POST /app/{id}/doors makes the key, so
// that its checks, audit record and mail apply here too.
import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { provedRecently } from '../../../../core/access.ts';
import type { Csrf } from '../../../../io/http/browser/csrf.ts';
import type { HtmlPage } from '../../../../io/http/browser/html-page.ts';
import { readForm } from '../../../../io/http/browser/read-form.ts';
import { isUuid } from '../../../../io/http/schemas.ts';
import type { Instance } from '../../../instance.ts';
import { type BrowserSession, sessionOf } from '../../../people/identity/session-store.ts';
import {
  canceledPage,
  failedPage,
  keyPage,
  noShopPage,
  type OwnShop,
  type PageReader,
  questionPage,
  refusedPage,
  sendingPage,
} from './authorize-pages.ts';
import { authorizeWords } from './authorize-words.ts';
import { type Authorization, readAuthorization } from './read-authorization.ts';

type Form = Readonly<Record<string, string | undefined>>;

interface Visit {
  readonly request: FastifyRequest<{ Body: Form | null }>;
  readonly reply: FastifyReply;
  readonly reader: PageReader;
  readonly session: BrowserSession;
  readonly asked: Authorization;
}

/** Register this as its own plugin, because it parses forms. */
export function serveAuthorize(instance: Instance, csrf: Csrf) {
  return async (app: FastifyInstance): Promise<void> => {
    readForm(app);
    const script = readFileSync(new URL('continue.js', import.meta.url), 'utf8');
    app.get(`${path}/continue.js`, (_request, reply) => reply.headers(scriptHeaders).send(script));
    app.get<{ Body: null }>(path, { exposeHeadRoute: false }, (request, reply) =>
      visited(instance, request, reply, async (visit) => {
        const shops = await ownShops(app, request);
        if (shops.length === 0) return show(reply, 200, noShopPage(visit.reader, visit.asked));
        const offered = csrf.offer(request.headers, visit.session.sessionId, instance.clock.now());
        const token = offered['x-csrf-token'] as string;
        const question = { asked: visit.asked, shops, csrf: token, once: instance.newSecretId() };
        return show(reply.header('set-cookie', offered['set-cookie']), 200, questionPage(visit.reader, question));
      }),
    );
    app.post<{ Body: Form | null }>(path, (request, reply) =>
      visited(instance, request, reply, async (visit) => {
        if (request.body?.decision === 'allow') return allow(app, visit);
        return show(reply, 200, canceledPage(visit.reader));
      }),
    );
  };
}

const path = '/api-keys/authorize';
const scriptHeaders = {
  'content-type': 'text/javascript; charset=utf-8',
  'cache-control': 'no-cache',
  'x-content-type-options': 'nosniff',
};

/** Signs the person in first. A session without a recent proof of presence signs in again. */
async function visited<Body extends Form | null>(
  instance: Instance,
  request: FastifyRequest<{ Body: Body }>,
  reply: FastifyReply,
  act: (visit: Visit) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const { publicUrl, clock } = instance;
  const reader = { ...authorizeWords(request), publicUrl };
  const asked = readAuthorization(queryOf(request.url));
  if ('fault' in asked) return show(reply, 400, refusedPage(reader, asked));
  const session = await sessionOf(instance, request.headers.cookie);
  if (session === null || !provedRecently({ kind: 'cookie', ...session }, clock.now())) {
    const query = new URLSearchParams({ return_to: request.url });
    return reply.redirect(`${publicUrl}/sign-in?${query}`, 303);
  }
  return act({ request: request as Visit['request'], reply, reader, session, asked });
}

function queryOf(url: string): string {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at + 1);
}

async function ownShops(app: FastifyInstance, request: FastifyRequest): Promise<OwnShop[]> {
  const { status, body } = await callApi(app, request, { method: 'GET', url: '/api/app?v=1' });
  if (status !== 200) throw new Error(`GET /app answered ${status}`);
  // The API leaves the role out for an owner.
  return (body as (OwnShop & { readonly role?: string })[]).filter(({ role }) => role === undefined);
}

async function allow(app: FastifyInstance, { request, reply, reader, asked }: Visit): Promise<FastifyReply> {
  const { csrf = '', once = '', store = '' } = request.body ?? {};
  const { page } = reader.words;
  const fail = (status: number, sentence: string) =>
    show(reply, status, failedPage(reader, sentence, `${path}?${queryOf(request.url)}`));
  if (!isUuid(store)) return fail(400, page.stale);
  const { status, body } = await callApi(app, request, {
    method: 'POST',
    url: `/api/app/${store}/doors?v=1`,
    headers: { 'x-csrf-token': csrf, 'idempotency-key': once },
    payload: { kind: 'greenfield', permissions: asked.permissions },
  });
  const { api_key: apiKey, store_id: storeId, code, detail } = body as Answer;
  if (status === 201 && apiKey !== undefined && storeId !== undefined) {
    const made = { apiKey, storeId, permissions: asked.permissions };
    return show(reply, 200, asked.target === null ? keyPage(reader, made) : sendingPage(reader, made, asked.target));
  }
  if (code === 'csrf_failed' || code === 'idempotency_key_invalid') return fail(status, page.stale);
  if (code === 'idempotency_key_reused') return fail(status, page.used);
  return fail(status, detail ?? page.stale);
}

interface Answer {
  readonly api_key?: string;
  readonly store_id?: string;
  readonly code?: string;
  readonly detail?: string;
}

interface ApiCall {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly payload?: object;
}

/** Calls the API as the browser would: with its cookies, and from its page and address. */
async function callApi(app: FastifyInstance, { headers, socket }: FastifyRequest, call: ApiCall) {
  const { 'content-length': _length, 'transfer-encoding': _encoding, 'content-type': _type, ...sent } = headers;
  const { remoteAddress } = socket;
  const answer = await app.inject({
    ...call,
    headers: {
      ...sent,
      accept: 'application/json',
      ...(call.payload === undefined ? {} : { 'content-type': 'application/json' }),
      ...call.headers,
    },
    ...(remoteAddress === undefined ? {} : { remoteAddress }),
  });
  return { status: answer.statusCode, body: answer.json() as unknown };
}

function show(reply: FastifyReply, status: number, page: HtmlPage): FastifyReply {
  return reply.code(status).headers(page.headers).send(page.html);
}
