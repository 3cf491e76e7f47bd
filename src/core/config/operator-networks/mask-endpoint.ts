// Masks the secrets in an endpoint's address, so that it can be shown, and finds the address that a masked one
// means.

const mask = '…';

/**
 * The address without its password, its query values and the parts of its path that look like keys. The last four
 * characters of a long key remain, so that its owner recognises it.
 */
export function maskedEndpoint(address: string): string {
  const [, head = '', rest = ''] = /^([a-z][a-z\d+.-]*:\/\/)(.*)$/is.exec(address) ?? [];
  const [place = '', query = null] = rest.split(/\?(.*)/s);
  const [authority = '', ...parts] = place.split('/');
  const at = authority.lastIndexOf('@');
  const host = at < 0 ? authority : `${mask}@${authority.slice(at + 1)}`;
  const path = parts.map((part) => (isKeyLike(part) ? masked(part) : part));
  const shown = query === null ? '' : `?${query.split('&').map(maskedValue).join('&')}`;
  return `${head}${[host, ...path].join('/')}${shown}`;
}

/** Whether a text from a request is a masked address. */
export function isMasked(text: string): boolean {
  return text.includes(mask);
}

/**
 * The addresses that are meant: a masked one means the next one of `held` with the same masked form. Returns the
 * position of the first masked address that means none of them.
 */
export function unmasked(
  wanted: readonly string[],
  held: readonly string[],
): string[] | { readonly unknownAt: number } {
  const left = [...held];
  const found: string[] = [];
  for (const [at, text] of wanted.entries()) {
    const same = isMasked(text) ? left.findIndex((one) => maskedEndpoint(one) === text) : left.indexOf(text);
    if (same < 0 && isMasked(text)) return { unknownAt: at };
    found.push(same < 0 ? text : (left.splice(same, 1)[0] as string));
  }
  return found;
}

/** Long parts, and shorter ones that mix letters and digits. Names of networks and versions are neither. */
function isKeyLike(part: string): boolean {
  return part.length >= 20 || (part.length >= 8 && /\d/.test(part) && /[a-z]/i.test(part));
}

function masked(key: string): string {
  return key.length >= 20 ? `${mask}${key.slice(-4)}` : mask;
}

/** The fingerprint of a pinned certificate is no secret. */
function maskedValue(pair: string): string {
  const [name = '', value = ''] = pair.split(/=(.*)/s);
  if (name === 'fingerprint') return pair;
  return value === '' ? masked(name) : `${name}=${masked(value)}`;
}
