// The fault of one request to an endpoint, with its kind of failure, so that callers can choose a remedy.
import { ChainFault } from './chain.ts';

/**
 * How the endpoint failed: it did not answer, asked us to slow down, sent a malformed answer, or returned an error of
 * its own.
 */
export type EndpointFailure = 'unreachable' | 'busy' | 'malformed' | 'refused';

/**
 * One failed request. `code` is the code of the JSON-RPC error, if there was one. The message never contains more of
 * the URL than the host.
 */
export class EndpointFault extends ChainFault {
  readonly failure: EndpointFailure;
  readonly code: number | null;
  /** The HTTP status of the answer, if it was the reason. */
  readonly status: number | null;
  /** How long the endpoint asked us to wait, in milliseconds, or null. */
  readonly retryAfterMs: number | null;
  /** The refusal of another endpoint, if one refused the same request and this one did not answer. */
  readonly refusal: EndpointFault | null;
  constructor(
    failure: EndpointFailure,
    message: string,
    more: {
      code?: number | null;
      status?: number | null;
      retryAfterMs?: number | null;
      cause?: unknown;
      refusal?: EndpointFault;
    } = {},
  ) {
    super(message, true, more.cause === undefined ? undefined : { cause: more.cause });
    this.name = 'EndpointFault';
    this.failure = failure;
    this.code = more.code ?? null;
    this.status = more.status ?? null;
    this.retryAfterMs = more.retryAfterMs ?? null;
    this.refusal = more.refusal ?? null;
  }

  /** Whether an endpoint refused the request: a smaller or different request may succeed right now. */
  get mayBeAskedOtherwise(): boolean {
    return this.failure === 'refused' || this.refusal !== null;
  }

  /**
   * Whether the calls of a batch may succeed one by one: some endpoints limit batches, do not support them, or answer
   * them wrongly.
   */
  get mayBeAskedSingly(): boolean {
    return this.mayBeAskedOtherwise || this.failure === 'malformed';
  }

  /** The same fault, with the refusal of another endpoint. */
  withRefusal(refusal: EndpointFault): EndpointFault {
    const { failure, message, code, status, retryAfterMs } = this;
    return new EndpointFault(failure, message, { code, status, retryAfterMs, cause: this, refusal });
  }
}

/** The answer; null if the endpoints refuse the request, as endpoints without the method do. */
export async function unlessRefused<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (fault) {
    if (fault instanceof EndpointFault && fault.failure === 'refused') return null;
    throw fault;
  }
}
