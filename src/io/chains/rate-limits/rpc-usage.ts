// What an endpoint was asked, as its provider counts it: calls by method, each call of a batch for itself, and bytes.

export interface RpcUsage {
  /** Since the client was made. */
  readonly calls: ReadonlyMap<string, number>;
  /** Of answers, as they came over the wire, without headers of HTTP. */
  readonly answerBytes: number;
}

export class UsageCounter implements RpcUsage {
  readonly #calls = new Map<string, number>();
  #answerBytes = 0;

  get calls(): ReadonlyMap<string, number> {
    return this.#calls;
  }

  get answerBytes(): number {
    return this.#answerBytes;
  }

  called(method: string): void {
    this.#calls.set(method, (this.#calls.get(method) ?? 0) + 1);
  }

  received(bytes: number): void {
    this.#answerBytes += bytes;
  }
}
