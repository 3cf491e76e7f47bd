// Decides when an authorization needs the person: by the provider's own rules and the browser session of our sign-in.
import { randomBytes } from 'node:crypto';
import { interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import { askedAt, ofNobody } from './endpoints.ts';
import { firstAsked, type RequestParams, whenAsked } from './sign-in-first.ts';

/** Returns the id of the person signed in with this Cookie header, or null. */
export type WhoIsSignedIn = (cookieHeader: string | undefined) => Promise<string | null>;

/**
 * The provider keeps its own session, which must match ours. It is cleared once no person or another person is signed
 * in here, or when the client requests a new sign-in.
 */
export function signInPolicy({
  whoIsSignedIn,
  now,
  signInKey,
}: {
  readonly whoIsSignedIn: WhoIsSignedIn;
  now(): Date;
  readonly signInKey: Buffer;
}): interactionPolicy.DefaultPolicy {
  const policy = interactionPolicy.base();
  const tie = new interactionPolicy.Check(
    'browser_session',
    'a sign-in in this browser is needed',
    'login_required',
    async (ctx) => {
      const accountId = ctx.oidc.session?.accountId;
      if (
        !wantsAnother(ctx) &&
        accountId !== undefined &&
        accountId === (await whoIsSignedIn(ctx.req.headers.cookie))
      ) {
        return interactionPolicy.Check.NO_NEED_TO_PROMPT;
      }
      // prompt=none must not change anything.
      if (accountId !== undefined && !ctx.oidc.prompts.has('none')) empty(ctx);
      return interactionPolicy.Check.REQUEST_PROMPT;
    },
    // The interaction itself stores only whole seconds.
    async (ctx) => {
      const params = (ctx.oidc.params as unknown as { toPlainObject(): RequestParams }).toPlainObject();
      return {
        [askedAt]: whenAsked(signInKey, params, ctx.query[firstAsked], now().getTime()),
        [ofNobody]: (await whoIsSignedIn(ctx.req.headers.cookie)) === null,
      };
    },
  );
  policy.get('login')?.checks.add(tie, 0);
  return policy;
}

/** Whether the client requires a newer or a different sign-in than the session's. */
function wantsAnother({ oidc }: KoaContextWithOIDC): boolean {
  const hinted = oidc.entities.IdTokenHint?.payload.sub;
  if (hinted !== undefined && hinted !== oidc.session?.accountId) return true;
  if (oidc.result?.login !== undefined) return false;
  const maxAge = oidc.params?.max_age;
  return oidc.prompts.has('login') || (maxAge !== undefined && oidc.session?.past(Number(maxAge)) === true);
}

/** Without this, a sign-in as another person would first show a page to end the old session. */
function empty(ctx: KoaContextWithOIDC): void {
  const session = ctx.oidc.session as unknown as Record<string, unknown> & { resetIdentifier(): void };
  for (const member of ['accountId', 'loginTs', 'authorizations', 'amr', 'acr']) delete session[member];
  session.uid = randomBytes(16).toString('base64url');
  session.resetIdentifier();
}
