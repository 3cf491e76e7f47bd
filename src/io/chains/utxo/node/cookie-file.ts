// Reads the cookie file, to which a node without a configured password writes a new one at each start.
import { open } from 'node:fs/promises';
import { EndpointFault } from '../../endpoint-fault.ts';
import type { ExchangeOptions } from '../../http-exchange.ts';

type Authorize = NonNullable<ExchangeOptions['authorize']>;

/** A valid file is smaller: a user, a colon and 64 digits are 75 bytes. */
const mostBytes = 512;

/**
 * Separates the `cookie_file` path from an endpoint's URL, because the node must not see it. `authorize` returns the
 * file's content as Basic authorisation (Bitcoin Core, src/rpc/request.cpp); null without a path. The file is read at
 * the first request, and again if a restarted node rejects its content. No message contains the content or the path.
 */
export function cookieIn(address: URL): { readonly url: URL; readonly authorize: Authorize | null } {
  const url = new URL(address);
  const path = url.searchParams.get('cookie_file');
  if (path === null) return { url, authorize: null };
  url.searchParams.delete('cookie_file');
  let words: string | null = null;
  const authorize: Authorize = async (refused) => {
    if (words === null || words === refused) words = await read(path, url.host);
    return words;
  };
  return { url, authorize };
}

async function read(path: string, name: string): Promise<string> {
  try {
    const file = await open(path);
    try {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(mostBytes), 0, mostBytes, 0);
      const words = buffer.toString('utf8', 0, bytesRead).trim();
      if (/^[^:\s]+:\S+$/.test(words)) return `Basic ${Buffer.from(words).toString('base64')}`;
    } finally {
      await file.close();
    }
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'does not exist: the node is not running' : `cannot be read (${code})`;
    throw new EndpointFault('unreachable', `${name} asks for a password, and its cookie_file ${why}`);
  }
  throw new EndpointFault('unreachable', `${name} asks for a password, and its cookie_file contains none`);
}
