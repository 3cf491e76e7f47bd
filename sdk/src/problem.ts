// The errors that a call throws: the service's error answer, or no answer at all.
import type { ProblemCode } from './generated/api.ts';

/** One field that was refused; `field` is its path, as in `order.items.0.price`. */
export interface FieldProblem {
  readonly field: string;
  readonly code: string;
  readonly message: string;
}

/** The service answered that it does not do this, and why. */
export class QuittanceProblem extends Error {
  override readonly name = 'QuittanceProblem';
  /** The status of the answer. */
  readonly status: number;
  /** The stable name of the problem, to branch on. `unexpected_answer` where the answer was none of the service's. */
  readonly code: ProblemCode | 'unexpected_answer' | (string & Record<never, never>);
  /** The remedy. */
  readonly detail: string;
  /** The refused fields, for `validation_failed`. */
  readonly errors: readonly FieldProblem[];
  /** Names the request in the instance's log. */
  readonly requestId: string | null;
  /** Seconds after which the service asks to be called again. */
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
 * No answer came: the network failed or the time ran out. Whether a change was made is unknown; a repeat with the same
 * key is safe.
 */
export class QuittanceUnreachable extends Error {
  override readonly name = 'QuittanceUnreachable';
  /** Send it again with the next attempt of the same change. null for a call that changes nothing. */
  readonly idempotencyKey: string | null;

  constructor(cause: unknown, idempotencyKey: string | null) {
    super(`The service could not be asked: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.idempotencyKey = idempotencyKey;
  }
}

/** Reads an error answer. It may come from a proxy in front of the service, so its form is not certain. */
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

/** Retry-After after RFC 9110 §10.2.3: seconds, or a date. */
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
