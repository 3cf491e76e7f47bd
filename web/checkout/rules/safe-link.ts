// Which addresses a link may lead to: what merchants and networks wrote is never followed blindly.
import { mayReturnTo } from '../../../src/core/order/return-scheme.ts';

/** The URL when it is http or https, otherwise null. */
export function webLink(url: string | null | undefined): string | null {
  if (!url) return null;
  try {
    const { protocol, href } = new URL(url);
    return protocol === 'https:' || protocol === 'http:' ? href : null;
  } catch {
    return null;
  }
}

/** Where a customer returns to: a web page, or the shop's own app; otherwise null. */
export function returnLink(url: string | null | undefined): string | null {
  if (!url) return null;
  try {
    const read = new URL(url);
    return mayReturnTo(read) ? read.href : null;
  } catch {
    return null;
  }
}

/** The URI when a wallet application answers to its scheme, otherwise null. */
export function walletLink(uri: string | null | undefined): string | null {
  return uri && /^(bitcoin|bitcoincash|dash|dogecoin|ethereum|litecoin|solana|tron):/i.test(uri) ? uri : null;
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
