// Limits how many calls of an app a process logs, so that polling or a loop of errors fills neither the database nor
// the log.

/**
 * Each kind has a limit of its own, so that reads never displace changes. A refused call counts as an error. Reads of
 * the console are counted apart from those of programs.
 */
export type CallKind = 'change' | 'error' | 'read' | 'session_read';

/** Logged calls of one app in an hour. An app that was quiet may use them all at once. */
export const mostInHour: Readonly<Record<CallKind, number>> = {
  change: 2_000,
  error: 1_000,
  read: 300,
  session_read: 100,
};

/** Bytes of logged bodies of one app in an hour. Above it, calls are logged without bodies. */
export const mostBodyBytesInHour = 4 * 1024 * 1024;

/** Apps of which the limits are kept. The limits of an app without calls for an hour are full again. */
const mostApps = 10_000;
const hourMillis = 3_600_000;

/** The kind of a call, by its method, its status and whether a browser session made it. */
export function callKind(call: {
  readonly method: string;
  readonly status: number;
  readonly byBrowser: boolean;
}): CallKind {
  if (call.status >= 400) return 'error';
  if (call.method !== 'GET') return 'change';
  return call.byBrowser ? 'session_read' : 'read';
}

export interface CallBounds {
  /** Counts a call of the app at `now` (milliseconds). Returns false if it exceeds the limit of its kind. */
  mayLog(appId: string, kind: CallKind, now: number): boolean;
  /** Counts bodies of this many bytes. Returns false if they exceed the app's limit. */
  mayKeepBodies(appId: string, bytes: number, now: number): boolean;
}

interface Bucket {
  left: number;
  at: number;
}

/** Returns limits that refill evenly over the hour. */
export function callBounds(): CallBounds {
  const buckets = new Map<string, Bucket>();
  const take = (key: string, most: number, { amount, now }: { amount: number; now: number }) => {
    const known = buckets.get(key) ?? { left: most, at: now };
    const refilled = Math.min(most, known.left + (Math.max(0, now - known.at) / hourMillis) * most);
    const isAllowed = refilled >= amount;
    // The newest keys come last, so that the first ones can be forgotten.
    buckets.delete(key);
    buckets.set(key, { left: isAllowed ? refilled - amount : refilled, at: now });
    if (buckets.size > mostApps * 5) for (const oldest of buckets.keys()) return buckets.delete(oldest) && isAllowed;
    return isAllowed;
  };
  return {
    mayLog: (appId, kind, now) => take(`${appId} ${kind}`, mostInHour[kind], { amount: 1, now }),
    mayKeepBodies: (appId, bytes, now) => take(`${appId} bytes`, mostBodyBytesInHour, { amount: bytes, now }),
  };
}
