// A client that adds options to every call.
import type { CallOptions, Client } from '../client.ts';

/** Returns the same client with `more` added to every call. */
export function altered(
  inner: Client,
  more: Required<Pick<CallOptions, 'headers'>> | Required<Pick<CallOptions, 'query'>>,
): Client {
  const also = (options: CallOptions = {}): CallOptions => ({
    ...options,
    ...('headers' in more
      ? { headers: { ...options.headers, ...more.headers } }
      : { query: { ...options.query, ...more.query } }),
  });
  return {
    get: (path, options) => inner.get(path, also(options)),
    post: (path, body, options) => inner.post(path, body, also(options)),
    put: (path, body, options) => inner.put(path, body, also(options)),
    delete: (path, options) => inner.delete(path, also(options)),
    as: (token) => altered(inner.as(token), more),
  };
}
