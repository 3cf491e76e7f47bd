// Finds how long an endpoint asks us to wait: in its Retry-After header, or in the text of its answer.

/** The longest wait that an endpoint can ask for. */
const longestMs = 300_000;
/** Only the beginning of an answer is searched, because such messages are short. */
const wordsLooked = 4_096;

/**
 * The wording of providers: "suspended for 5s" (TronGrid, developers.tron.network "Rate limits"), "try again in 10
 * seconds", `try_again_in` of "1.5s" (QuickNode and others, a duration of Go), "retry after 2 s".
 */
const phrase = [
  ...['(?:suspended|blocked|banned)\\s+for', '(?:try|retry)[\\s_-]*again[\\s_-]*(?:in|after)'],
  ...['retry[\\s_-]*(?:in|after)', 'wait(?:\\s+for)?'],
].join('|');
const number = '(\\d{1,9}(?:\\.\\d{1,12})?)';
const amount = `["':=\\s]{0,6}(?:about\\s+|at\\s+least\\s+)?${number}\\s*([a-z]{0,12})(?:${number}s)?`;
const waits = new RegExp(`(?:${phrase})${amount}`, 'i');
/** Infura's error data: {"rate": {"backoff_seconds": 30}} (docs.infura.io, "Handle rate limiting"). */
const seconds = /backoff_?seconds["':=\s]{1,6}(\d{1,9}(?:\.\d{1,12})?)/i;

/** The milliseconds that an answer's text asks for, at most five minutes; null if it names no time. */
export function waitInWords(body: string): number | null {
  const words = body.slice(0, wordsLooked);
  const inSeconds = seconds.exec(words)?.[1];
  if (inSeconds !== undefined) return bounded(Number(inSeconds) * 1000);
  const [, told, unit = '', rest] = waits.exec(words) ?? [];
  const unitMs = unitMillis(unit.toLowerCase());
  if (told === undefined || unitMs === null) return null;
  return bounded(Number(told) * unitMs + (unit === 'm' ? Number(rest ?? 0) * 1000 : 0));
}

/**
 * The milliseconds of a Retry-After header (RFC 9110 §10.2.3) in whole seconds. A date is ignored, because it depends
 * on the endpoint's clock.
 */
export function waitInHeader(header: string | string[] | undefined): number | null {
  return typeof header === 'string' && /^\d{1,9}$/.test(header) ? bounded(Number(header) * 1000) : null;
}

/** The longer of two waits; null if both are. */
export function longerWait(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other);
}

/** The milliseconds of a unit; null for another word. A number alone is in seconds. */
function unitMillis(unit: string): number | null {
  if (/^(?:|s|secs?|seconds?)$/.test(unit)) return 1_000;
  if (/^(?:ms|millis|milliseconds?)$/.test(unit)) return 1;
  return /^(?:m|mins?|minutes?)$/.test(unit) ? 60_000 : null;
}

function bounded(millis: number): number {
  return Math.min(longestMs, Math.ceil(millis));
}
