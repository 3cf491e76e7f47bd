// The address that a shop names to receive its key from the browser of the shop's owner.
import { isPrivateAddress } from '../client-key.ts';

const longest = 1000;

/**
 * Returns the address, or null if the key must not be sent there. It must be https, or http on this device or in a
 * private network, where certificates are rare.
 */
export function keyTarget(text: string): URL | null {
  const url = text.length > longest || /[\s\\]/.test(text) ? null : URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '' || url.hash !== '') return null;
  if (url.protocol === 'https:') return url;
  return url.protocol === 'http:' && isNear(url.hostname) ? url : null;
}

function isNear(hostname: string): boolean {
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return true;
  return isPrivateAddress(hostname.replace(/^\[|\]$/g, ''));
}
