// Idempotency keys: how they are read, and what keeps the answers (features/known/requests does).
import { createHash } from 'node:crypto';
import type { Access, Caller } from '../../core/access.ts';
import { Problem } from '../../core/problem.ts';
import type { Database, Queryable } from '../db/database.ts';
import type { IdempotentRequest } from './operation.ts';

export interface Kept {
  readonly status: number;
  readonly body: unknown;
  /** The apps as whose member the caller was let in. */
  readonly apps: readonly string[];
  readonly hadProof: boolean;
}

/** Throws Problem where this caller may no longer hear the answer that is kept for their request. */
export type AdmitAgain = (caller: Caller, access: Access, kept: Kept) => Promise<void>;

export interface IdempotencyStore {
  /**
   * The answer kept for this request, or null. Throws Problem idempotency_key_reused if the key stands for another
   * request.
   */
  find(request: IdempotentRequest): Promise<Kept | null>;
  /**
   * Runs `act` in one database transaction that also keeps its answer. Throws Problem request_in_progress if another is
   * at it.
   */
  commitOnce<T>(
    db: Database,
    request: IdempotentRequest,
    status: number,
    act: (trx: Queryable) => Promise<T>,
  ): Promise<T>;
  /**
   * What to answer after a failure: a kept answer that turned up meanwhile, else null. Keeps the problem itself, as
   * this request is told of it, if it is the request's final answer.
   */
  afterFailure(db: Database, request: IdempotentRequest, error: unknown, requestId: string): Promise<Kept | null>;
}

const uuidV4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** Reads the header; quotes as in the IETF draft are accepted. Throws Problem for anything that is no UUIDv4. */
export function readIdempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  const text = typeof header === 'string' ? header.replace(/^"(.*)"$/, '$1') : '';
  if (!uuidV4.test(text)) throw new Problem('idempotency_key_invalid');
  return text.toLowerCase();
}

/** SHA-256 over the path and the body, the body with its keys sorted so that their order does not matter. */
export function requestFingerprint(path: string, body: unknown): Buffer {
  return createHash('sha256').update(path).update('\0').update(canonical(body)).digest();
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value === 'object' && value !== null) {
    const fields = value as Record<string, unknown>;
    const keys = Object.keys(fields).sort();
    return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(fields[key])}`).join()}}`;
  }
  return JSON.stringify(value) ?? '';
}
