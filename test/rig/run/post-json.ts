// Calls of nodes by JSON over HTTP, thousands in a story: undici's `request` costs half as much as `fetch`.
import { request } from 'undici';

/** Returns the answer as parsed, whatever its status. Throws where there is no answer, or none in JSON. */
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
