// A store as S3 is, in memory, that checks every signature itself: what it takes, others take.
import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface BucketServer {
  readonly url: string;
  /** By path, as in /bucket/name. */
  readonly files: ReadonlyMap<string, Buffer>;
  /** Of requests that were refused. */
  readonly refusals: readonly string[];
  close(): Promise<void>;
}

export interface SignedRequest {
  readonly method: string;
  /** Path and query, as sent. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
}

export async function startBucketServer(secret: string): Promise<BucketServer> {
  const files = new Map<string, Buffer>();
  const refusals: string[] = [];
  const server = createServer(async (request, response) => {
    const body = Buffer.concat((await request.toArray()) as Buffer[]);
    const method = request.method ?? '';
    const target = request.url ?? '';
    const given = /Signature=([0-9a-f]{64})$/.exec(request.headers.authorization ?? '')?.[1];
    const isWhole = createHash('sha256').update(body).digest('hex') === request.headers['x-amz-content-sha256'];
    const answer = (status: number, bytes?: Buffer) => response.writeHead(status).end(bytes);
    if (!isWhole || given !== signatureOf({ method, target, headers: request.headers }, secret)) {
      refusals.push(`${method} ${target}`);
      return answer(403);
    }
    if (method === 'PUT') files.set(target, body);
    if (method === 'DELETE') files.delete(target);
    if (method !== 'GET') return answer(method === 'PUT' ? 200 : 204);
    const file = files.get(target);
    return file === undefined ? answer(404) : answer(200, file);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    files,
    refusals,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** AWS Signature Version 4 in the Authorization header, for paths that need no encoding and requests without a query. */
export function signatureOf({ method, target, headers }: SignedRequest, secret: string): string | null {
  const parts = /^AWS4-HMAC-SHA256 Credential=[^/]+\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=/.exec(
    headers.authorization ?? '',
  );
  const [scope = '', names = ''] = parts?.slice(1) ?? [];
  if (!names.split(';').includes('host') || !names.split(';').includes('x-amz-content-sha256')) return null;
  const lines = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const canonical = [method, target, '', lines.join(''), names, headers['x-amz-content-sha256']].join('\n');
  const hash = createHash('sha256').update(canonical).digest('hex');
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hash].join('\n');
  const key = scope.split('/').reduce<string | Buffer>((so, part) => hmac(so, part), `AWS4${secret}`);
  return hmac(key, text).toString('hex');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
