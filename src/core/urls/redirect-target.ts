// The target of a redirect. Redirects are not followed; messages name the target instead.

/** Statuses with a target (RFC 9110 §15.4). 300 and 304 have none to go to. */
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** The most characters of a URL that a message shows. */
const longestShown = 200;

/**
 * The URL that a response redirects to, without user, query and fragment, which may hold keys; only the origin if
 * `isSecretPath`. Returns null if the response is no redirect, and 'another address' if its target cannot be read.
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

/** Like redirectTarget, for a fetch response with `redirect: 'manual'`. */
export function redirectTargetOf(
  from: string,
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  options: { readonly isSecretPath?: boolean } = {},
): string | null {
  return redirectTarget(from, { status, location: headers.get('location') }, options);
}
