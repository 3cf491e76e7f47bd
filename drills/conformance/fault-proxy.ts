// A proxy before the service that records requests, and produces the faults that a case asks for.
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readBody } from '../../test/rig/receiver.ts';

/** One attempt of the client. */
export interface Attempt {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Milliseconds of a monotonic clock, when the request was complete. */
  readonly at: number;
}

export interface ServedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * `cut`: the service gets the request, and the connection is closed before its response. `silent`: no response at all.
 * `answer`: a response that is not from the service. `alter`: the service's response, changed.
 */
export type Fault =
  | 'cut'
  | 'silent'
  | { readonly answer: ServedResponse }
  | { readonly alter: (response: ServedResponse) => ServedResponse };

export class FaultProxy {
  readonly url: string;
  readonly #server: ReturnType<typeof createServer>;
  #attempts: Attempt[] = [];
  #faults: Fault[] = [];
  #lasting: Fault | null = null;

  private constructor(server: ReturnType<typeof createServer>) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async start(serviceUrl: string): Promise<FaultProxy> {
    const server = createServer((incoming, outgoing) => void proxy.#serve(serviceUrl, incoming, outgoing));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const proxy = new FaultProxy(server);
    return proxy;
  }

  /** The requests since the last plan. */
  get attempts(): readonly Attempt[] {
    return this.#attempts;
  }

  /** Forgets all requests. The next ones get these faults, one each, and then `lasting` for ever. */
  plan(faults: readonly Fault[] = [], lasting: Fault | null = null): void {
    this.#attempts = [];
    this.#faults = [...faults];
    this.#lasting = lasting;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #serve(serviceUrl: string, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await readBody(incoming);
    if (body === null) return;
    const { method = 'GET', url: path = '/' } = incoming;
    this.#attempts.push({ method, path, headers: flat(incoming.headers), body, at: performance.now() });
    const fault = this.#faults.shift() ?? this.#lasting;
    if (fault === 'silent') return;
    if (fault !== null && fault !== 'cut' && 'answer' in fault) return write(outgoing, fault.answer);
    try {
      const response = await forward(serviceUrl, incoming, body);
      if (fault === 'cut') outgoing.socket?.destroy();
      else write(outgoing, fault === null ? response : fault.alter(response));
    } catch {
      outgoing.destroy();
    }
  }
}

function write(outgoing: ServerResponse, { status, headers, body }: ServedResponse): void {
  outgoing.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body);
}

function forward(serviceUrl: string, incoming: IncomingMessage, body: string): Promise<ServedResponse> {
  const { hostname, port } = new URL(serviceUrl);
  // Responses are changed as text.
  const headers = { ...incoming.headers, 'accept-encoding': 'identity' };
  return new Promise((resolve, reject) => {
    const passed = request({ hostname, port, path: incoming.url, method: incoming.method, headers }, (answer) => {
      readBody(answer).then((text) => {
        if (text === null) return reject(new Error('the response of the service was cut'));
        const { 'transfer-encoding': _, 'content-length': __, connection: ___, ...rest } = flat(answer.headers);
        resolve({ status: answer.statusCode ?? 502, headers: rest, body: text });
      }, reject);
    });
    passed.on('error', reject);
    passed.end(body);
  });
}

function flat(headers: IncomingMessage['headers']): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
