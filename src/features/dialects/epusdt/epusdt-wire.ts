// The form of Epusdt's answers.
import type { Problem, ProblemCode } from '../../../core/problem.ts';
import type { DialectAnswer } from '../../../io/http/dialects/dialect.ts';
import { problemSentence } from '../shop-orders/problem-sentence.ts';

export function answered(data: object): DialectAnswer {
  return { status: 200, body: { status_code: 200, message: 'success', data, request_id: '' } };
}

/** The codes of Epusdt's own documentation. */
const codes: Readonly<Partial<Record<ProblemCode, number>>> = {
  invalid_token: 401,
  not_authenticated: 401,
  reference_in_use: 10002,
  invoice_not_payable: 10002,
  rate_unavailable: 10006,
  not_found: 10008,
  malformed_json: 10009,
  malformed_request: 10009,
  unsupported_media_type: 10009,
  validation_failed: 10009,
};

const otherFailure = 400;

/** Every failure is HTTP 200 with another `status_code`, as shops expect. */
export function problemMessage(problem: Problem): DialectAnswer {
  const [code, message] = [codes[problem.code] ?? otherFailure, problemSentence(problem)];
  return { status: 200, body: { status_code: code, message, data: null, request_id: '' } };
}
