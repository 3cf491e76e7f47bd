// A refusal by the service, in its own words: one kind of error for every call.
import type { Problem } from '../../../sdk/typescript/src/generated/api.ts';
import { words } from '../words/words.ts';

export interface FieldProblem {
  /** The path of the refused field, such as `order.items.0.price`. */
  readonly field: string;
  readonly code: string;
  readonly message: string;
  /** With `address_in_use`: the text that the address's holder signs to prove control of it. */
  readonly proof_text?: string;
  /** The payment from the address to itself that proves control if it cannot sign. */
  readonly proof_payment?: ProofPayment;
}

export interface ProofPayment {
  readonly cryptocurrency: string;
  readonly network: string;
  readonly amount: string;
  readonly expires_at: string;
}

export class ApiProblem extends Error {
  /** 0 if no answer came. */
  readonly status: number;
  /** The problem's code; `unreachable` if no answer came, `declined` if the user closed the dialog. */
  readonly code: string;
  readonly fields: readonly FieldProblem[];
  /** Seconds until the next attempt is allowed; null if the service gave none. */
  readonly retryAfterSeconds: number | null;
  constructor(answer: {
    status: number;
    code: string;
    detail: string;
    fields?: readonly FieldProblem[];
    retryAfterSeconds?: number | null;
  }) {
    super(answer.detail);
    this.name = 'ApiProblem';
    this.status = answer.status;
    this.code = answer.code;
    this.fields = answer.fields ?? [];
    this.retryAfterSeconds = answer.retryAfterSeconds ?? null;
  }
}

/** Reads an error response: a problem of the API, or the sign-in's own form. */
export function problemOf(status: number, headers: Headers, body: unknown): ApiProblem {
  const problem = (typeof body === 'object' && body !== null ? body : {}) as Partial<Problem> & { message?: string };
  const seconds = headers.get('Retry-After');
  return new ApiProblem({
    status,
    code: problem.code ?? 'unknown',
    detail: problem.detail ?? problem.message ?? problem.title ?? words.common.serviceRefused,
    fields: problem.errors ?? [],
    retryAfterSeconds: seconds !== null && /^\d+$/.test(seconds) ? Number(seconds) : null,
  });
}

export function unreachable(): ApiProblem {
  return new ApiProblem({
    status: 0,
    code: 'unreachable',
    detail: words.common.unreachable,
  });
}

/** The user closed the step-up dialog: nothing was done, and no message is shown. */
export function declined(): ApiProblem {
  return new ApiProblem({ status: 0, code: 'declined', detail: words.common.nothingChanged });
}
