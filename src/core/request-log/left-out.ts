// Removes secrets and data of customers from logged requests and answers, by the names of properties and by the forms
// of secrets.
import { looksPrivate } from '../private-material.ts';

/** Replaces a removed value. */
export const leftOut = '[left out]';

/** The largest body that is logged, in bytes of UTF-8. */
export const mostBodyBytes = 16 * 1024;

/** A body as logged. `text` is JSON, or the first part of it if it is cut. */
export interface LoggedBody {
  readonly text: string;
  readonly isCut: boolean;
}

/**
 * Returns a request's body without secrets, at most `mostBodyBytes` long. Null without a body. Texts with the form of a
 * private key or a seed phrase are removed as well, because a caller may send one by mistake.
 */
export function loggedRequest(body: unknown): LoggedBody | null {
  return body === undefined ? null : cutBody(withoutSecrets(body, textWithoutKeys));
}

/** Returns an answer's body in the same way. The service itself never answers with a private key. */
export function loggedAnswer(body: unknown): LoggedBody | null {
  return body === undefined ? null : cutBody(withoutSecrets(body, textWithoutSecrets));
}

/** Returns a query such as `q=ann%40shop.example&v=1` without secrets and e-mail addresses. It may be empty. */
export function loggedQuery(query: string): string {
  const shown = [...new URLSearchParams(query)].map(([name, value]) => {
    const isPersonal = name === 'q' && value.includes('@');
    const kept = isPersonal ? leftOut : String(memberWithoutSecrets(name, value, textWithoutKeys));
    return `${encodeURIComponent(name)}=${encodeURIComponent(kept)}`;
  });
  return shown.join('&');
}

/** Returns a text without secrets. The text belongs to the property `name`. */
type CleanText = (text: string, name: string) => string;

function cutBody(body: unknown): LoggedBody {
  const text = JSON.stringify(body);
  if (Buffer.byteLength(text) <= mostBodyBytes) return { text, isCut: false };
  return { text: firstBytes(text, mostBodyBytes), isCut: true };
}

function withoutSecrets(value: unknown, clean: CleanText, name = ''): unknown {
  if (typeof value === 'string') return clean(value, name);
  if (Array.isArray(value)) return value.map((held) => withoutSecrets(held, clean, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, held]) => [textWithoutSecrets(key), memberWithoutSecrets(key, held, clean)]),
  );
}

/** A transaction's hash has the form of a private key, and is public. */
function textWithoutKeys(text: string, name: string): string {
  return looksPrivate(text) && !/hash|^q$/i.test(name) ? leftOut : textWithoutSecrets(text);
}

/** Returns the text with each token, secret and signature of a known form replaced by `leftOut`. */
function textWithoutSecrets(text: string): string {
  return secretForms.reduce((kept, [form, by]) => kept.replace(form, by), text);
}

/**
 * Names of secrets, and of data about customers. The value may have any form. Other names with one of these words, such
 * as `token_last4`, `token_name` and `app_token_may`, hold no secret.
 */
const secretName = new RegExp(
  [
    '(?:^|[_-])(?:token|secret|password|passphrase|passwd|pwd|signature|authorization|cookie|credentials?|otp|pin)s?$',
    '^(?:set-)?cookie2?$',
    // The key and the signature of EPay.
    '^(?:key|sign)$',
    '(?:private|secret|api|access|encryption|signing|spend|view)[_-]?key',
    '^(?:mnemonic|seed|words|recovery_?codes?|backup_?codes?)$|seed_?(?:phrase|words)',
    '^[a-z]?prv$|macaroon|^rune$',
    '^customer|e_?mail$',
  ].join('|'),
  'i',
);

const secretForms: readonly (readonly [RegExp, string])[] = [
  // Tokens of this service, secrets of webhooks (Standard Webhooks), and JSON Web Tokens (RFC 7519).
  [/\b(?:qpat|qapp|qcs|whsec)_[0-9A-Za-z+/=_-]{8,}/g, leftOut],
  [/\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g, leftOut],
  [/\b(?:Bearer|Basic)\s+[\w.~+/=-]{8,}/gi, leftOut],
  // Extended private keys (BIP-32, SLIP-132) inside of longer texts.
  [/\b(?:[xyztuvYZUV]prv|[LMt]tpv|dgpv)[1-9A-HJ-NP-Za-km-z]{20,}/g, leftOut],
  // The password in a URL, and signed parameters as of presigned uploads. No length is bounded, because a secret can be
  // of any length. Each attempt ends where the next one can begin, so that the time grows with the text only.
  [/(:\/\/[^\s/:@"]*):[^\s/@"]+@/g, `$1:${leftOut}@`],
  [/([?&#][^=?&#\s"]*(?:token|secret|password|signature|credential|code|key|sig)=)[^&\s"#]+/gi, `$1${leftOut}`],
];

function memberWithoutSecrets(name: string, value: unknown, clean: CleanText): unknown {
  return secretName.test(name) ? withoutTexts(value) : withoutSecrets(value, clean, name);
}

/** Replaces each text, and keeps numbers, booleans and the form of the value: `token: true` is no secret. */
function withoutTexts(value: unknown): unknown {
  if (typeof value === 'string') return value === '' ? value : leftOut;
  if (Array.isArray(value)) return value.map(withoutTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, withoutTexts(held)]));
}

/** Cuts at a boundary of characters. */
function firstBytes(text: string, most: number): string {
  const bytes = Buffer.from(text);
  let end = most;
  // Bytes of the form 10xxxxxx continue a character of UTF-8.
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, end).toString();
}
