// A number of sockets that some endpoints share: who has one, since when, and who waits for one.

export interface Socket {
  /** By performance.now(). */
  readonly since: number;
  /** Aborted when the attempt on it is given up. */
  readonly cut: AbortController;
}

export class SocketLane<Waiting> {
  readonly size: number;
  /** Who could begin if a socket were free; first come, first served. */
  readonly starved = new Set<Waiting>();
  /** In the order they were taken. */
  readonly #taken = new Set<Socket>();

  constructor(size: number) {
    this.size = size;
  }

  get busy(): number {
    return this.#taken.size;
  }

  get free(): number {
    return this.size - this.#taken.size;
  }

  take(): Socket {
    const socket = { since: performance.now(), cut: new AbortController() };
    this.#taken.add(socket);
    return socket;
  }

  give(socket: Socket): void {
    this.#taken.delete(socket);
  }

  cutOlderThan(millis: number, reason: Error): void {
    const before = performance.now() - millis;
    for (const { since, cut } of this.#taken) {
      if (since > before) return;
      cut.abort(reason);
    }
  }

  cutAll(): void {
    for (const { cut } of this.#taken) cut.abort();
  }
}
