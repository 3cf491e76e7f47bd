// JSON-RPC with an Electrum server over a lasting connection, with several calls at once and notifications.
import { EndpointFault } from '../../endpoint-fault.ts';
import type { JsonRpcClient, RpcCall } from '../../json-rpc.ts';
import { readElectrumAddress } from './electrum-address.ts';
import { type LineConnection, openLines } from './line-connection.ts';

export interface ElectrumOptions {
  /** electrum+tcp:// or electrum+tls:// */
  readonly address: string;
  /** Shown and logged instead of the address. */
  readonly name: string;
  /** The timeout of connecting and of each answer, in milliseconds. 15,000 by default. */
  readonly timeoutMs?: number;
}

/** Receives a server's notifications. */
export type Notified = (method: string, params: readonly unknown[]) => void;

export interface ElectrumClient extends JsonRpcClient {
  /** A different number for each connection, and for the time without one. */
  readonly session: number;
  /** Replaces the listener. */
  listen(notified: Notified): void;
}

/** The supported versions of the protocol: 1.6 has other methods for scripts. */
const versions = ['1.4', '1.4.3'] as const;
/** A chain transaction of four million bytes takes 8 MB in hex; a script's history may take as much. */
const maxLineBytes = 16 * 1024 * 1024;
/** The most notifications between two answers; a server that sends more is disconnected. */
const mostNotifications = 20_000;

interface Pending {
  readonly method: string;
  readonly resolve: (result: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

/** Connects with the first call, and again with the first call after a disconnection. */
export function electrumClient(options: ElectrumOptions): ElectrumClient {
  return new Client(options);
}

class Client implements ElectrumClient {
  readonly name: string;
  readonly #options: ElectrumOptions;
  readonly #timeoutMs: number;
  readonly #pending = new Map<number, Pending>();
  #notified: Notified = () => undefined;
  #opening: Promise<LineConnection> | null = null;
  #current: LineConnection | null = null;
  #lastId = 0;
  #notifications = 0;
  #isClosed = false;
  session = 0;

  constructor(options: ElectrumOptions) {
    this.name = options.name;
    this.#options = options;
    this.#timeoutMs = options.timeoutMs ?? 15_000;
  }

  listen(notified: Notified): void {
    this.#notified = notified;
  }

  async call(method: string, params: readonly unknown[], signal?: AbortSignal): Promise<unknown> {
    const [result] = await this.batch([{ method, params }], signal);
    return result;
  }

  async batch(calls: readonly RpcCall[], signal?: AbortSignal): Promise<unknown[]> {
    const results = await this.settle(calls, signal);
    const fault = results.find((result) => result instanceof EndpointFault);
    if (fault !== undefined) throw fault;
    return results;
  }

  async settle(calls: readonly RpcCall[], signal?: AbortSignal): Promise<unknown[]> {
    if (calls.length === 0) return [];
    signal?.throwIfAborted();
    this.#opening ??= this.#open();
    return this.#ask(await this.#opening, calls, signal);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const connection = await this.#opening?.catch(() => null);
    connection?.end(new EndpointFault('unreachable', `the connection to ${this.name} is closed`));
  }

  /** The protocol requires that the version is negotiated before any other call. */
  async #open(): Promise<LineConnection> {
    try {
      if (this.#isClosed) throw new EndpointFault('unreachable', `the connection to ${this.name} is closed`);
      const connection = await openLines(readElectrumAddress(this.#options.address), {
        name: this.name,
        timeoutMs: this.#timeoutMs,
        maxLineBytes,
        heard: (line) => this.#heard(line),
        ended: (fault) => this.#ended(fault),
      });
      this.#current = connection;
      const [agreed] = await this.#ask(connection, [{ method: 'server.version', params: ['Quittance', versions] }]);
      if (agreed instanceof EndpointFault) throw agreed;
      this.session += 1;
      return connection;
    } catch (fault) {
      this.#current?.end(fault as EndpointFault);
      this.#opening = null;
      throw fault;
    }
  }

  async #ask(connection: LineConnection, calls: readonly RpcCall[], signal?: AbortSignal): Promise<unknown[]> {
    const asked = calls.map(({ method, params }) => ({ jsonrpc: '2.0', id: ++this.#lastId, method, params }));
    const answers = asked.map(
      ({ id, method }) => new Promise<unknown>((resolve, reject) => this.#pending.set(id, { method, resolve, reject })),
    );
    const stop = () => {
      for (const { id } of asked) {
        this.#pending.get(id)?.reject(signal?.reason);
        this.#pending.delete(id);
      }
    };
    signal?.addEventListener('abort', stop, { once: true });
    // A connection that does not answer counts as closed, whatever the operating system reports.
    const late = new EndpointFault('unreachable', `${this.name} did not answer within ${this.#timeoutMs} ms`);
    const timer = setTimeout(() => connection.end(late), this.#timeoutMs);
    try {
      connection.write(asked.map((one) => JSON.stringify(one)));
      return await Promise.all(answers);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    }
  }

  #heard(line: string): void {
    const fault = this.#take(line);
    if (fault !== null) this.#current?.end(fault);
  }

  /** The fault of a line, or null if the line is valid. */
  #take(line: string): EndpointFault | null {
    const wrong = (what: string) => new EndpointFault('malformed', `${this.name} ${what}`);
    let message: Readonly<Record<string, unknown>>;
    try {
      message = JSON.parse(line) as Readonly<Record<string, unknown>>;
    } catch {
      return wrong('answered something that is not JSON');
    }
    if (typeof message !== 'object' || message === null || Array.isArray(message)) return wrong('answered no JSON-RPC');
    if (typeof message.method === 'string') {
      this.#notifications += 1;
      if (this.#notifications > mostNotifications) return wrong('sends too many notifications');
      if (Array.isArray(message.params)) this.#notified(message.method, message.params);
      return null;
    }
    const id = message.id;
    if (typeof id !== 'number' || id > this.#lastId) return wrong('answered a call that was never sent');
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    this.#notifications = 0;
    // It may be the answer to a call that timed out.
    if (pending === undefined) return null;
    if (message.error != null) pending.resolve(refusal(message.error, pending.method, this.name));
    else if (message.result === undefined) pending.reject(wrong(`answered ${pending.method} with nothing`));
    else pending.resolve(message.result);
    return null;
  }

  #ended(fault: EndpointFault): void {
    this.#opening = null;
    this.#current = null;
    this.session += 1;
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of pending) reject(fault);
  }
}

/** Servers with rate limits say so in words, and with their own codes (ElectrumX: -101, -102). */
function refusal(error: unknown, method: string, name: string): EndpointFault {
  const { code: number, message: text } = (typeof error === 'object' ? error : { message: error }) as {
    code?: unknown;
    message?: unknown;
  };
  const code = typeof number === 'number' ? number : null;
  const message = typeof text === 'string' ? text.slice(0, 200) : 'no message';
  const isBusy = code === -101 || code === -102 || /excessive resource|too many|rate.?limit|server busy/i.test(message);
  return new EndpointFault(
    isBusy ? 'busy' : 'refused',
    `${name} refused ${method}: ${message} (${code ?? 'no code'})`,
    {
      code,
    },
  );
}
