// Which addresses a link may lead to: what merchants and networks wrote is never followed blindly.
import { isWeb, mayOpenApp, mayReturnTo } from '../../../src/core/order/return-scheme.ts';

/** The URL when it is http or https, otherwise null. */
export function webLink(url: string | null | undefined): string | null {
  const read = parsed(url);
  return read !== null && isWeb(read) ? read.href : null;
}

/** Where a customer returns to: a web page, or the shop's own app; otherwise null. */
export function returnLink(url: string | null | undefined): string | null {
  const read = parsed(url);
  return read !== null && mayReturnTo(read) ? read.href : null;
}

/** The payment request when an app may answer to its scheme, otherwise null. */
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

/** A support contact as a link: an e-mail address or a web page; null when it is only text. */
export function contactLink(contact: string): string | null {
  if (/^[^\s@:/?#]+@[^\s@:/?#]+\.[^\s@:/?#]+$/.test(contact)) return `mailto:${contact}`;
  return webLink(contact);
}

/** An image that this server itself serves; others would tell a third party who is about to pay. */
export function ownImage(url: string | null | undefined, origin: string): string | null {
  if (!url) return null;
  try {
    const image = new URL(url, origin);
    return image.origin === origin ? image.href : null;
  } catch {
    return null;
  }
}
