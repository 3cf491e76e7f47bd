// The pages of OpenID Connect: consent, sign-out and errors.
import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider';
import { effectWords } from '../../../../core/effects/scope-effects.ts';
import { type AskedScope, isApiScope, knownScopes, scopeWords } from '../../../../core/scope-words.ts';
import { escapeHtml, type HtmlPage, htmlPage } from '../../../../io/http/browser/html-page.ts';
import type { ProviderPages } from '../../../../io/oidc/create-provider.ts';

export interface ConsentQuestion {
  readonly clientName: string;
  readonly redirectUri: string;
  /** The scope parameter of the client. */
  readonly scope: string;
  readonly email: string;
  readonly csrf: string;
}

/** The form is sent to the URL of the page. */
export function consentPage(question: ConsentQuestion): HtmlPage {
  const { origin, host } = destinationOf(question.redirectUri);
  const list = knownScopes(question.scope).map((scope) => `<li>${escapeHtml(wordsOf(scope))}</li>`);
  const [clientName, email] = [escapeHtml(question.clientName), escapeHtml(question.email)];
  const body = `<p><strong>${clientName}</strong> requests access to your account <strong>${email}</strong>.
It will be able to:</p>
<ul>${list.join('')}</ul>
<p>You will be redirected to <code>${escapeHtml(host)}</code>. Anyone can choose the name of an application,
so allow this only if you know that address. You can revoke access at any time.</p>
<form method="post"><input type="hidden" name="csrf" value="${escapeHtml(question.csrf)}">
<button name="decision" value="allow">Allow</button>
<button class="quiet" name="decision" value="deny">Cancel</button></form>`;
  return htmlPage('Allow access?', body, { formTargets: [origin] });
}

function wordsOf(scope: AskedScope): string {
  const effects = isApiScope(scope) ? effectWords(scope) : '';
  return effects === '' ? scopeWords[scope] : `${scopeWords[scope]}. ${effects}`;
}

export function errorPage(detail: string): HtmlPage {
  return htmlPage('Something went wrong', `<p role="alert">${escapeHtml(detail)}</p>`);
}

export const providerPages: ProviderPages = {
  error(ctx: KoaContextWithOIDC, error: ErrorOut) {
    const text =
      error.error === 'server_error' ? 'The service failed. Try again.' : `${error.error_description ?? error.error}.`;
    show(
      ctx,
      htmlPage(
        'Something went wrong',
        `<p role="alert">${escapeHtml(text)}</p><p><code>${escapeHtml(error.error)}</code></p><p>Go back to ` +
          'the application and start again. If this persists, notify its operator.</p>',
      ),
    );
  },
  signOut(ctx, form) {
    const name = ctx.oidc.client?.clientName;
    const target = (ctx.oidc.session as { state?: { postLogoutRedirectUri?: string } } | undefined)?.state
      ?.postLogoutRedirectUri;
    const who = name === undefined ? 'An application' : `<strong>${escapeHtml(name)}</strong>`;
    const body = `<p>You signed out of ${who}.</p>${form}
<button form="op.logoutForm" name="logout" value="yes">Sign out here too</button>
<button class="quiet" form="op.logoutForm">Stay signed in</button>`;
    const formTargets = target === undefined ? [] : [destinationOf(target).origin];
    show(ctx, htmlPage('Sign out here too?', body, { formTargets }));
  },
  signedOut(ctx) {
    show(ctx, htmlPage('You are signed out', '<p>You can close this page.</p>'));
  },
};

function show(ctx: KoaContextWithOIDC, page: HtmlPage): void {
  ctx.set({ ...page.headers });
  ctx.body = page.html;
}

/** For an app's own scheme, only the scheme identifies the destination. */
function destinationOf(uri: string): { origin: string; host: string } {
  const url = new URL(uri);
  return url.host === ''
    ? { origin: url.protocol, host: url.protocol }
    : { origin: url.origin === 'null' ? url.protocol : url.origin, host: url.host };
}
