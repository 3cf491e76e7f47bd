// Passes each finished call of an API operation to a recorder, after its response. Calls without a credential are left
// out, and so are pages and the sign-in.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller, Scope } from '../../../core/access.ts';

/** A finished call with its bodies as they were sent. The recorder removes secrets from them. */
export interface FinishedCall {
  readonly requestId: string;
  /** The operationId. */
  readonly operation: string;
  readonly scope: Scope | undefined;
  readonly method: string;
  /** As received, without the query. */
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
  readonly params: Readonly<Record<string, string>>;
  readonly caller: Exclude<Caller, { readonly kind: 'public' }>;
  readonly status: number;
  /** Until the response was sent. For a stream, until it ended. */
  readonly millis: number;
  /** The parsed body. Undefined if there was none, or if it could not be parsed. */
  readonly body: unknown;
  readonly bodyBytes: number;
  /** The response's text. Null for a stream or an empty response. */
  readonly answer: string | null;
}

/** Called after the response. It must return quickly and never throw. */
export type RecordCall = (call: FinishedCall) => void;

type Received = FastifyRequest & { readonly caller?: Caller; sentText?: string };

export function recordCalls(app: FastifyInstance, record: RecordCall): void {
  app.addHook('onSend', (request, _reply, payload, done) => {
    if (isRecorded(request) && typeof payload === 'string') (request as Received).sentText = payload;
    done(null, payload);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { caller, sentText = null, params, body, method } = request as Received;
    const { operation, scope } = configOf(request);
    if (operation !== undefined && caller !== undefined && caller.kind !== 'public' && method !== 'HEAD') {
      const [path = '', query = ''] = request.url.split(/\?(.*)/s, 2);
      const call = {
        requestId: request.id,
        operation,
        scope,
        method,
        path,
        query,
        params: params as FinishedCall['params'],
      };
      const bodyBytes = Number(request.headers['content-length'] ?? 0);
      const sent = { body, bodyBytes, status: reply.statusCode, answer: sentText, millis: reply.elapsedTime };
      record({ ...call, ...sent, caller });
    }
    done();
  });
}

function isRecorded(request: FastifyRequest): boolean {
  const { caller } = request as Received;
  return caller !== undefined && caller.kind !== 'public';
}

function configOf(request: FastifyRequest): { readonly operation?: string; readonly scope?: Scope } {
  return request.routeOptions.config as object;
}
