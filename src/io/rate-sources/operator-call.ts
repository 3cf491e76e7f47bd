// Calls an address that the operator wrote down: it may be private, and nobody else can make it be called.
import type { Get } from './rate-source.ts';

/** As the outbound gate reads, but from anywhere. A user and a password in the address are sent along. */
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

/** fetch takes no address with a user in it. */
function withoutUser(text: string): { address: string; authorization: Readonly<Record<string, string>> } {
  const url = new URL(text);
  if (url.username === '' && url.password === '') return { address: text, authorization: {} };
  const user = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  url.username = '';
  url.password = '';
  return { address: url.href, authorization: { authorization: `Basic ${Buffer.from(user).toString('base64')}` } };
}

/** fetch itself says no more than that it failed. The address may hold a key, and is not repeated. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return 'No answer in time.';
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : error.name;
  return `The connection failed (${code}).`;
}
