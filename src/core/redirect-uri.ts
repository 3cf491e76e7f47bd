// Validates redirect URIs of clients. They are later compared character by character, so their exact form matters.

/** As RFC 7591 §2 defines them: a web client runs on a server or in a page, a native one on a person's device. */
export type ApplicationType = 'web' | 'native';

export type RedirectRefusal =
  | 'invalid_format'
  | 'not_secure'
  | 'has_fragment'
  | 'has_credentials'
  | 'reserved_parameter';

export const redirectRefusals: Readonly<Record<RedirectRefusal, string>> = {
  invalid_format: 'Must be an absolute address, written as browsers write it.',
  not_secure:
    'Must be https, or http on this device (localhost, 127.0.0.1, [::1]); ' +
    'a native client may use its own scheme with a dot.',
  has_fragment: 'Must not have a fragment.',
  has_credentials: 'Must not have a user name or password.',
  reserved_parameter: 'Must not have a parameter that the answer sets, such as code or state.',
};

/** Response parameters of RFC 6749 §4.1.2, RFC 9207 and OpenID Connect. A redirect URI must not contain them. */
const reserved = new Set([
  ...['code', 'state', 'iss', 'error', 'error_description', 'error_uri'],
  ...['id_token', 'access_token', 'token_type', 'expires_in', 'session_state', 'response'],
]);
const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Returns null for a URI that may be registered (RFC 9700 §2.1, RFC 8252 §7 and §8.4), or the reason for the refusal.
 */
export function refuseRedirectUri(text: string, type: ApplicationType): RedirectRefusal | null {
  const url = URL.parse(text);
  if (url === null || /[\s\\*]/.test(text)) return 'invalid_format';
  if (text.includes('#')) return 'has_fragment';
  if (url.username !== '' || url.password !== '' || /^[a-z][a-z0-9+.-]*:\/\/[^/?]*@/i.test(text))
    return 'has_credentials';
  if ([...url.searchParams.keys()].some((name) => reserved.has(name.toLowerCase()))) return 'reserved_parameter';
  if (url.protocol === 'https:' || url.protocol === 'http:') {
    if (url.protocol === 'http:' && !loopback.has(url.hostname)) return 'not_secure';
    // A loopback address has no publicly trusted certificate (RFC 8252 §8.3 uses http there).
    if (type === 'native' && url.protocol === 'https:' && loopback.has(url.hostname)) return 'invalid_format';
    // A URI that a browser would normalize (dots, case of the host, default port) could never match later.
    return url.href === text || url.href === `${text}/` ? null : 'invalid_format';
  }
  // Reversed domain names cannot collide with schemes that browsers know, such as javascript: (RFC 8252 §7.1).
  return type === 'native' && /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/.test(url.protocol) ? null : 'not_secure';
}
