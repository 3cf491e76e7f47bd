// An alternative HTTP API for the same functions, with its own paths, credentials, bodies and errors.
import type { IncomingHttpHeaders } from 'node:http';
import type { Access, Caller, Origin } from '../../../core/access.ts';
import type { Problem } from '../../../core/problem.ts';

/** A request as the client sent it, not yet authenticated. */
export interface DialectRequest {
  readonly headers: IncomingHttpHeaders;
  /** The path of the route, as it was declared. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  /** If a name is repeated, the last value counts. */
  readonly query: Readonly<Record<string, string>>;
  /** The query as the client sent it, without its `?`. */
  readonly queryText: string;
  /** The result of `readBody`. Undefined without a body. */
  readonly body: unknown;
  /** The body as text, for signatures over its bytes, and for amounts, which must not be parsed as floating point. */
  readonly text: string;
  readonly address: string;
}

export interface DialectCall extends DialectRequest {
  readonly caller: Caller;
  readonly origin: Origin;
}

export interface DialectAnswer {
  readonly status: number;
  /** Serialized as JSON unless it is a text. */
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface DialectRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The path below the dialect's prefix, with parameters as `:name`. */
  readonly path: string;
  /** Checked by the same rules as for operations. Dialects ignore session cookies. */
  readonly access: Omit<Access, 'cookie' | 'recentProof'>;
  handle(call: DialectCall): Promise<DialectAnswer>;
  /** For a route with answers of another form than the rest of its dialect. */
  showProblem?(problem: Problem): DialectAnswer;
}

export interface Dialect {
  readonly name: string;
  /** Such as `/epay`. No other part of the service may serve paths below it. */
  readonly prefix: string;
  /** Parses a body of this media type, in lower case. Throws a Problem such as unsupported_media_type. */
  readBody(mediaType: string, text: string): unknown;
  /** Returns the caller with these credentials. Throws Problem invalid_token if they are wrong. */
  authenticate(request: DialectRequest): Promise<Caller>;
  /** Converts a problem into the dialect's form. Internal problems have the code `internal_error`. */
  showProblem(problem: Problem): DialectAnswer;
  readonly routes: readonly DialectRoute[];
}
