// Converts errors into the error format of the API (the members of RFC 9457), without further details.
import type { ErrorObject } from 'ajv';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Overload, Problem, problemKinds } from '../../core/problem.ts';
import { RowTampered } from '../db/sealed/sealed-row-type.ts';
import { DatabaseAway, DatabaseWentBack } from '../db/sql-fault.ts';
import { wrongMediaType } from './refusals/media-type.ts';
import { fieldErrors } from './validation.ts';

export interface ProblemBody {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: string;
  request_id: string;
  errors?: readonly { field: string; code: string; message: string }[];
}

/** Returns the problem for an error. Unknown errors become internal_error, and their text is only logged. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof RowTampered) return new Problem('row_tampered', { headers: { 'retry-after': '3600' } });
  if (error instanceof DatabaseWentBack) return new Problem('database_went_back', { headers: { 'retry-after': '5' } });
  if (error instanceof DatabaseAway) {
    return new Problem('temporarily_unavailable', {
      detail: 'The database cannot be reached right now.',
      headers: { 'retry-after': '5' },
    });
  }
  const known = error as Partial<FastifyError> & { validation?: ErrorObject[] };
  if (known.validation) return new Problem('validation_failed', { errors: fieldErrors(known.validation) });
  switch (known.code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new Problem('unsupported_media_type');
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Problem('body_too_large');
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return new Problem('malformed_json');
    default:
  }
  if (error instanceof SyntaxError && known.statusCode === 400) return new Problem('malformed_json');
  if (known.statusCode !== undefined && known.statusCode >= 400 && known.statusCode < 500)
    return new Problem('malformed_request');
  return new Problem('internal_error');
}

export function problemBody(problem: Problem, requestId: string, publicUrl: string): ProblemBody {
  return {
    type: `${publicUrl}/problems/${problem.code}`,
    title: problem.title,
    status: problem.status,
    detail: problem.detail,
    code: problem.code,
    request_id: requestId,
    ...(problem.errors ? { errors: problem.errors } : {}),
  };
}

/** Logs an error that is a fault of the service. A tampered row is logged elsewhere. */
export function logFault(request: FastifyRequest, problem: Problem, error: unknown): void {
  const isForeseen =
    ['rate_unavailable', 'database_went_back', 'row_tampered'].includes(problem.code) || error instanceof Overload;
  if (problem.status >= 500 && !isForeseen) request.log.error({ request_id: request.id, err: error }, 'request failed');
}

export function answerProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
  publicUrl: string,
): FastifyReply {
  const problem = explained(request, problemOf(error));
  logFault(request, problem, error);
  return sendProblem(request, reply.headers(problem.headers), problemBody(problem, request.id, publicUrl));
}

/** Adds to the detail what the request had, where the error itself does not know it. */
function explained(request: FastifyRequest, problem: Problem): Problem {
  if (problem.code !== 'unsupported_media_type' || problem.detail !== problemKinds[problem.code].remedy) return problem;
  return new Problem(problem.code, {
    detail: wrongMediaType(request.headers['content-type']),
    headers: problem.headers,
  });
}

/** Sends a problem in the format that the caller accepts. */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, body: ProblemBody): FastifyReply {
  const wantsProblem = request.headers.accept?.includes('application/problem+json') ?? false;
  // The body is already serialized, so the route's success schema does not apply to it.
  return reply
    .code(body.status)
    .type(wantsProblem ? 'application/problem+json' : 'application/json; charset=utf-8')
    .serializer((text: string) => text)
    .send(JSON.stringify(body));
}
