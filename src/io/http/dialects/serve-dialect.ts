// Serves a dialect with the access checks of the API, but in the dialect's own format.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { admit, asking, definesCallers } from '../../../core/access.ts';
import { Problem } from '../../../core/problem.ts';
import { logFault, problemOf } from '../problem-answer.ts';
import { mediaTypeOf } from '../refusals/media-type.ts';
import { isBrokenText } from '../request-body.ts';
import type { RouteConfig, ServerOptions } from '../server.ts';
import type { Dialect, DialectAnswer, DialectRequest, DialectRoute } from './dialect.ts';
import { recogniseCaller } from './recognise-caller.ts';
import { originOf } from './request-origin.ts';

type Serving = Pick<ServerOptions, 'clock' | 'countRequest' | 'countAnonymous'>;

/** Requests count against the API's rate limits. Problems have the dialect's form, also for unknown paths. */
export async function serveDialect(app: FastifyInstance, dialect: Dialect, serving: Serving): Promise<void> {
  await app.register(
    async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', { parseAs: 'string' }, async (_: FastifyRequest, text: string) => text);
      scope.setErrorHandler((error, request, reply) => {
        const problem = problemOf(error);
        logFault(request, problem, error);
        const { showProblem = dialect.showProblem } = request.routeOptions.config as Partial<DialectRouteConfig>;
        return send(reply.headers(problem.headers), showProblem(problem));
      });
      scope.setNotFoundHandler((_, reply) => send(reply, dialect.showProblem(new Problem('not_found'))));
      for (const route of dialect.routes) serveRoute(scope, dialect, route, serving);
    },
    { prefix: dialect.prefix },
  );
}

type DialectRouteConfig = Required<Pick<DialectRoute, 'showProblem'>>;

function serveRoute(scope: FastifyInstance, dialect: Dialect, route: DialectRoute, serving: Serving): void {
  const { method, path, access } = route;
  if (!definesCallers(access)) throw new Error(`${dialect.name} does not say who may call ${method} ${path}`);
  scope.route({
    method,
    url: path,
    config: {
      ...({ operation: `${dialect.name} ${method} ${path}`, countsAnonymous: true } satisfies RouteConfig),
      scope: access.pat,
      showProblem: route.showProblem ?? dialect.showProblem,
    } as object,
    handler: async (request, reply) => {
      const asked = { ...readRequest(dialect, request), path };
      const authenticate = () => dialect.authenticate(asked);
      const caller = await recogniseCaller(reply, { address: request.ip, countsGuess: true, authenticate }, serving);
      const asker = asking(caller, access);
      // For the request log.
      Object.assign(request, { caller: asker, body: asked.body });
      admit(access, caller, serving.clock.now());
      return send(reply, await route.handle({ ...asked, caller: asker, origin: originOf(request) }));
    },
  });
}

/** Throws Problem malformed_request for text that the database cannot store. */
function readRequest(dialect: Dialect, request: FastifyRequest): Omit<DialectRequest, 'path'> {
  const text = typeof request.body === 'string' ? request.body : '';
  const queryText = queryOf(request.url);
  const query = Object.fromEntries(new URLSearchParams(queryText));
  const params = request.params as Record<string, string>;
  if ([...Object.entries(query).flat(), ...Object.values(params)].some(isBrokenText))
    throw new Problem('malformed_request');
  const body = text === '' ? undefined : dialect.readBody(mediaTypeOf(request.headers['content-type']), text);
  return { headers: request.headers, params, query, queryText, body, text, address: request.ip };
}

/** A query may contain further question marks, as in an address that was not encoded. */
function queryOf(url: string): string {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at + 1);
}

function send(reply: FastifyReply, { status, body, headers = {} }: DialectAnswer): FastifyReply {
  return reply
    .code(status)
    .headers({ 'content-type': 'application/json; charset=utf-8', ...headers })
    .serializer((made: unknown) => (typeof made === 'string' ? made : JSON.stringify(made)))
    .send(body);
}
