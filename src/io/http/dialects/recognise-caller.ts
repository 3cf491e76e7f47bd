// Authenticates the caller of a request and counts the request against the rate limits, for the API and for dialects.
import type { FastifyReply } from 'fastify';
import type { Caller } from '../../../core/access.ts';

/**
 * Counts a request of this caller, which is null if the token was invalid. Returns the rate limit headers. Throws
 * Problem rate_limited.
 */
export type CountRequest = (caller: Caller | null, address: string) => Promise<Readonly<Record<string, string>>>;

export interface RequestCounts {
  /** Without it, no requests are counted. */
  readonly countRequest?: CountRequest;
  /**
   * Counts a request without a valid credential. Throws Problem rate_limited. Without it, such requests are not
   * counted.
   */
  readonly countAnonymous?: (address: string) => void;
}

export interface Recognising {
  readonly address: string;
  /** Whether requests without a valid credential are counted here, including guesses at tokens. */
  readonly countsGuess: boolean;
  authenticate(): Promise<Caller> | Caller;
}

/** Throws the errors of `authenticate`, and Problem rate_limited. */
export async function recogniseCaller(
  reply: FastifyReply,
  { address, countsGuess, authenticate }: Recognising,
  { countRequest, countAnonymous }: RequestCounts,
): Promise<Caller> {
  let caller: Caller | null = null;
  try {
    caller = await authenticate();
    return caller;
  } finally {
    if (countsGuess && (caller === null || caller.kind === 'public')) countAnonymous?.(address);
    if (countRequest !== undefined) reply.headers(await countRequest(caller, address));
  }
}
