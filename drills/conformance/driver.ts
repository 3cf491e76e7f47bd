// The driver of a client as a child process: one JSON object a line in each direction (sdk/conformance/README.md).
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Json } from '../../test/rig/client.ts';

export type DriverCall =
  | {
      readonly call: 'client';
      readonly url: string;
      readonly token: string | null;
      readonly timeout_ms: number;
      readonly max_retries: number;
      readonly backoff_ms: number;
    }
  | { readonly call: 'create_invoice'; readonly body: object; readonly idempotency_key: string | null }
  | { readonly call: 'get_invoice' | 'cancel_invoice'; readonly id: string }
  | { readonly call: 'list_invoices'; readonly query: object }
  | {
      readonly call: 'verify_webhook';
      readonly body: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly secrets: readonly string[];
      readonly tolerance: number;
      readonly now: number;
    };

export interface DriverError {
  readonly kind: 'problem' | 'unreachable' | 'webhook_refused' | 'usage';
  readonly message: string;
  readonly status?: number;
  readonly code?: string;
  readonly request_id?: string | null;
  readonly errors?: readonly { readonly field: string; readonly message: string }[];
  readonly retry_after?: number | null;
  readonly idempotency_key?: string | null;
}

type DriverAnswer = { readonly ok: Json } | { readonly error: DriverError };

/** A driver that does not answer is broken: no case waits this long. */
const longestAnswerMs = 60_000;

export class Driver {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #lines: AsyncIterator<string>;
  #complaints = '';

  constructor([program = '', ...args]: readonly string[], cwd: string) {
    this.#child = spawn(program, args, { cwd, stdio: ['pipe', 'pipe', 'pipe'] });
    this.#child.on('error', (error) => (this.#complaints += error.message));
    this.#child.stdin.on('error', () => undefined);
    this.#child.stderr.on('data', (piece: Buffer) => (this.#complaints += piece.toString('utf8')));
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
  }

  /** The `ok` of the answer. Throws if it is an error. */
  async ask(call: DriverCall): Promise<Json> {
    const answer = await this.#answer(call);
    if ('ok' in answer) return answer.ok;
    throw new Error(`${call.call} failed: ${JSON.stringify(answer.error)}`);
  }

  /** The `error` of the answer. Throws if the call succeeded. */
  async fails(call: DriverCall): Promise<DriverError> {
    const answer = await this.#answer(call);
    if ('error' in answer) return answer.error;
    throw new Error(`${call.call} succeeded: ${JSON.stringify(answer.ok).slice(0, 300)}`);
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = new Promise((resolve) => this.#child.once('close', resolve));
    this.#child.stdin.end();
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), 5_000);
    await ended;
    clearTimeout(timer);
  }

  async #answer(call: DriverCall): Promise<DriverAnswer> {
    this.#child.stdin.write(`${JSON.stringify(call)}\n`);
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), longestAnswerMs);
    const { value, done } = await this.#lines.next();
    clearTimeout(timer);
    if (done === true) throw new Error(`The driver ended at ${call.call}.\n${this.#complaints}`);
    return JSON.parse(value) as DriverAnswer;
  }
}
