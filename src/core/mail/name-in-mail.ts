// Prepares user-entered names for mails: without links in a subject, and as plain text in a body.

/** In code points: longer names are cut. */
const mostPoints = 100;

/**
 * A name for a subject or a sender: without URLs, e-mail addresses and control characters. A name that is a bare domain
 * keeps its words. Null if no readable text is left.
 */
export function nameInSubject(name: string): string | null {
  const words = wordsOf(name);
  const kept = words.filter((word) => !isLink(word));
  const rest = kept.length === 0 ? words.filter((word) => bareDomain.test(word)).map(withoutDots) : kept;
  const text = cut(rest.join(' '));
  return /[\p{L}\p{N}\p{S}]/u.test(text) ? text : null;
}

/** A name for a body, as plain text that mail programs do not turn into a link. */
export function nameInBody(name: string): string {
  const words = wordsOf(name).map((word) => (isLink(word) ? takenApart(word) : word));
  return cut(words.join(' '));
}

/** A user agent for a body, as plain text. Version numbers are kept, although they may look like IP addresses. */
export function agentInBody(userAgent: string): string {
  const words = wordsOf(userAgent);
  return words.map((word) => (scheme.test(word) || domain.test(word) ? takenApart(word) : word)).join(' ');
}

/** Control, format and private-use characters, except the two joiners that scripts and emoji need. */
const unseen = /(?![\u200c\u200d])\p{C}/gu;

function wordsOf(text: string): string[] {
  const tidy = text.replace(/[\s\u2028\u2029]+/g, ' ').replace(unseen, '');
  return tidy.split(/\s+/).filter((word) => word !== '');
}

/** The dots that IDNA recognizes (RFC 3490 §3.1). */
const dot = '[.\\u3002\\uff0e\\uff61]';
/** The dot before a top-level domain, which has at least two letters. */
const domain = new RegExp(`[\\p{L}\\p{N}]${dot}[\\p{L}][\\p{L}\\p{N}\\p{M}]`, 'u');
const address = /\d\.\d{1,3}\.\d{1,3}\.\d/;
const scheme = /:\/\/|(?:^|[^\p{L}])(?:mailto|tel|sms|javascript|data|https?|bitcoin|ethereum):/iu;
const bareDomain = new RegExp(`^[\\p{L}\\p{N}\\p{M}_-]+(?:${dot}[\\p{L}\\p{N}\\p{M}_-]+)+$`, 'u');

function isLink(word: string): boolean {
  return scheme.test(word) || domain.test(word) || address.test(word);
}

function withoutDots(word: string): string {
  return word.replaceAll(new RegExp(dot, 'gu'), ' ');
}

/** Adds a space after each dot, colon and @, so that the word stays readable but is no longer a link. */
function takenApart(word: string): string {
  return word.replaceAll(/[.\u3002\uff0e\uff61:@](?=\S)/gu, '$& ');
}

function cut(text: string): string {
  const points = Array.from(text);
  return points.length <= mostPoints ? text : points.slice(0, mostPoints).join('').trimEnd();
}
