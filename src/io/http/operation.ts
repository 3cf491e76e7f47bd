// One declaration an operation: path, access, schemas, answers. Everything else about serving it follows from these.
import type { Static, TSchema } from 'typebox';
import type { Access, Caller, Noted, Origin } from '../../core/access.ts';
import type { ThingName } from '../../core/effects/writable-fields.ts';
import type { ProblemCode } from '../../core/problem.ts';
import type { Queryable } from '../db/database.ts';
import type { OlderVersion } from './versions.ts';

/** The request, already authenticated and validated. */
export interface Call<Params, Query, Body> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly caller: Caller;
  readonly origin: Origin;
  /** The headers as they came, names in small letters. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The path and query as they came, for links to the next page. */
  readonly url: string;
  /**
   * Makes the effect in one database transaction and, when the caller sent an Idempotency-Key, keeps the answer in the
   * same transaction. A mutating operation calls it exactly once.
   */
  commit<T>(act: (trx: Queryable) => Promise<T>): Promise<T>;
  /**
   * What an Idempotency-Key makes of it, or null. Only an operation with `findsIdempotent` needs it, which may also
   * commit in a statement of its own, if this keeps the answer beside the effect.
   */
  readonly idempotentRequest: IdempotentRequest | null;
}

/** Identifies an idempotent request: see features/known/requests. */
export interface IdempotentRequest {
  readonly caller: string;
  readonly operation: string;
  readonly key: string;
  readonly fingerprint: Buffer;
  /** What the caller is let in by, once the request was answered. */
  readonly noted?: Noted | undefined;
}

interface AnswerFacts {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly mayStill?: (caller: Caller) => Promise<unknown>;
}

/** An answer whose status or headers differ from the operation's own. */
export class Answer<T> {
  readonly body: T;
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** Of a stream: throws Problem once this caller may read it no longer. Asked every few seconds. */
  readonly mayStill: (caller: Caller) => Promise<unknown> | undefined;
  constructor(body: T, facts: AnswerFacts = {}) {
    this.body = body;
    this.status = facts.status;
    this.headers = facts.headers ?? {};
    this.mayStill = facts.mayStill ?? (() => undefined);
  }
}

export interface Declaration<P extends TSchema, Q extends TSchema, B extends TSchema, A extends TSchema> {
  /** operationId in the OpenAPI document, and the name under which idempotency keys are kept. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below /api, e.g. `/app/:id`. */
  readonly path: string;
  readonly group: string;
  readonly summary: string;
  readonly description?: string;
  readonly access: Access;
  /** The thing that it changes, as the table of effects names it. Each operation that is no GET has one. */
  readonly writes?: ThingName;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  /** Success status; 200 unless said. */
  readonly status?: number;
  /** Other success statuses that answer the same shape. */
  readonly otherStatuses?: readonly number[];
  readonly answer: A;
  /** For answers that are no JSON: `handle` then answers a stream of this type, or what writes events (WriteEvents). */
  readonly contentType?: string;
  /** All the types that it answers, where they are several, each with an example. */
  readonly contentExamples?: Readonly<Record<string, string>>;
  /**
   * The operation finds out itself, together with what else it reads, whether its answer was kept, and then throws
   * Problem request_in_progress before anything lasting is done: that answer is looked up and given.
   */
  readonly findsIdempotent?: true;
  /** Its newest version, which all that stands here is of; 1 unless said. */
  readonly version?: number;
  /** The versions before it that are still answered, newest first. */
  readonly olderVersions?: readonly OlderVersion[];
  /** Problems of its own, beside those every operation can answer. */
  readonly problems?: readonly ProblemCode[];
  handle(call: Call<Static<P>, Static<Q>, Static<B>>): Promise<Static<A> | Answer<Static<A>>>;
}

/** An operation with its schema types forgotten, so that a list can hold them all. */
export type Operation = Declaration<TSchema, TSchema, TSchema, TSchema>;

export function operation<
  A extends TSchema,
  P extends TSchema = TSchema,
  Q extends TSchema = TSchema,
  B extends TSchema = TSchema,
>(declaration: Declaration<P, Q, B, A>): Operation {
  return declaration as unknown as Operation;
}
