// The fault of one request to an endpoint, with what kind of failure it was, so that callers know what helps.
import { ChainFault } from './chain.ts';

/**
 * What an endpoint did: did not answer, asked us to slow down, answered nonsense, or answered with an error of its own.
 */
export type EndpointFailure = 'unreachable' | 'busy' | 'malformed' | 'refused';

/**
 * One failed request. `code` is the JSON-RPC error's, where there was one. Its message never holds more of the URL than
 * the host.
 */
export class EndpointFault extends ChainFault {
  readonly failure: EndpointFailure;
  readonly code: number | null;
  /** How long the endpoint asked us to wait, in milliseconds, or null. */
  readonly retryAfterMs: number | null;
  /** What another endpoint answered to the same question, where one refused it and this one gave no answer. */
  readonly refusal: EndpointFault | null;
  constructor(
    failure: EndpointFailure,
    message: string,
    more: { code?: number | null; retryAfterMs?: number | null; cause?: unknown; refusal?: EndpointFault } = {},
  ) {
    super(message, true, more.cause === undefined ? undefined : { cause: more.cause });
    this.name = 'EndpointFault';
    this.failure = failure;
    this.code = more.code ?? null;
    this.retryAfterMs = more.retryAfterMs ?? null;
    this.refusal = more.refusal ?? null;
  }

  /** Whether an endpoint refused: a smaller question, or another way to ask it, may be answered right now. */
  get mayBeAskedOtherwise(): boolean {
    return this.failure === 'refused' || this.refusal !== null;
  }

  /**
   * Whether what was asked together may be answered one by one: some endpoints bound batches, know none, or botch them.
   */
  get mayBeAskedSingly(): boolean {
    return this.mayBeAskedOtherwise || this.failure === 'malformed';
  }

  /** The same fault, beside what another endpoint answered. */
  beside(refusal: EndpointFault): EndpointFault {
    const { failure, message, code, retryAfterMs } = this;
    return new EndpointFault(failure, message, { code, retryAfterMs, cause: this, refusal });
  }
}

/** What was answered; null where the endpoints refuse the question, as those do that do not know its method. */
export async function unlessRefused<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (fault) {
    if (fault instanceof EndpointFault && fault.failure === 'refused') return null;
    throw fault;
  }
}
