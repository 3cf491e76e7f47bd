// A second way to speak HTTP with the service: paths, credentials, bodies and errors of its own over the same acts.
import type { IncomingHttpHeaders } from 'node:http';
import type { Access, Caller, Origin } from '../../../core/access.ts';
import type { Problem } from '../../../core/problem.ts';

/** A request as its client sent it. Its credentials are not judged yet. */
export interface DialectRequest {
  readonly headers: IncomingHttpHeaders;
  readonly params: Readonly<Record<string, string>>;
  /** Each name once: of repeated ones the last counts. */
  readonly query: Readonly<Record<string, string>>;
  /** As `readBody` returned it; undefined where there is none. */
  readonly body: unknown;
  /** The body as text: signatures are over its bytes, and amounts in it are never read as floating point. */
  readonly text: string;
  readonly address: string;
}

export interface DialectCall extends DialectRequest {
  readonly caller: Caller;
  readonly origin: Origin;
}

export interface DialectAnswer {
  readonly status: number;
  /** Serialised as JSON unless it is text already. */
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface DialectRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the dialect's prefix; parameters as `:name`. */
  readonly path: string;
  /** Judged by the same rules as an operation's. Sessions of browsers are not read in a dialect. */
  readonly access: Omit<Access, 'cookie' | 'recentProof'>;
  handle(call: DialectCall): Promise<DialectAnswer>;
}

export interface Dialect {
  readonly name: string;
  /** Such as `/epay`. No other part of the service may serve paths below it. */
  readonly prefix: string;
  /** Reads a body of this media type, in small letters. Throws Problem, such as unsupported_media_type. */
  readBody(mediaType: string, text: string): unknown;
  /** The caller that the request's credentials stand for. Throws Problem invalid_token for wrong ones. */
  authenticate(request: DialectRequest): Promise<Caller>;
  /** How the dialect shows a refusal. Problems of the service's own are named `internal_error`. */
  showProblem(problem: Problem): DialectAnswer;
  readonly routes: readonly DialectRoute[];
}
