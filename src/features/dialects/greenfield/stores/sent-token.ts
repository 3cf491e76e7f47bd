// The token of a request in the form of Greenfield.
import type { IncomingHttpHeaders } from 'node:http';

const credentials = /^(?:token|bearer) ([A-Za-z0-9_]+)$/i;

/** Returns null if the request has none. */
export function sentToken({ authorization = '' }: IncomingHttpHeaders): string | null {
  return credentials.exec(authorization)?.[1] ?? null;
}
