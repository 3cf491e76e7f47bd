// The outcome of a delivery attempt: done, retry later, or give up. These rules are pure: time and randomness are
// arguments.

/**
 * Waits after the first, second, … failed attempt, in seconds (the example schedule of Standard Webhooks 1.0.0). They
 * add up to about 3 days.
 */
export const retrySchedule: readonly number[] = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];

/** Up to this fraction is added to each wait, so that deliveries which failed together are not retried together. */
const jitter = 0.1;

/** The longest delay, in seconds, that an endpoint's Retry-After can cause. */
const longestRetryAfter = 86_400;

/**
 * Milliseconds to wait before the next attempt after `failures` attempts (1 or more); null if none is left. random:
 * from 0 to 1. A Retry-After (seconds, RFC 9110 §10.2.3) lengthens the wait, never shortens it.
 */
export function retryDelay(
  failures: number,
  random: number,
  retryAfterSeconds: number | null = null,
  schedule: readonly number[] = retrySchedule,
): number | null {
  const seconds = schedule[failures - 1];
  if (seconds === undefined) return null;
  const asked = Math.min(retryAfterSeconds ?? 0, longestRetryAfter);
  return Math.round(Math.max(seconds, asked) * (1 + jitter * random) * 1000);
}

/** IMF-fixdate, and the two older forms that a recipient must accept (RFC 850 and asctime). */
const httpDates: readonly RegExp[] = [
  /^[A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9:]{8} GMT$/,
  /^[A-Z][a-z]{5,8}, [0-9]{2}-[A-Z][a-z]{2}-[0-9]{2} [0-9:]{8} GMT$/,
  /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ 0-9][0-9] [0-9:]{8} [0-9]{4}$/,
];

/**
 * Reads Retry-After: whole seconds, or a date relative to `now`. Returns null for other text, and never a negative
 * number.
 */
export function parseRetryAfter(text: string | null, now: Date): number | null {
  if (text === null) return null;
  if (/^[0-9]{1,9}$/.test(text)) return Number(text);
  // Only the forms that RFC 9110 §5.6.7 names: Date.parse alone would read far more than a date.
  if (!httpDates.some((form) => form.test(text))) return null;
  const at = Date.parse(text.endsWith(' GMT') ? text : `${text} GMT`);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now.getTime()) / 1000));
}

/** An endpoint's reply: its status, or null if none came in time. */
export interface Reply {
  readonly status: number | null;
  readonly retryAfter: string | null;
}

export type Outcome =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'retry'; readonly afterMillis: number; readonly gone: false }
  | { readonly kind: 'exhausted'; readonly gone: boolean };

/** The attempt that the reply belongs to. `random`: from 0 up to 1. */
export interface Attempt {
  readonly attemptsBefore: number;
  /** Used to read a Retry-After that is a date. */
  readonly now: Date;
  readonly random: number;
  readonly schedule?: readonly number[] | undefined;
}

/**
 * The outcome of an attempt. Only 2xx is a success; redirects are failures. 410 means that the endpoint wants no more
 * deliveries. The wait is returned as a duration, so that only the database's clock decides when it is over.
 */
export function judgeReply(reply: Reply, { attemptsBefore, now, random, schedule = retrySchedule }: Attempt): Outcome {
  if (reply.status !== null && reply.status >= 200 && reply.status <= 299) return { kind: 'delivered' };
  if (reply.status === 410) return { kind: 'exhausted', gone: true };
  const delay = retryDelay(attemptsBefore + 1, random, parseRetryAfter(reply.retryAfter, now), schedule);
  if (delay === null) return { kind: 'exhausted', gone: false };
  return { kind: 'retry', afterMillis: delay, gone: false };
}

const hour = 3_600_000;

/** An endpoint that has failed for so long without a success is disabled. Milliseconds. */
export const failingLimit = 120 * hour;

/**
 * Failures further apart than this (milliseconds) are not one streak. The longest wait between two attempts fits in it,
 * so one failure after weeks without deliveries does not disable an endpoint.
 */
export const streakGap = 36 * hour;
