// Decides which URLs from merchants and networks may become links.
import { isWeb, mayOpenApp, mayReturnTo } from '../../../src/core/order/return-scheme.ts';

/** The URL if it is http or https, otherwise null. */
export function webLink(url: string | null | undefined): string | null {
  const read = parsed(url);
  return read !== null && isWeb(read) ? read.href : null;
}

/** The customer's way back: a web page, or the shop's own app; otherwise null. */
export function returnLink(url: string | null | undefined): string | null {
  const read = parsed(url);
  return read !== null && mayReturnTo(read) ? read.href : null;
}

/** The payment request if an app may handle its scheme, otherwise null. */
export function walletLink(uri: string | null | undefined): string | null {
  const read = parsed(uri);
  return read !== null && mayOpenApp(read) ? read.href : null;
}

function parsed(url: string | null | undefined): URL | null {
  try {
    return url ? new URL(url) : null;
  } catch {
    return null;
  }
}

/** A support contact as a link: an e-mail address or a web page; null if it is plain text. */
export function contactLink(contact: string): string | null {
  if (/^[^\s@:/?#]+@[^\s@:/?#]+\.[^\s@:/?#]+$/.test(contact)) return `mailto:${contact}`;
  return webLink(contact);
}

/** The image's URL if this server serves it; other images would notify a third party of the customer's visit. */
export function ownImage(url: string | null | undefined, origin: string): string | null {
  if (!url) return null;
  try {
    const image = new URL(url, origin);
    return image.origin === origin ? image.href : null;
  } catch {
    return null;
  }
}
