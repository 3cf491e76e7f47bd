// Reads idempotency keys, and defines the store of the answers (implemented in features/known/requests).
import { createHash } from 'node:crypto';
import type { Access, Caller } from '../../core/access.ts';
import { Problem } from '../../core/problem.ts';
import type { Database, Queryable } from '../db/database.ts';
import type { IdempotentRequest } from './operation.ts';

export interface Kept {
  readonly status: number;
  readonly body: unknown;
  /** The apps that the caller accessed as a member. */
  readonly apps: readonly string[];
  readonly hadProof: boolean;
}

/** Throws a Problem if this caller may no longer receive the stored answer. */
export type AdmitAgain = (caller: Caller, access: Access, kept: Kept) => Promise<void>;

export interface IdempotencyStore {
  /**
   * Returns the stored answer for this request, or null. Throws Problem idempotency_key_reused if the key belongs to a
   * different request.
   */
  find(request: IdempotentRequest): Promise<Kept | null>;
  /**
   * Runs `act` in one database transaction and stores its answer in the same transaction. Throws Problem
   * request_in_progress if the same request is already running.
   */
  commitOnce<T>(
    db: Database,
    request: IdempotentRequest,
    status: number,
    act: (trx: Queryable) => Promise<T>,
  ): Promise<T>;
  /**
   * Call this after a failure. Returns a stored answer if another request has stored one meanwhile, else null. Stores
   * the problem, with this request's id, if it is final.
   */
  afterFailure(db: Database, request: IdempotentRequest, error: unknown, requestId: string): Promise<Kept | null>;
}

const uuidV4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** Reads the header, with or without the quotes of the IETF draft. Throws a Problem if it is not a UUIDv4. */
export function readIdempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  const text = typeof header === 'string' ? header.replace(/^"(.*)"$/, '$1') : '';
  if (!uuidV4.test(text)) throw new Problem('idempotency_key_invalid');
  return text.toLowerCase();
}

/** SHA-256 over the path and the body with sorted keys, so that their order does not matter. */
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
