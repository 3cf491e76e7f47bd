// The ways to authenticate for an operation, each with its scope.
import { escapeHtml } from '../../../../../io/http/browser/html-page.ts';
import type { ReadOperation } from '../document-reader.ts';

/** In the order of usual preference for programs. */
const schemes: readonly (readonly [scheme: string, name: string])[] = [
  ['AppToken', 'App token'],
  ['PAT', 'Personal access token'],
  ['OAuth2', 'OAuth 2 token'],
  ['Cookie', 'Browser session'],
];

/** The display name of a security scheme. */
export function schemeName(scheme: string): string {
  return schemes.find(([name]) => name === scheme)?.[1] ?? scheme;
}

/** A list of the ways to authenticate, each with the scope that it needs. */
export function callersHtml({ security }: ReadOperation): string {
  const scopes = new Map(security.flatMap((one) => Object.entries(one)));
  const items = schemes.flatMap(([scheme, name]) => {
    const needed = scopes.get(scheme);
    if (needed === undefined) return [];
    const codes = needed.map((scope) => ` <code>${escapeHtml(scope)}</code>`).join('');
    return [`<li><a href="/docs#${scheme}">${name}</a>${codes}</li>`];
  });
  const anyone = isPublic(security) ? ['<li>No token needed</li>'] : [];
  return `<ul class="callers" aria-label="Authentication">${[...anyone, ...items].join('')}</ul>`;
}

/** Whether it can be called without a token. */
export function isPublic(security: ReadOperation['security']): boolean {
  return security.some((one) => Object.keys(one).length === 0);
}

/** Whether a program can call it with a token. */
export function takesToken(security: ReadOperation['security']): boolean {
  return security.some((one) => ['AppToken', 'PAT', 'OAuth2'].some((scheme) => scheme in one));
}
