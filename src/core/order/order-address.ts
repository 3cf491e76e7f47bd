// URLs of an order: where a customer returns to, and pictures of items. They are normalized as browsers do it.
import { isWeb, mayReturnTo } from './return-scheme.ts';

/** Values of `{invoice_id}` and `{reference}`. */
export interface Places {
  readonly invoiceId: string;
  readonly reference: string | null;
}

/** Why an address is left out. */
export type AddressFault = 'invalid_format' | 'too_long';

export const mostReturnAddressLength = 2_000;
export const mostImageAddressLength = 1_000;

/**
 * The URL to which a customer returns: a web page, or an app's own scheme with `//` or a dot in its name (RFC 8252
 * §7.1). Hosts become ASCII (UTS #46) and paths are percent-encoded. The address is null if none is given.
 */
export function readReturnAddress(
  given: unknown,
  places: Places,
): { address: string | null } | { fault: AddressFault } {
  const text = bare(given);
  if (text === '') return { address: null };
  const url = URL.parse(filled(text, places));
  if (url === null || !mayReturnTo(url)) return { fault: 'invalid_format' };
  return bounded(url, filled(text, places), mostReturnAddressLength);
}

/** The URL of a picture on the web. The address is null if none is given. */
export function readImageAddress(given: unknown): { address: string | null } | { fault: AddressFault } {
  const text = bare(given);
  if (text === '') return { address: null };
  const url = URL.parse(text);
  if (url === null || !isWeb(url)) return { fault: 'invalid_format' };
  return bounded(url, text, mostImageAddressLength);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: it removes them.
const ignored = /[\u0000-\u001f\u007f-\u009f]/g;

function bare(given: unknown): string {
  return typeof given === 'string'
    ? given
        .replace(/\p{Surrogate}/gu, '')
        .replace(ignored, '')
        .trim()
    : given == null
      ? ''
      : '?';
}

/** Braces may be percent-encoded, since many shops encode the whole URL. */
function filled(text: string, { invoiceId, reference }: Places): string {
  const values = { invoice_id: invoiceId, reference: reference ?? '' };
  return text.replace(/(?:\{|%7b)(invoice_id|reference)(?:\}|%7d)/gi, (_, name: string) =>
    encodeURIComponent(values[name.toLowerCase() as keyof typeof values]),
  );
}

/** Keeps the given text if a browser would not change it. */
function bounded(url: URL, text: string, most: number): { address: string } | { fault: AddressFault } {
  const address = url.href === `${text}/` ? text : url.href;
  return address.length > most ? { fault: 'too_long' } : { address };
}
