// When an authorization needs a person: the provider's own rules, tied to the browser session that our sign-in made.
import { randomBytes } from 'node:crypto';
import { interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import { askedAt, ofNobody } from './endpoints.ts';
import { firstAsked, type RequestParams, whenAsked } from './sign-in-first.ts';

/** Who is signed in by this Cookie header; null for nobody. */
export type WhoIsSignedIn = (cookieHeader: string | undefined) => Promise<string | null>;

/**
 * The provider keeps a session of its own, which must never outlive or contradict ours: it is emptied as soon as nobody
 * or somebody else is signed in here, or the client asks for a new sign-in.
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
      // prompt=none only asks.
      if (accountId !== undefined && !ctx.oidc.prompts.has('none')) empty(ctx);
      return interactionPolicy.Check.REQUEST_PROMPT;
    },
    // The interaction itself knows whole seconds only.
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

/** Whether the client asks for another sign-in than the one that the session remembers. */
function wantsAnother({ oidc }: KoaContextWithOIDC): boolean {
  const hinted = oidc.entities.IdTokenHint?.payload.sub;
  if (hinted !== undefined && hinted !== oidc.session?.accountId) return true;
  if (oidc.result?.login !== undefined) return false;
  const maxAge = oidc.params?.max_age;
  return oidc.prompts.has('login') || (maxAge !== undefined && oidc.session?.past(Number(maxAge)) === true);
}

/** Otherwise a sign-in as somebody else would first end the other's session by a page of its own. */
function empty(ctx: KoaContextWithOIDC): void {
  const session = ctx.oidc.session as unknown as Record<string, unknown> & { resetIdentifier(): void };
  for (const member of ['accountId', 'loginTs', 'authorizations', 'amr', 'acr']) delete session[member];
  session.uid = randomBytes(16).toString('base64url');
  session.resetIdentifier();
}
