// The form of the requests and answers of Coinbase Commerce.
import type { Problem } from '../../../core/problem.ts';
import type { DialectAnswer } from '../../../io/http/dialects/dialect.ts';
import { problemSentence } from '../shop-orders/problem-sentence.ts';

/** The version of the API that its documentation and clients name. */
export const apiVersion = '2018-03-22';

export function answered(data: object, status: 200 | 201 = 200): DialectAnswer {
  return { status, body: { data } };
}

/** Clients map the type, and otherwise the status, to their own errors. Source: lib/buildApiError.js of its client. */
export function problemMessage(problem: Problem): DialectAnswer {
  const { status, type } = errorOf(problem);
  return { status, body: { error: { type, message: problemSentence(problem) } } };
}

function errorOf({ status, errors }: Problem): { readonly status: number; readonly type: string } {
  const [first] = errors ?? [];
  if (first !== undefined)
    return { status: 400, type: first.code === 'required' ? 'param_required' : 'validation_error' };
  switch (status) {
    case 401:
    case 403:
      return { status: 401, type: 'authentication_error' };
    case 404:
    case 405:
      return { status: 404, type: 'not_found' };
    case 429:
      return { status: 429, type: 'rate_limit_exceeded' };
    case 503:
      return { status: 503, type: 'service_unavailable' };
    default:
      if (status >= 500) return { status: 500, type: 'internal_server_error' };
      return { status: 400, type: 'invalid_request' };
  }
}
