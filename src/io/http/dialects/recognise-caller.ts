// Recognises the caller of a request and counts the request against the limits, for the API and for dialects.
import type { FastifyReply } from 'fastify';
import type { Caller } from '../../../core/access.ts';

/**
 * Counts a request of this caller, null where they sent what is no token; answers the headers that tell what is left.
 * Throws Problem rate_limited.
 */
export type CountRequest = (caller: Caller | null, address: string) => Promise<Readonly<Record<string, string>>>;

export interface RequestCounts {
  /** Left out, nobody's requests are counted. */
  readonly countRequest?: CountRequest;
  /** Counts a request that brought no credential, or a wrong one. Throws Problem rate_limited. Left out, nobody's. */
  readonly countAnonymous?: (address: string) => void;
}

export interface Recognising {
  readonly address: string;
  /** Whether a request without a right credential is counted here: guesses at tokens, too. */
  readonly countsGuess: boolean;
  authenticate(): Promise<Caller> | Caller;
}

/** Throws what `authenticate` throws, and Problem rate_limited. */
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
