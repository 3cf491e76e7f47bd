// The result of sending a notification to a channel, from the answer of its service.
import { parseRetryAfter } from '../delivery-schedule.ts';

export interface ChannelAnswer {
  readonly status: number;
  readonly retryAfter: string | null;
  /** The beginning of the answer. */
  readonly bodyExcerpt: string;
}

export type ChannelResult =
  | { readonly kind: 'sent' }
  /** Send it again, after at least this time. */
  | { readonly kind: 'again'; readonly afterSeconds: number; readonly why: string }
  /** The service does not accept this message. The channel stays in use. */
  | { readonly kind: 'refused'; readonly why: string }
  /** The address or its credential is not valid any more. */
  | { readonly kind: 'closed'; readonly why: string };

/** The longest delay that a service can ask for, in seconds. */
const longestSeconds = 6 * 3600;

/** Unauthorized, forbidden, not found and gone. Telegram answers 403 after a user blocked the bot. */
const closing = new Set([401, 403, 404, 410]);
const passing = new Set([408, 425, 429]);

/** `secrets` are left out of the reason. */
export function judgeAnswer(answer: ChannelAnswer, secrets: readonly string[], now: Date): ChannelResult {
  const { status } = answer;
  if (status >= 200 && status <= 299) return { kind: 'sent' };
  const why = reasonOf(answer, secrets);
  if (closing.has(status)) return { kind: 'closed', why };
  if (passing.has(status) || status >= 500) return { kind: 'again', afterSeconds: secondsAsked(answer, now), why };
  return { kind: 'refused', why };
}

/**
 * Reads the delay from Retry-After, or from the body: Telegram has `parameters.retry_after`, Discord `retry_after`,
 * both in seconds. 0 if none is asked for.
 */
function secondsAsked({ retryAfter, bodyExcerpt }: ChannelAnswer, now: Date): number {
  const asked = parseRetryAfter(retryAfter, now) ?? secondsInBody(bodyExcerpt) ?? 0;
  return Math.min(longestSeconds, Math.max(0, Math.ceil(asked)));
}

function secondsInBody(text: string): number | null {
  const found = /"retry_after"\s*:\s*(\d{1,9}(?:\.\d{1,9})?)/.exec(text)?.[1];
  return found === undefined ? null : Number(found);
}

function reasonOf({ status, bodyExcerpt }: ChannelAnswer, secrets: readonly string[]): string {
  const words = secrets.reduce((text, secret) => text.replaceAll(secret, '…'), wordsIn(bodyExcerpt));
  const said = words
    .replaceAll(/[\s\p{C}]+/gu, ' ')
    .trim()
    .slice(0, 120);
  return said === '' ? `It answered ${status}.` : `It answered ${status}: ${said}`;
}

/** Telegram describes a failure in `description`, Discord in `message`, ntfy in `error`, Slack in plain text. */
function wordsIn(body: string): string {
  const found = /"(?:description|message|error)"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(body)?.[1];
  return found ?? (/^\s*[<{[]/.test(body) ? '' : body);
}
