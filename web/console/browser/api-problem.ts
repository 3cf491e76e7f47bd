// What the service said no to, in its own words, as one kind of error for every call.
import type { Problem } from '../../../sdk/src/generated/api.ts';
import { words } from '../words/words.ts';

export interface FieldProblem {
  /** The path of the refused property, as in `order.items.0.price`. */
  readonly field: string;
  readonly code: string;
  readonly message: string;
  /** With `address_in_use`: what the holder of the address signs to prove control of it. */
  readonly proof_text?: string;
  /** The payment from the address to itself that proves control where it cannot sign. */
  readonly proof_payment?: ProofPayment;
}

export interface ProofPayment {
  readonly cryptocurrency: string;
  readonly network: string;
  readonly amount: string;
  readonly expires_at: string;
}

export class ApiProblem extends Error {
  /** 0 where no answer came. */
  readonly status: number;
  /** Stable name of the problem; `unreachable` where no answer came, `declined` where the person closed the dialog. */
  readonly code: string;
  readonly fields: readonly FieldProblem[];
  /** When to try again, in seconds from now; null where the service did not say. */
  readonly retryAfterSeconds: number | null;
  constructor(told: {
    status: number;
    code: string;
    detail: string;
    fields?: readonly FieldProblem[];
    retryAfterSeconds?: number | null;
  }) {
    super(told.detail);
    this.name = 'ApiProblem';
    this.status = told.status;
    this.code = told.code;
    this.fields = told.fields ?? [];
    this.retryAfterSeconds = told.retryAfterSeconds ?? null;
  }
}

/** Reads an answer that is no success: a problem of the API, or what the sign-in says in its own form. */
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

/** The person closed the question whether it is them: nothing was done, and nothing has to be said. */
export function declined(): ApiProblem {
  return new ApiProblem({ status: 0, code: 'declined', detail: words.common.nothingChanged });
}
