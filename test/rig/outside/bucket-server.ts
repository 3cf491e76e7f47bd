// An in-memory S3 store that verifies every signature, so that requests it accepts also work elsewhere.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CorsRule, corsHeaders } from './bucket-cors.ts';
import { refusalOf, type SignedRequest } from './bucket-signatures.ts';

export interface BucketServer {
  readonly url: string;
  /** By path, such as /bucket/name. A test may add files that a real store would have rejected. */
  readonly files: Map<string, Buffer>;
  /** Rejected requests in order: method, path and S3's own code, as in `PUT /bucket/name AccessDenied`. */
  readonly refusals: readonly string[];
  /** Successful requests in order: method and path. */
  readonly calls: readonly string[];
  /** The content type that was sent with the file. */
  typeOf(path: string): string | undefined;
  /** While true, closes connections without a response. */
  setAway(isAway: boolean): void;
  /** The origins whose pages may call it; none at first. */
  setCors(rules: readonly CorsRule[]): void;
  /** Sets its clock this many seconds ahead. */
  setAhead(seconds: number): void;
  close(): Promise<void>;
}

export async function startBucketServer(secret: string): Promise<BucketServer> {
  const files = new Map<string, Buffer>();
  const types = new Map<string, string>();
  const refusals: string[] = [];
  const calls: string[] = [];
  let away = false;
  let aheadMillis = 0;
  let cors: readonly CorsRule[] = [];
  const server = createServer(async (request, response) => {
    if (away) return request.socket.destroy();
    const { signed, body } = await received(request);
    const path = signed.target.split('?')[0] as string;
    const allowed = corsHeaders(request, cors);
    const answer = (status: number, bytes?: Buffer | string) => response.writeHead(status, allowed ?? {}).end(bytes);
    if (signed.method === 'OPTIONS') return answer(allowed === null ? 403 : 200);
    const code = refusalOf(signed, body, secret, new Date(Date.now() + aheadMillis));
    if (code !== null) {
      refusals.push(`${signed.method} ${path} ${code}`);
      return answer(code === 'MissingContentLength' ? 411 : 403, `<Error><Code>${code}</Code></Error>`);
    }
    calls.push(`${signed.method} ${path}`);
    if (signed.method === 'PUT') {
      files.set(path, body);
      types.set(path, signed.headers['content-type'] ?? '');
    }
    if (signed.method === 'DELETE') files.delete(path);
    if (signed.method !== 'GET') return answer(signed.method === 'PUT' ? 200 : 204);
    const file = files.get(path);
    return file === undefined ? answer(404, '<Error><Code>NoSuchKey</Code></Error>') : answer(200, file);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    files,
    refusals,
    calls,
    typeOf: (path) => types.get(path),
    setAway(isAway) {
      away = isAway;
    },
    setCors(rules) {
      cors = rules;
    },
    setAhead(seconds) {
      aheadMillis = seconds * 1000;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function received(request: IncomingMessage): Promise<{ signed: SignedRequest; body: Buffer }> {
  const body = Buffer.concat((await request.toArray()) as Buffer[]);
  return { signed: { method: request.method ?? '', target: request.url ?? '', headers: request.headers }, body };
}
