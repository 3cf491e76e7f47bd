// How long an endpoint that has had enough asks to be left alone: by its Retry-After, or in the words of its answer.

/** On an endpoint's word alone nobody waits for longer. */
const longestMs = 300_000;
/** So much of an answer is looked at: what says for how long is short. */
const wordsLooked = 4_096;

/**
 * As providers write it: "suspended for 5s" (TronGrid, developers.tron.network "Rate limits"), "try again in 10
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

/** Milliseconds that an answer's words ask for, five minutes at most; null where they say no number. */
export function waitInWords(body: string): number | null {
  const words = body.slice(0, wordsLooked);
  const inSeconds = seconds.exec(words)?.[1];
  if (inSeconds !== undefined) return bounded(Number(inSeconds) * 1000);
  const [, told, unit = '', rest] = waits.exec(words) ?? [];
  const unitMs = unitMillis(unit.toLowerCase());
  if (told === undefined || unitMs === null) return null;
  return bounded(Number(told) * unitMs + (unit === 'm' ? Number(rest ?? 0) * 1000 : 0));
}

/** Milliseconds by Retry-After (RFC 9110 §10.2.3) in its form of whole seconds; a date is not worth a clock's doubt. */
export function waitInHeader(header: string | string[] | undefined): number | null {
  return typeof header === 'string' && /^\d{1,9}$/.test(header) ? bounded(Number(header) * 1000) : null;
}

/** The longer of two waits; null where neither says one. */
export function longerWait(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other);
}

/** Null for a word that is no unit of time; a number alone is in seconds. */
function unitMillis(unit: string): number | null {
  if (/^(?:|s|secs?|seconds?)$/.test(unit)) return 1_000;
  if (/^(?:ms|millis|milliseconds?)$/.test(unit)) return 1;
  return /^(?:m|mins?|minutes?)$/.test(unit) ? 60_000 : null;
}

function bounded(millis: number): number {
  return Math.min(longestMs, Math.ceil(millis));
}
