// The use of an endpoint, as its provider counts it: calls by method, with each call of a batch, and bytes.

export interface RpcUsage {
  /** Counted since the client was created. */
  readonly calls: ReadonlyMap<string, number>;
  /** Bytes of responses as received, without HTTP headers. */
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
