// The errors that calls throw: a problem reported by the service, or a failure to reach it.
import type { ProblemCode } from './generated/api.ts';

/** One refused field. `field` is its path, as in `order.items.0.price`. */
export interface FieldProblem {
  readonly field: string;
  readonly code: string;
  readonly message: string;
}

/** The service refused the call and gave a reason. */
export class QuittanceProblem extends Error {
  override readonly name = 'QuittanceProblem';
  /** The HTTP status of the response. */
  readonly status: number;
  /**
   * The stable code of the problem, for use in conditions. `unexpected_answer` if the response is not from the service.
   */
  readonly code: ProblemCode | 'unexpected_answer' | (string & Record<never, never>);
  /** Advice on how to resolve it. */
  readonly detail: string;
  /** The refused fields, for `validation_failed`. */
  readonly errors: readonly FieldProblem[];
  /** The id of the request in the instance's log. */
  readonly requestId: string | null;
  /** Seconds to wait before the next call, as requested by the service. */
  readonly retryAfter: number | null;

  constructor(answer: {
    status: number;
    code: string;
    detail: string;
    errors: readonly FieldProblem[];
    requestId: string | null;
    retryAfter: number | null;
  }) {
    const fields = answer.errors.map((one) => `${one.field}: ${one.message}`).join(' ');
    super(`${answer.status} ${answer.code}: ${[answer.detail, fields].filter(Boolean).join(' ')}`);
    this.status = answer.status;
    this.code = answer.code;
    this.detail = answer.detail;
    this.errors = answer.errors;
    this.requestId = answer.requestId;
    this.retryAfter = answer.retryAfter;
  }
}

/**
 * No response came: the network failed or the call timed out. It is unknown whether a change was made. Repeating the
 * call with the same key is safe.
 */
export class QuittanceUnreachable extends Error {
  override readonly name = 'QuittanceUnreachable';
  /** Use this key for the next attempt at the same change. Null for a call that changes nothing. */
  readonly idempotencyKey: string | null;

  constructor(cause: unknown, idempotencyKey: string | null) {
    super(`The service could not be reached: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.idempotencyKey = idempotencyKey;
  }
}

/** Reads an error response. It may come from a proxy instead of the service, so its format is not certain. */
export async function readProblem(response: Response): Promise<QuittanceProblem> {
  const text = await response.text().catch(() => '');
  const body = parsed(text);
  return new QuittanceProblem({
    status: response.status,
    code: typeof body?.code === 'string' ? body.code : 'unexpected_answer',
    detail: typeof body?.detail === 'string' ? body.detail : text.slice(0, 200),
    errors: Array.isArray(body?.errors) ? (body.errors as FieldProblem[]) : [],
    requestId: response.headers.get('x-request-id'),
    retryAfter: secondsToWait(response.headers.get('retry-after')),
  });
}

/** Parses Retry-After (RFC 9110 §10.2.3): seconds, or a date. */
function secondsToWait(header: string | null): number | null {
  if (header === null) return null;
  if (/^\d+$/.test(header.trim())) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - Date.now()) / 1000));
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? (value as Record<string, unknown> | null) : null;
  } catch {
    return null;
  }
}
