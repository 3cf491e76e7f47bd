// Where an answer would redirect its caller to. Redirects are not followed: messages name the address instead.

/** Statuses that name another address (RFC 9110 §15.4); 300 and 304 name none to go to. */
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Messages show no more characters of an address. */
const longestShown = 200;

/**
 * The address that an answer redirects to, without user, query and fragment, where keys may be; only the origin where
 * `isSecretPath`. Null where the answer is no redirect; 'another address' where it names none that can be read.
 */
export function redirectTarget(
  from: string,
  { status, location }: { readonly status: number; readonly location: string | null },
  { isSecretPath = false } = {},
): string | null {
  if (!redirects.has(status)) return null;
  const target = location === null ? null : URL.parse(location, from);
  if (target === null || target.host === '') return 'another address';
  const shown = `${target.protocol}//${target.host}${isSecretPath ? '' : target.pathname}`;
  return shown.length > longestShown ? `${shown.slice(0, longestShown)}…` : shown;
}

/** As redirectTarget, for an answer of fetch with `redirect: 'manual'`. */
export function redirectTargetOf(
  from: string,
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  options: { readonly isSecretPath?: boolean } = {},
): string | null {
  return redirectTarget(from, { status, location: headers.get('location') }, options);
}
