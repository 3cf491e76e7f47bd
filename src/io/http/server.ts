// The HTTP server: the conventions for all operations, and the routes made from their declarations.
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
import { type Access, admit, asking, type Caller, definesCallers, type Scope } from '../../core/access.ts';
import { fieldProblem, Problem } from '../../core/problem.ts';
import type { Database } from '../db/database.ts';
import { answerHeaders, type MayCallWithToken, openToPages, preflightHeaders } from './browser/cors.ts';
import type { Csrf } from './browser/csrf.ts';
import { type RecordCall, recordCalls } from './calls/record-calls.ts';
import { type Recognising, type RequestCounts, recogniseCaller } from './dialects/recognise-caller.ts';
import { originOf } from './dialects/request-origin.ts';
import { setCommonHeaders } from './edge/answer-headers.ts';
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
import { type Address, otherMethods, unknownPath } from './refusals/unknown-path.ts';
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
  /** Identifies the caller: by token, by session, or as anonymous. */
  readonly authenticate: (headers: FastifyRequest['headers'], address: string) => Promise<Caller> | Caller;
  readonly csrf: Csrf;
  readonly idempotency: IdempotencyStore;
  /** Without it, a stored answer is returned without another check. */
  readonly admitAgain?: AdmitAgain;
  /** Without it, pages of other origins may call only public operations. */
  readonly mayCallWithToken?: MayCallWithToken;
  /** Receives each finished call of an operation by a token or a session. */
  readonly recordCall?: RecordCall;
  /** Whether each request is logged. */
  readonly logsRequests?: boolean;
  /** Without it, a stream outlives the credential that opened it. */
  readonly watchCredential?: WatchCredential;
  /** Timeouts for tests. Default: the usual ones. */
  readonly timeouts?: Timeouts;
  readonly clock: { now(): Date };
}

const bodyLimitBytes = 256 * 1024;

/**
 * Passed as factories, so that Fastify does not load its own compilers. Fastify's types allow only the results of its
 * own ones.
 */
const compilers = {
  buildValidator: () => (part: { schema: object; httpPart?: string }) => compileValidator(part.schema, part.httpPart),
  buildSerializer: () => (part: { schema: object }) => compileSerializer(part.schema),
};

/** Returns a server with all conventions of the API and without operations. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const path = publicPath(options.publicUrl);
  const app = Fastify({
    loggerInstance: options.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    bodyLimit: bodyLimitBytes,
    trustProxy: options.trustProxy,
    genReqId: () => randomUUID(),
    // A separate logger per request would cost more than most requests log. The log lines contain the request id
    // instead.
    childLoggerFactory: (logger) => logger,
    ...timeoutOptions(options.timeouts ?? timeouts),
    // Requests in progress are answered while the server closes, not rejected or cut off.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // No hook runs for a URL that cannot be decoded, so the headers are set here.
    frameworkErrors: (error, request, reply) =>
      void answerProblem(request, setCommonHeaders(request, reply, options.publicUrl), error, options.publicUrl),
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
    setCommonHeaders(request, reply, options.publicUrl);
    done();
  });
  measureRequests(app);
  if (options.logsRequests === true) logRequests(app);
  if (options.recordCall !== undefined) recordCalls(app, options.recordCall);
  const { countAnonymous } = options;
  if (countAnonymous !== undefined) {
    app.addHook('onRequest', (request, reply, done) => {
      try {
        const { countsAnonymous } = request.routeOptions.config as RouteConfig;
        if (countsAnonymous !== true && !willAuthenticate(request)) countAnonymous(request.ip);
      } catch (error) {
        // A page that may read the answer may also read a rate limit error.
        if ((request.routeOptions.config as RouteConfig).isOpenToPages) reply.headers(openToPages);
        throw error;
      }
      done();
    });
  }
  app.setErrorHandler((error, request, reply) => answerProblem(request, reply, error, options.publicUrl));
  app.decorate('declaredOperations', [] as Address[]);
  app.setNotFoundHandler((request, reply) => {
    const detail = unknownPath(request.method, request.url, addressesOf(app));
    return answerProblem(request, reply, new Problem('not_found', { detail }), options.publicUrl);
  });
  return app;
}

/** The operations of the server, for the details of unknown paths. */
function addressesOf(app: FastifyInstance): Address[] {
  return app.getDecorator<Address[]>('declaredOperations');
}

/** Serves the operations below /api, and rejects other methods on their paths. */
export function serveOperations(app: FastifyInstance, operations: readonly Operation[], options: ServerOptions): void {
  addressesOf(app).push(...operations);
  for (const declared of operations) serveOperation(app, declared, options);
  const methods = Map.groupBy(operations, (declared) => declared.path);
  const mayCallWithToken = options.mayCallWithToken ?? noOrigin;
  for (const [path, declared] of methods) refuseOtherMethods(app, path, declared, mayCallWithToken);
  // These paths are served together with their pages (features/pages/docs).
  for (const path of ['/openapi.json', '/changelog.json'])
    refuseOtherMethods(app, path, [{ method: 'GET', access: { public: true } }], mayCallWithToken);
}

/**
 * An operation without access rules is a mistake. The service then does not start, rather than expose or block it by
 * accident.
 */
function requireAccessRules(declared: Operation): void {
  if (!definesCallers(declared.access)) throw new Error(`The operation ${declared.id} does not say who may call it`);
}

export interface RouteConfig {
  readonly operation?: string;
  /** The scope that a personal access token needs for it. */
  readonly scope?: Scope | undefined;
  readonly isOpenToPages?: boolean;
  /** The route itself counts requests with missing or invalid credentials. */
  readonly countsAnonymous?: boolean;
}

function routeConfig({ id, access }: Operation): RouteConfig {
  return { operation: id, scope: access.pat ?? access.oauth2, isOpenToPages: access.public === true };
}

function serveOperation(app: FastifyInstance, declared: Operation, options: ServerOptions): void {
  requireAccessRules(declared);
  const versions = versionTable(declared);
  const { access } = declared;
  const mutates = declared.method !== 'GET';
  const repeat = replaying(declared, versions, options);
  const status = declared.status ?? 200;
  app.route({
    method: declared.method,
    url: `/api${declared.path}`,
    schema: operationSchema(declared),
    config: routeConfig(declared) as object,
    // The handler rejects invalid requests, so that the rejection is stored under an Idempotency-Key like any other.
    attachValidation: true,
    exposeHeadRoute: answersHead(declared),
    onRequest: async (request, reply) => {
      reply.headers(await answerHeaders(access, request.headers, options.mayCallWithToken ?? noOrigin));
      const older = versions.read(request.query as Record<string, unknown>);
      (request as Received).older = older;
      if (older !== null) reply.headers(deprecationHeaders(older, options.publicUrl));
      const caller = await recogniseCaller(reply, recognising(request, options), options);
      const now = options.clock.now();
      (request as Received).caller = asking(caller, access);
      admit(access, caller, now);
      if (caller.kind === 'cookie') {
        if (mutates) options.csrf.check(request.headers, caller.sessionId, now);
        else reply.headers(options.csrf.offer(request.headers, caller.sessionId, now));
      }
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
        setHeadersKeepingLink(reply, answer.headers);
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

/** Converts a request of an older version into the newest one. The handler rejects invalid requests. */
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

/** Sends the answer in the requested version. */
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

/** Sets these headers, and keeps an existing Link header. */
function setHeadersKeepingLink(reply: FastifyReply, headers: Readonly<Record<string, string>>): void {
  const said = reply.getHeader('link');
  reply.headers(headers);
  if (said !== undefined && headers.link !== undefined) reply.header('link', `${headers.link}, ${said}`);
}

function recognising(request: FastifyRequest, { authenticate }: ServerOptions): Recognising {
  const { ip: address, headers } = request;
  return { address, countsGuess: willAuthenticate(request), authenticate: () => authenticate(headers, address) };
}

/** Whether an operation will authenticate the caller. Other routes, such as the sign-in, have no caller yet. */
function willAuthenticate({ url, headers }: FastifyRequest): boolean {
  if (headers.authorization === undefined && headers.cookie === undefined) return false;
  return url.startsWith('/api/') && !url.startsWith('/api/auth/');
}

type Committer = Parameters<Operation['handle']>[0]['commit'];
type Received = FastifyRequest & {
  caller: Caller;
  /** The requested version. Null for the newest. */
  older: OlderVersion | null;
  /** Why the request is invalid in that version. */
  versionFault?: unknown;
};

const noOrigin: MayCallWithToken = async () => false;

/** Rejects text that the database cannot store: as not found in a path, and as invalid in a query. */
function refuseBrokenUrl(request: FastifyRequest): void {
  if (Object.values(request.params as Record<string, string>).some(isBrokenText)) throw new Problem('not_found');
  for (const [name, value] of Object.entries(request.query as Record<string, unknown>)) {
    if (isBrokenText(name) || (typeof value === 'string' && isBrokenText(value))) {
      throw fieldProblem(name, 'invalid_characters', 'Must not contain the character U+0000.');
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

/** Returns the id in the path, or the invoice's id in the body. Empty if neither is valid. */
function objectNamed(request: FastifyRequest): string {
  const { id } = request.params as { id?: string };
  const { invoice_id: invoiceId } = (request.body ?? {}) as { invoice_id?: unknown };
  const named = id ?? invoiceId;
  return typeof named === 'string' && isUuid(named) ? named.toLowerCase() : '';
}

/** A stream ends when the credential that opened it becomes invalid. */
function watchStream(reply: FastifyReply, answer: Answer<unknown>, access: Access, options: ServerOptions): void {
  const { caller } = reply.request as Received;
  if (caller.kind === 'public') return;
  // Functions that write events use the connection directly.
  const stream = typeof answer.body === 'function' ? reply.raw : answer.body;
  if (!(stream instanceof Readable || stream instanceof ServerResponse)) return;
  const mayStill = (now: Caller) => answer.mayStill(asking(now, access));
  options.watchCredential?.(reply.request, { caller, stream, mayStill });
}

/** Returns the stored answer to a caller who may still receive it. */
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

/** A HEAD request cannot wait for the end of a stream, and would read a file in vain. */
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
    onRequest: ({ method }: FastifyRequest) => {
      const detail = otherMethods(method, path, offered);
      throw new Problem('method_not_allowed', { detail, headers: { allow } });
    },
    handler: () => undefined,
  });
}
