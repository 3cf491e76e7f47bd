// A proxy in front of a real node that imitates faults of public endpoints, and counts each occurrence.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { postJson } from '../run/post-json.ts';
import { faultedResult, refusal } from './fault-answers.ts';
import type { Answer, Call, FaultName, FaultTerms } from './faults.ts';

export interface FaultProxy {
  readonly url: string;
  on(fault: FaultName, terms?: FaultTerms): void;
  /** Switches off one fault, or all. */
  off(fault?: FaultName): void;
  /** The number of times that a fault occurred. */
  fired(fault: FaultName): number;
  /** The number of received calls of a method, or of all methods. */
  calls(method?: string): number;
  /** The largest number of concurrent requests. */
  readonly mostAtOnce: number;
  /** Changes the results of this method, until a call without `change`. */
  lie(method: string, change?: Lie): void;
  /** Forwards to another node from now on. */
  pointAt(nodeUrl: string): void;
  stop(): Promise<void>;
}

/** Returns the changed result; `params` are the call's. */
export type Lie = (result: unknown, params: readonly unknown[]) => unknown;

/** Listens on a free port of 127.0.0.1 and forwards JSON-RPC to `nodeUrl`, except for active faults. */
export async function startFaultProxy(nodeUrl: string): Promise<FaultProxy> {
  const proxy = new Spoiler(nodeUrl);
  const server = createServer((request, response) => {
    proxy.serve(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    on: (fault, terms = {}) =>
      void proxy.faults.set(fault, { ...terms, left: terms.times ?? Number.POSITIVE_INFINITY }),
    off: (fault) => (fault === undefined ? proxy.faults.clear() : void proxy.faults.delete(fault)),
    fired: (fault) => proxy.firings.get(fault) ?? 0,
    calls: (method) =>
      method === undefined ? [...proxy.heard.values()].reduce((a, b) => a + b, 0) : (proxy.heard.get(method) ?? 0),
    get mostAtOnce() {
      return proxy.mostAtOnce;
    },
    lie: (method, change) => void (change === undefined ? proxy.lies.delete(method) : proxy.lies.set(method, change)),
    pointAt: (url) => {
      proxy.nodeUrl = url;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

class Spoiler {
  nodeUrl: string;
  readonly faults = new Map<FaultName, FaultTerms & { left: number }>();
  readonly firings = new Map<FaultName, number>();
  readonly heard = new Map<string, number>();
  readonly lies = new Map<string, Lie>();
  mostAtOnce = 0;
  #underWay = 0;

  constructor(nodeUrl: string) {
    this.nodeUrl = nodeUrl;
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.#underWay += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.#underWay);
    response.once('close', () => {
      this.#underWay -= 1;
    });
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const asked = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Call | Call[];
    const calls = Array.isArray(asked) ? asked : [asked];
    for (const { method } of calls) this.heard.set(method, (this.heard.get(method) ?? 0) + 1);
    if (this.#insteadOfAnswer(calls, response)) return;
    const answers = await Promise.all(calls.map(async (call) => this.#twisted(call, await this.#answer(call))));
    const stale = this.#fires('stale_id', calls) !== null;
    const told = stale ? answers.map((answer) => ({ ...answer, id: answer.id - 1 })) : answers;
    this.#send(JSON.stringify(Array.isArray(asked) ? this.#batch(told, calls) : told[0]), calls, response);
  }

  /** Returns the fault's terms if it applies to these calls, otherwise null. */
  #fires(fault: FaultName, calls: readonly Call[], applies?: (terms: FaultTerms) => boolean): FaultTerms | null {
    const terms = this.faults.get(fault);
    if (terms === undefined || terms.left <= 0 || applies?.(terms) === false) return null;
    if (terms.method !== undefined && !calls.some(({ method }) => method === terms.method)) return null;
    terms.left -= 1;
    this.firings.set(fault, (this.firings.get(fault) ?? 0) + 1);
    return terms;
  }

  #insteadOfAnswer(calls: readonly Call[], response: ServerResponse): boolean {
    if (this.#fires('half_open', calls) !== null) return true;
    if (this.#fires('reset', calls) !== null) {
      response.socket?.resetAndDestroy();
      return true;
    }
    if (this.#fires('too_many_requests', calls) !== null) {
      response.writeHead(429, { 'retry-after': '0' }).end('slow down');
      return true;
    }
    if (this.#fires('server_error', calls) !== null) {
      response.writeHead(502).end('<h1>Bad gateway</h1>');
      return true;
    }
    const instead = this.#fires('html', calls)
      ? '<!doctype html><title>Welcome</title>'
      : this.#fires('not_json', calls)
        ? '{"jsonrpc":"2.0","id":1,"resu'
        : this.#fires('empty_object', calls)
          ? '{}'
          : calls.length > 1 && this.#fires('no_batch', calls)
            ? JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32600, message: 'no batches here' } })
            : null;
    if (instead !== null) response.writeHead(200).end(instead);
    return instead !== null;
  }

  async #answer(call: Call): Promise<Answer> {
    return faultedResult(
      call,
      (fault, applies) => this.#fires(fault, [call], applies),
      async (method, params) => {
        const body = JSON.stringify({ jsonrpc: '2.0', id: call.id, method, params });
        const answer = await postJson(this.nodeUrl, body).catch(() => null);
        return answer === null ? refusal(call, -32000, 'the node is gone') : (answer as Answer);
      },
    );
  }

  #twisted(call: Call, answer: Answer): Answer {
    const lie = this.lies.get(call.method);
    if (lie === undefined || answer.error !== undefined) return answer;
    return { ...answer, result: lie(answer.result, call.params) };
  }

  #batch(answers: readonly Answer[], calls: readonly Call[]): readonly Answer[] {
    if (this.#fires('reordered_batch', calls) !== null) return answers.toReversed();
    if (this.#fires('missing_in_batch', calls) !== null) return answers.slice(1);
    if (this.#fires('doubled_in_batch', calls) !== null) return [...answers.slice(1), ...answers.slice(-1)];
    return answers;
  }

  #send(body: string, calls: readonly Call[], response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'application/json' });
    const giant = this.#fires('giant_body', calls);
    if (giant !== null) {
      response.write('{"jsonrpc":"2.0","id":1,"result":"');
      const piece = Buffer.alloc(1024 * 1024, 'x');
      for (let sent = 0; sent < (giant.setting ?? 64 * 1024 * 1024); sent += piece.length) response.write(piece);
      response.end('"}');
    } else if (this.#fires('slow_drip', calls) === null) response.end(body);
    else drip(Buffer.from(body), 0, response);
  }
}

function drip(body: Buffer, at: number, response: ServerResponse): void {
  if (response.destroyed) return;
  if (at === body.length) response.end();
  else {
    response.write(body.subarray(at, at + 1));
    setTimeout(() => drip(body, at + 1, response), 20);
  }
}
