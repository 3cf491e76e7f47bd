// The HTTP server: conventions that hold for every operation, and the routes made from their declarations.
import { randomUUID } from 'node:crypto';
import { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Logger } from 'pino';
import { storedAnswerOwner } from '../../core/access/caller-name.ts';
import { type Access, admit, asking, type Caller, definesCallers } from '../../core/access.ts';
import { fieldProblem, Problem } from '../../core/problem.ts';
import type { Database } from '../db/database.ts';
import { answerHeaders, type MayCallWithToken, openToPages, preflightHeaders } from './browser/cors.ts';
import type { Csrf } from './browser/csrf.ts';
import { type Recognising, type RequestCounts, recogniseCaller } from './dialects/recognise-caller.ts';
import { originOf } from './dialects/request-origin.ts';
import { sayOnEveryAnswer } from './edge/answer-headers.ts';
import { answerEvents, type WriteEvents } from './edge/event-streams.ts';
import { logRequests } from './edge/log-requests.ts';
import { measureRequests } from './edge/measure-requests.ts';
import { publicPath } from './edge/public-path.ts';
import { type Timeouts, timeoutOptions, timeouts } from './edge/timeouts.ts';
import { unreadableRequests } from './edge/unreadable-requests.ts';
import type { WatchCredential } from './edge/watch-credentials.ts';
import {
  type AdmitAgain,
  type IdempotencyStore,
  type Kept,
  readIdempotencyKey,
  requestFingerprint,
} from './idempotency.ts';
import { operationSchema } from './openapi.ts';
import { Answer, type IdempotentRequest, type Operation } from './operation.ts';
import { answerProblem, type ProblemBody, problemOf, sendProblem } from './problem-answer.ts';
import { isBrokenText, readJsonBody } from './request-body.ts';
import { isUuid } from './schemas.ts';
import { compileSerializer } from './serialization.ts';
import { compileValidator } from './validation.ts';
import { deprecationHeaders, type OlderVersion, type SentParts, type VersionTable, versionTable } from './versions.ts';

export interface ServerOptions extends RequestCounts {
  readonly db: Database;
  readonly log: Logger;
  readonly publicUrl: string;
  readonly trustProxy: boolean | string;
  /** Who calls: the bearer of a token, a browser's session, or anybody. */
  readonly authenticate: (headers: FastifyRequest['headers'], address: string) => Promise<Caller> | Caller;
  readonly csrf: Csrf;
  readonly idempotency: IdempotencyStore;
  /** Left out, who may call hears the answer that was kept for them. */
  readonly admitAgain?: AdmitAgain;
  /** Left out, pages of other origins call only what everybody may. */
  readonly mayCallWithToken?: MayCallWithToken;
  /** Whether each request is a line in the log. */
  readonly logsRequests?: boolean;
  /** Left out, a stream outlives the credential that it was opened with. */
  readonly watchCredential?: WatchCredential;
  /** Others than the usual ones, for tests. */
  readonly timeouts?: Timeouts;
  readonly clock: { now(): Date };
}

const bodyLimitBytes = 256 * 1024;

/** Given as factories, so that Fastify does not load its own; its types know only what its own compilers answer. */
const compilers = {
  buildValidator: () => (part: { schema: object; httpPart?: string }) => compileValidator(part.schema, part.httpPart),
  buildSerializer: () => (part: { schema: object }) => compileSerializer(part.schema),
};

/** A server with every convention of the API and no operation yet. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const path = publicPath(options.publicUrl);
  const app = Fastify({
    loggerInstance: options.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    bodyLimit: bodyLimitBytes,
    trustProxy: options.trustProxy,
    genReqId: () => randomUUID(),
    // A logger of its own for each request would cost more than most requests log; what is logged names the request.
    childLoggerFactory: (logger) => logger,
    ...timeoutOptions(options.timeouts ?? timeouts),
    // What is under way while the server closes is answered: nothing of it is refused or cut.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // A URL that cannot be decoded meets no hook: its answer gets its headers here.
    frameworkErrors: (error, request, reply) =>
      void answerProblem(request, sayOnEveryAnswer(request, reply, options.publicUrl), error, options.publicUrl),
    clientErrorHandler: unreadableRequests(options.publicUrl),
    rewriteUrl: path.rewriteUrl,
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 300 },
    schemaController: { compilersFactory: compilers as never },
  });
  path.follow(app);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, async (request: FastifyRequest, text: string) =>
    readJsonBody(text, request.routeOptions.schema?.body),
  );
  app.addHook('onRequest', (request, reply, done) => {
    sayOnEveryAnswer(request, reply, options.publicUrl);
    done();
  });
  measureRequests(app);
  if (options.logsRequests === true) logRequests(app);
  const { countAnonymous } = options;
  if (countAnonymous !== undefined) {
    app.addHook('onRequest', (request, reply, done) => {
      try {
        const { countsAnonymous } = request.routeOptions.config as RouteConfig;
        if (countsAnonymous !== true && !showsCredential(request)) countAnonymous(request.ip);
      } catch (error) {
        // A page that may read the answer may also read that it has to wait.
        if ((request.routeOptions.config as RouteConfig).isOpenToPages) reply.headers(openToPages);
        throw error;
      }
      done();
    });
  }
  app.setErrorHandler((error, request, reply) => answerProblem(request, reply, error, options.publicUrl));
  app.setNotFoundHandler((request, reply) =>
    answerProblem(request, reply, new Problem('not_found'), options.publicUrl),
  );
  return app;
}

/** Serves the operations below /api, and refuses the methods their paths do not have. */
export function serveOperations(app: FastifyInstance, operations: readonly Operation[], options: ServerOptions): void {
  for (const declared of operations) serveOperation(app, declared, options);
  const methods = Map.groupBy(operations, (declared) => declared.path);
  const mayCallWithToken = options.mayCallWithToken ?? noOrigin;
  for (const [path, declared] of methods) refuseOtherMethods(app, path, declared, mayCallWithToken);
  // These are served with the pages about them (features/pages/docs).
  for (const path of ['/openapi.json', '/changelog.json'])
    refuseOtherMethods(app, path, [{ method: 'GET', access: { public: true } }], mayCallWithToken);
}

/**
 * What nobody may call was forgotten, not meant: better no service than one that is half closed, or open, by mistake.
 */
function mustSayWhoMayCall(declared: Operation): void {
  if (!definesCallers(declared.access)) throw new Error(`The operation ${declared.id} does not say who may call it`);
}

export interface RouteConfig {
  readonly operation?: string;
  readonly isOpenToPages?: boolean;
  /** The route itself counts requests whose credentials are missing or wrong. */
  readonly countsAnonymous?: boolean;
}

function serveOperation(app: FastifyInstance, declared: Operation, options: ServerOptions): void {
  mustSayWhoMayCall(declared);
  const versions = versionTable(declared);
  const { access } = declared;
  const mutates = declared.method !== 'GET';
  const repeat = replaying(declared, versions, options);
  const status = declared.status ?? 200;
  app.route({
    method: declared.method,
    url: `/api${declared.path}`,
    schema: operationSchema(declared),
    config: { operation: declared.id, isOpenToPages: access.public === true } satisfies RouteConfig as object,
    // Refused in the handler, so that a refusal of the schema is kept under an Idempotency-Key as any other is.
    attachValidation: true,
    exposeHeadRoute: answersHead(declared),
    onRequest: async (request, reply) => {
      reply.headers(await answerHeaders(access, request.headers, options.mayCallWithToken ?? noOrigin));
      const older = versions.read(request.query as Record<string, unknown>);
      (request as Received).older = older;
      if (older !== null) reply.headers(deprecationHeaders(older, options.publicUrl));
      const caller = await recogniseCaller(reply, recognising(request, options), options);
      const now = options.clock.now();
      admit(access, caller, now);
      if (caller.kind === 'cookie') {
        if (mutates) options.csrf.check(request.headers, caller.sessionId, now);
        else reply.headers(options.csrf.offer(request.headers, caller.sessionId, now));
      }
      (request as Received).caller = asking(caller, access);
    },
    ...(declared.olderVersions === undefined ? {} : { preValidation: upgrading(versions) }),
    handler: async (request, reply) => {
      const caller = (request as Received).caller;
      const idempotency = mutates ? idempotentRequestOf(declared, request, caller) : null;
      if (idempotency !== null && declared.findsIdempotent !== true) {
        const kept = await options.idempotency.find(idempotency);
        if (kept !== null) return repeat(request, reply, kept);
      }
      const commit: Committer = (act) =>
        idempotency === null
          ? options.db.atomically(act)
          : options.idempotency.commitOnce(options.db, idempotency, status, act);
      try {
        if ((request as Received).versionFault !== undefined) throw (request as Received).versionFault;
        if (request.validationError !== undefined) throw problemOf(request.validationError);
        refuseBrokenUrl(request);
        const result = await declared.handle({
          params: request.params,
          query: request.query,
          body: request.body,
          caller,
          origin: originOf(request),
          headers: request.headers,
          url: request.url,
          commit,
          idempotentRequest: idempotency,
        } as never);
        const answer = result instanceof Answer ? result : new Answer(result);
        watchStream(reply, answer, access, options);
        sayBeside(reply, answer.headers);
        return sendAnswer(request, reply.code(answer.status ?? status), answer.body, versions);
      } catch (error) {
        if (idempotency === null) throw error;
        const kept = await options.idempotency.afterFailure(options.db, idempotency, error, request.id);
        if (kept === null) throw error;
        return repeat(request, reply, kept);
      }
    },
  });
}

/** Makes of a request of an older version one of the newest. What is wrong with it is refused in the handler. */
function upgrading(versions: VersionTable) {
  return async (request: FastifyRequest): Promise<void> => {
    const received = request as Received;
    if (received.older === null) return;
    try {
      const { query, body } = received as unknown as SentParts;
      Object.assign(request, versions.upgrade(received.older, { query, body }));
    } catch (error) {
      received.versionFault = error;
    }
  };
}

/** In the version that was asked for. */
function sendAnswer(request: FastifyRequest, reply: FastifyReply, body: unknown, versions: VersionTable): FastifyReply {
  const { older } = request as Received;
  if (typeof body === 'function') return answerEvents(reply, body as WriteEvents);
  if (older === null) return reply.send(body);
  const text = versions.downgrade(older, body);
  return reply
    .type('application/json; charset=utf-8')
    .serializer((made: string) => made)
    .send(text);
}

/** An answer may lead somewhere beside what is already said of it. */
function sayBeside(reply: FastifyReply, headers: Readonly<Record<string, string>>): void {
  const said = reply.getHeader('link');
  reply.headers(headers);
  if (said !== undefined && headers.link !== undefined) reply.header('link', `${headers.link}, ${said}`);
}

function recognising(request: FastifyRequest, { authenticate }: ServerOptions): Recognising {
  const { ip: address, headers } = request;
  return { address, countsGuess: showsCredential(request), authenticate: () => authenticate(headers, address) };
}

/** Whether an operation will look at who calls. Elsewhere, as at the sign-in, nobody is known yet. */
function showsCredential({ url, headers }: FastifyRequest): boolean {
  if (headers.authorization === undefined && headers.cookie === undefined) return false;
  return url.startsWith('/api/') && !url.startsWith('/api/auth/');
}

type Committer = Parameters<Operation['handle']>[0]['commit'];
type Received = FastifyRequest & {
  caller: Caller;
  /** The version that was asked for; null for the newest. */
  older: OlderVersion | null;
  /** Why the request is none of that version. */
  versionFault?: unknown;
};

const noOrigin: MayCallWithToken = async () => false;

/** Text that no row can hold: in a path it names nothing, in a query it is a mistake. */
function refuseBrokenUrl(request: FastifyRequest): void {
  if (Object.values(request.params as Record<string, string>).some(isBrokenText)) throw new Problem('not_found');
  for (const [name, value] of Object.entries(request.query as Record<string, unknown>)) {
    if (isBrokenText(name) || (typeof value === 'string' && isBrokenText(value))) {
      throw fieldProblem(name, 'invalid_characters', 'Must not hold the character U+0000.');
    }
  }
}

function idempotentRequestOf(declared: Operation, request: FastifyRequest, caller: Caller): IdempotentRequest | null {
  const key = readIdempotencyKey(request.headers['idempotency-key']);
  if (key === null) return null;
  const [path] = request.url.split('?', 1);
  return {
    caller: storedAnswerOwner(caller, objectNamed(request)),
    operation: declared.id,
    key,
    fingerprint: requestFingerprint(path ?? '', request.body),
    noted: 'noted' in caller ? caller.noted : undefined,
  };
}

/** The id in the path, or of the invoice in the body; empty where neither is one. */
function objectNamed(request: FastifyRequest): string {
  const { id } = request.params as { id?: string };
  const { invoice_id: invoiceId } = (request.body ?? {}) as { invoice_id?: unknown };
  const named = id ?? invoiceId;
  return typeof named === 'string' && isUuid(named) ? named.toLowerCase() : '';
}

/** A stream that was opened with a credential ends with it. */
function watchStream(reply: FastifyReply, answer: Answer<unknown>, access: Access, options: ServerOptions): void {
  const { caller } = reply.request as Received;
  if (caller.kind === 'public') return;
  // What writes events writes them to the connection itself.
  const stream = typeof answer.body === 'function' ? reply.raw : answer.body;
  if (!(stream instanceof Readable || stream instanceof ServerResponse)) return;
  const mayStill = (now: Caller) => answer.mayStill(asking(now, access));
  options.watchCredential?.(reply.request, { caller, stream, mayStill });
}

/** Gives the answer that was kept, to who may still hear it. */
function replaying({ access }: Operation, versions: VersionTable, { admitAgain }: ServerOptions) {
  return async (request: FastifyRequest, reply: FastifyReply, kept: Kept): Promise<FastifyReply> => {
    await admitAgain?.((request as Received).caller, access, kept);
    return replay(request, reply, kept, versions);
  };
}

function replay(
  request: FastifyRequest,
  reply: FastifyReply,
  kept: { status: number; body: unknown },
  versions: VersionTable,
): FastifyReply {
  reply.header('idempotency-replayed', 'true');
  if (kept.status >= 400) return sendProblem(request, reply, kept.body as ProblemBody);
  return sendAnswer(request, reply.code(kept.status), kept.body, versions);
}

/** A stream has no end that a HEAD could be answered from, and a file would be read for nothing. */
function answersHead(declared: Pick<Operation, 'method' | 'contentType'>): boolean {
  return declared.method === 'GET' && declared.contentType === undefined;
}

function refuseOtherMethods(
  app: FastifyInstance,
  path: string,
  declared: readonly Pick<Operation, 'method' | 'access' | 'contentType'>[],
  mayCallWithToken: MayCallWithToken,
): void {
  const offered: string[] = declared.flatMap((one) => (answersHead(one) ? ['GET', 'HEAD'] : [one.method]));
  const allow = [...offered, 'OPTIONS'].join(', ');
  app.route({
    method: 'OPTIONS',
    url: `/api${path}`,
    handler: async (request, reply) => {
      const cors = await preflightHeaders(declared, request.headers, mayCallWithToken);
      return reply
        .code(204)
        .headers({ ...cors, allow })
        .send();
    },
  });
  const refused = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH'].filter((method) => !offered.includes(method));
  app.route({
    method: refused,
    url: `/api${path}`,
    exposeHeadRoute: false,
    onRequest: () => {
      throw new Problem('method_not_allowed', { headers: { allow } });
    },
    handler: () => undefined,
  });
}
