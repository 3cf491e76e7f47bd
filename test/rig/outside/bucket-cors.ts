// The origins whose pages may call a bucket, decided by a CORS configuration as in S3.
import type { IncomingMessage } from 'node:http';

/** As in `aws s3api put-bucket-cors`. */
export interface CorsRule {
  readonly AllowedOrigins: readonly string[];
  readonly AllowedMethods: readonly string[];
  readonly AllowedHeaders?: readonly string[];
  readonly MaxAgeSeconds?: number;
}

/** The response headers for a browser; null if no rule permits the request. Empty without an origin. */
export function corsHeaders(request: IncomingMessage, rules: readonly CorsRule[]): Record<string, string> | null {
  const { origin } = request.headers;
  if (origin === undefined) return {};
  const isPreflight = request.method === 'OPTIONS';
  const method = isPreflight ? request.headers['access-control-request-method'] : request.method;
  const names = isPreflight ? listed(request.headers['access-control-request-headers']) : [];
  const rule = rules.find(
    ({ AllowedOrigins, AllowedMethods, AllowedHeaders = [] }) =>
      AllowedOrigins.includes(origin) &&
      AllowedMethods.includes(method ?? '') &&
      names.every((name) => AllowedHeaders.includes(name)),
  );
  if (rule === undefined) return null;
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-methods': rule.AllowedMethods.join(', '),
    ...(names.length === 0 ? {} : { 'access-control-allow-headers': names.join(', ') }),
    ...(rule.MaxAgeSeconds === undefined ? {} : { 'access-control-max-age': String(rule.MaxAgeSeconds) }),
  };
}

function listed(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
}
