// Verifies AWS Signature Version 4 in a header or in the query, written only from the S3 API Reference.
import { createHash, createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

export interface SignedRequest {
  readonly method: string;
  /** Path and query, as sent. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
}

/** The maximum clock difference for a signature in a header, in milliseconds. */
const skewMillis = 900_000;
/** The maximum lifetime of a signature in the query, in seconds: a week. */
const longestSeconds = 604_800;

/** S3's code for the reason of a rejection, or null. */
export function refusalOf(request: SignedRequest, body: Buffer, secret: string, now: Date): string | null {
  if (request.method === 'PUT' && request.headers['content-length'] === undefined) return 'MissingContentLength';
  const given = new URL(request.target, 'http://store').searchParams.get('X-Amz-Signature');
  return given === null ? headerRefusal(request, body, secret, now) : queryRefusal(request, given, secret, now);
}

/** For requests without a query. Returns null if a required header is not signed. */
export function signatureOf({ method, target, headers }: SignedRequest, secret: string): string | null {
  const parts = /^AWS4-HMAC-SHA256 Credential=[^/]+\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=/.exec(
    headers.authorization ?? '',
  );
  const [scope = '', names = ''] = parts?.slice(1) ?? [];
  if (!names.split(';').includes('x-amz-content-sha256')) return null;
  const bodyHash = String(headers['x-amz-content-sha256']);
  return sign({ method, target, headers }, { scope, names, date: String(headers['x-amz-date']), bodyHash }, secret);
}

/** For requests that are authorized by their query. Returns null if a required header is not signed. */
export function querySignatureOf({ method, target, headers }: SignedRequest, secret: string): string | null {
  const url = new URL(target, 'http://store');
  const said = (name: string) => url.searchParams.get(`X-Amz-${name}`) ?? '';
  if (said('Algorithm') !== 'AWS4-HMAC-SHA256') return null;
  const names = said('SignedHeaders');
  const mustBeSigned = Object.keys(headers).filter((name) => name === 'host' || name.startsWith('x-amz-'));
  if (!mustBeSigned.every((name) => names.split(';').includes(name))) return null;
  const scope = said('Credential').replace(/^[^/]+\//, '');
  return sign({ method, target, headers }, { scope, names, date: said('Date'), bodyHash: 'UNSIGNED-PAYLOAD' }, secret);
}

function headerRefusal(request: SignedRequest, body: Buffer, secret: string, now: Date): string | null {
  const { headers } = request;
  const given = /Signature=([0-9a-f]{64})$/.exec(headers.authorization ?? '')?.[1];
  if (given === undefined) return 'AccessDenied';
  if (given !== signatureOf(request, secret)) return 'SignatureDoesNotMatch';
  if (Math.abs(timeOf(String(headers['x-amz-date'])) - now.getTime()) > skewMillis) return 'RequestTimeTooSkewed';
  const isWhole = createHash('sha256').update(body).digest('hex') === headers['x-amz-content-sha256'];
  return isWhole ? null : 'XAmzContentSHA256Mismatch';
}

function queryRefusal(request: SignedRequest, given: string, secret: string, now: Date): string | null {
  const { searchParams } = new URL(request.target, 'http://store');
  const seconds = Number(searchParams.get('X-Amz-Expires'));
  const from = timeOf(searchParams.get('X-Amz-Date') ?? '');
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > longestSeconds) return 'AuthorizationQueryParametersError';
  if (!(now.getTime() <= from + seconds * 1000) || from - skewMillis > now.getTime()) return 'AccessDenied';
  return given === querySignatureOf(request, secret) ? null : 'SignatureDoesNotMatch';
}

interface Signing {
  /** Date, region, service and `aws4_request`, joined by slashes. */
  readonly scope: string;
  /** The names of the signed headers, in order, joined by semicolons. */
  readonly names: string;
  readonly date: string;
  readonly bodyHash: string;
}

/** For paths that need no encoding. */
function sign({ method, target, headers }: SignedRequest, signing: Signing, secret: string): string | null {
  const { scope, names, date, bodyHash } = signing;
  if (!names.split(';').includes('host') || names.split(';').some((name) => headers[name] === undefined)) return null;
  const url = new URL(target, 'http://store');
  const lines = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const canonical = [method, url.pathname, queryOf(url), lines.join(''), names, bodyHash].join('\n');
  const hash = createHash('sha256').update(canonical).digest('hex');
  const text = ['AWS4-HMAC-SHA256', date, scope, hash].join('\n');
  const key = scope.split('/').reduce<string | Buffer>((so, part) => hmac(so, part), `AWS4${secret}`);
  return hmac(key, text).toString('hex');
}

/** Sorted by name, with names and values encoded, without the signature itself. */
function queryOf({ searchParams }: URL): string {
  return [...searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&');
}

function encoded(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Parses basic ISO 8601, such as 20130524T000000Z. Returns milliseconds; NaN for any other text. */
function timeOf(text: string): number {
  return Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
