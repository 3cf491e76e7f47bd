// A limited number of sockets that some endpoints share: the sockets in use, and the queue for free ones.

export interface Socket {
  /** By performance.now(). */
  readonly since: number;
  /** Aborted to cut the attempt on this socket. */
  readonly cut: AbortController;
}

export class SocketLane<Waiting> {
  readonly size: number;
  /** Waiting for a free socket, in order of arrival. */
  readonly starved = new Set<Waiting>();
  /** In the order in which they were taken. */
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
