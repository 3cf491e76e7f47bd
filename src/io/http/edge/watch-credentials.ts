// Ends a stream once its credential is no longer valid. The credential is checked again as long as the client reads.
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { callerName } from '../../../core/access/caller-name.ts';
import type { Caller } from '../../../core/access.ts';
import { Problem } from '../../../core/problem.ts';

/** The credential's headers and the client's address. */
export interface Shown {
  readonly headers: IncomingHttpHeaders;
  readonly ip: string;
}

/** Ends the stream once the credential is invalid, or `mayStill` throws a Problem. */
export type WatchCredential = (
  shown: Shown,
  watched: {
    readonly caller: Caller;
    /** The stream to the client, or the connection itself. */
    readonly stream: Readable | ServerResponse;
    mayStill(caller: Caller): Promise<unknown> | unknown;
  },
) => void;

type Watched = Parameters<WatchCredential>[1];

const lookMillis = 2_000;

/** Streams with the same credential are grouped, so that it is checked once for all of them. */
export function credentialWatch(
  authenticate: (headers: IncomingHttpHeaders, address: string) => Promise<Caller> | Caller,
): WatchCredential {
  const groups = new Map<string, Set<Watched>>();
  const follow = (shown: Shown, key: string, streams: Set<Watched>) => {
    const timer = setTimeout(async () => {
      await look(shown, streams);
      if (streams.size > 0) follow(shown, key, streams);
      else groups.delete(key);
    }, lookMillis);
    timer.unref();
  };
  const look = async ({ headers, ip }: Shown, streams: ReadonlySet<Watched>) => {
    let now: Caller | null = null;
    try {
      now = await authenticate(headers, ip);
    } catch (error) {
      // An unreachable database does not invalidate a credential. It is checked again later.
      if (!(error instanceof Problem)) return;
    }
    await Promise.all([...streams].map((one) => endUnless(one, now)));
  };
  return (shown, watched) => {
    if (watched.stream.destroyed) return;
    const { authorization = '', cookie = '' } = shown.headers;
    const key = JSON.stringify([authorization, authorization === '' ? cookie : '', shown.ip]);
    const known = groups.get(key);
    const streams = known ?? new Set<Watched>();
    streams.add(watched);
    watched.stream.once('close', () => streams.delete(watched));
    if (known !== undefined) return;
    groups.set(key, streams);
    follow(shown, key, streams);
  };
}

/** Ends the stream unless the caller is unchanged and may still read it. */
async function endUnless({ caller, stream, mayStill }: Watched, now: Caller | null): Promise<void> {
  try {
    if (now === null || now.kind !== caller.kind || callerName(now) !== callerName(caller)) stream.destroy();
    else await mayStill(now);
  } catch (error) {
    if (error instanceof Problem) stream.destroy();
  }
}
