// Declares an operation: its path, access, schemas and answers. The routes and the API document follow from the
// declaration.
import type { Static, TSchema } from 'typebox';
import type { Access, Caller, Noted, Origin } from '../../core/access.ts';
import type { ThingName } from '../../core/effects/writable-fields.ts';
import type { ProblemCode } from '../../core/problem.ts';
import type { Queryable } from '../db/database.ts';
import type { OlderVersion } from './versions.ts';

/** An authenticated and validated request. */
export interface Call<Params, Query, Body> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly caller: Caller;
  readonly origin: Origin;
  /** The headers as received, with names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The path and query as received, for links to the next page. */
  readonly url: string;
  /**
   * Makes the change in one database transaction. If the caller sent an Idempotency-Key, the same transaction stores
   * the answer. A mutating operation calls this exactly once.
   */
  commit<T>(act: (trx: Queryable) => Promise<T>): Promise<T>;
  /**
   * The idempotent request, or null without an Idempotency-Key. Only operations with `findsIdempotent` use it. They may
   * also commit in their own statement if it stores the answer as well.
   */
  readonly idempotentRequest: IdempotentRequest | null;
}

/** Identifies an idempotent request. See features/known/requests. */
export interface IdempotentRequest {
  readonly caller: string;
  readonly operation: string;
  readonly key: string;
  readonly fingerprint: Buffer;
  /** The apps and proofs that admitted the caller, known after the request was handled. */
  readonly noted?: Noted | undefined;
}

interface AnswerFacts {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly mayStill?: (caller: Caller) => Promise<unknown>;
}

/** An answer with another status or other headers than the operation's own. */
export class Answer<T> {
  readonly body: T;
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** For a stream: throws a Problem if this caller may no longer read it. Called every few seconds. */
  readonly mayStill: (caller: Caller) => Promise<unknown> | undefined;
  constructor(body: T, facts: AnswerFacts = {}) {
    this.body = body;
    this.status = facts.status;
    this.headers = facts.headers ?? {};
    this.mayStill = facts.mayStill ?? (() => undefined);
  }
}

export interface Declaration<P extends TSchema, Q extends TSchema, B extends TSchema, A extends TSchema> {
  /** The operationId in the OpenAPI document. Idempotency keys are stored under this name. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The path below /api, such as `/app/:id`. */
  readonly path: string;
  readonly group: string;
  readonly summary: string;
  readonly description?: string;
  readonly access: Access;
  /** The thing that the operation changes, as named in the table of effects. Required unless the method is GET. */
  readonly writes?: ThingName;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  /** The success status. Default: 200. */
  readonly status?: number;
  /** Other success statuses with the same schema. */
  readonly otherStatuses?: readonly number[];
  readonly answer: A;
  /**
   * The type of a non-JSON answer. `handle` then returns a stream of this type, or a function that writes events
   * (WriteEvents).
   */
  readonly contentType?: string;
  /** All types that it returns, if there are several, each with an example. */
  readonly contentExamples?: Readonly<Record<string, string>>;
  /**
   * The operation itself checks, together with its other reads, whether an answer was stored. If so, it throws Problem
   * request_in_progress before it changes anything, and the stored answer is returned.
   */
  readonly findsIdempotent?: true;
  /** The current version, which this declaration describes. Default: 1. */
  readonly version?: number;
  /** The older versions that are still supported, newest first. */
  readonly olderVersions?: readonly OlderVersion[];
  /** Problems in addition to those that every operation can return. */
  readonly problems?: readonly ProblemCode[];
  handle(call: Call<Static<P>, Static<Q>, Static<B>>): Promise<Static<A> | Answer<Static<A>>>;
}

/** An operation without its schema types, so that a list can hold operations of all kinds. */
export type Operation = Declaration<TSchema, TSchema, TSchema, TSchema>;

export function operation<
  A extends TSchema,
  P extends TSchema = TSchema,
  Q extends TSchema = TSchema,
  B extends TSchema = TSchema,
>(declaration: Declaration<P, Q, B, A>): Operation {
  return declaration as unknown as Operation;
}
