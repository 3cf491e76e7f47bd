// Posts JSON to nodes over HTTP, thousands of times in a test. undici's `request` costs half as much as `fetch`.
import { request } from 'undici';

/** Returns the parsed response, for any status. Throws if there is no response or no JSON. */
export async function postJson(
  url: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<unknown> {
  const answer = await request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  return answer.body.json();
}
