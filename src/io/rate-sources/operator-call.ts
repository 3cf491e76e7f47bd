// Calls a URL from the operator's configuration. It may be private, because only the operator can set it.
import type { Get } from './rate-source.ts';

/** Like the outbound gate's `get`, but for any address. A user and password in the URL are sent as well. */
export const operatorCall: Get = async (url, { headers = {}, body, maxBytes, timeoutMs, signal }) => {
  const { address, authorization } = withoutUser(url);
  const limits = [AbortSignal.timeout(timeoutMs), ...(signal === undefined ? [] : [signal])];
  const answer = await fetch(address, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...headers, ...authorization },
    redirect: 'manual',
    signal: AbortSignal.any(limits),
    ...(body === undefined ? {} : { body }),
  }).catch((error: unknown) => {
    throw new Error(reasonOf(error), { cause: error });
  });
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of answer.body ?? []) {
    size += part.length;
    if (size > maxBytes) throw new Error(`The answer is larger than ${maxBytes} bytes.`);
    parts.push(part);
  }
  return { status: answer.status, location: answer.headers.get('location'), body: Buffer.concat(parts) };
};

/** fetch rejects URLs that contain a user. */
function withoutUser(text: string): { address: string; authorization: Readonly<Record<string, string>> } {
  const url = new URL(text);
  if (url.username === '' && url.password === '') return { address: text, authorization: {} };
  const user = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  url.username = '';
  url.password = '';
  return { address: url.href, authorization: { authorization: `Basic ${Buffer.from(user).toString('base64')}` } };
}

/** fetch's own message states no reason. The URL may contain a key and is left out. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return 'No answer in time.';
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : error.name;
  return `The connection failed (${code}).`;
}
