// Configures OpenID Connect: authorization code with PKCE (S256) and opaque tokens only.
import { createHash, timingSafeEqual } from 'node:crypto';
import Provider, {
  type Account,
  type AdapterFactory,
  type Configuration,
  type ErrorOut,
  type JWK,
  type KoaContextWithOIDC,
} from 'oidc-provider';
import { scopes } from '../../core/access.ts';
import { DatabaseAway } from '../db/sql-fault.ts';
import { hashToken } from '../secrets/token.ts';
import { askedAt, endpoints, interactionPath, ofNobody, signInPath } from './endpoints.ts';
import { pathAfterSignIn } from './sign-in-first.ts';
import { signInPolicy, type WhoIsSignedIn } from './sign-in-policy.ts';

export interface ProviderOptions {
  /** PUBLIC_URL without a trailing slash. */
  readonly issuer: string;
  /** The current signing keys come first. */
  readonly keys: readonly JWK[];
  readonly cookieKey: string;
  /** 32 bytes. Signs the time of a request that waits for a sign-in. */
  readonly signInKey: Buffer;
  readonly adapter: AdapterFactory;
  readonly whoIsSignedIn: WhoIsSignedIn;
  now(): Date;
  findAccount(userId: string): Promise<Account | undefined>;
  /** Returns the id of this person's grant for this client, or null. */
  findGrantId(userId: string, clientId: string): Promise<string | null>;
  /** Invalidates a code of this client after a failed attempt to redeem it. */
  spoilCode(code: string, clientId: string): Promise<void>;
  /** Called when the person agreed to sign out of this service as well. */
  signedOut(cookieHeader: string | undefined, userId: string): Promise<void>;
  readonly pages: ProviderPages;
  onFault(error: unknown): void;
}

/** The pages of the provider. Each function writes the whole response, including its headers. */
export interface ProviderPages {
  error(ctx: KoaContextWithOIDC, error: ErrorOut): void;
  /** `form` is the form for the page's buttons, which are named `logout`. */
  signOut(ctx: KoaContextWithOIDC, form: string): void;
  signedOut(ctx: KoaContextWithOIDC): void;
}

const accessTokenSeconds = 3600;
const day = 24 * 3600;
const year = 365 * day;

export function createProvider(options: ProviderOptions): Provider {
  const provider = new Provider(options.issuer, configuration(options));
  // Trusts the forwarded host, which mount-provider.ts sets to PUBLIC_URL.
  provider.proxy = true;
  const client = provider.Client.prototype as unknown as {
    clientSecret: string;
    compareClientSecret(text: string): boolean;
  };
  client.compareClientSecret = function compareClientSecret(text) {
    return timingSafeEqual(hashToken(text), Buffer.from(this.clientSecret, 'hex'));
  };
  provider.use(async (ctx, next) => {
    await next();
    await afterwards(ctx as KoaContextWithOIDC, options);
  });
  provider.on('server_error', (ctx, error) => {
    if (!(error instanceof DatabaseAway)) return options.onFault(error);
    ctx.status = 503;
    ctx.set('retry-after', '5');
  });
  return provider;
}

function configuration(options: ProviderOptions): Configuration {
  const { issuer, pages } = options;
  const path = new URL(issuer).pathname.replace(/\/$/, '');
  const cookie = { signed: true, httpOnly: true, sameSite: 'lax', overwrite: true } as const;
  return {
    adapter: options.adapter,
    jwks: { keys: options.keys.map((key) => ({ ...key })) },
    routes: endpoints,
    cookies: {
      keys: [options.cookieKey],
      names: { session: 'quittance_oidc', interaction: 'quittance_oidc_ask', resume: 'quittance_oidc_resume' },
      long: { ...cookie, path: `${path}/oauth2` },
      short: cookie,
    },
    scopes: ['openid', 'offline_access', ...scopes],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture', 'updated_at'] },
    responseTypes: ['code'],
    pkce: { required: () => true },
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
    enabledJWA: { idTokenSigningAlgValues: ['RS256', 'ES256'] },
    allowOmittingSingleRegisteredRedirectUri: false,
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      claimsParameter: { enabled: false },
      revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
      introspection: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => pages.signOut(ctx, form),
        postLogoutSuccessSource: (ctx) => pages.signedOut(ctx),
      },
    },
    interactions: {
      policy: signInPolicy(options),
      url: (_ctx, interaction) => addressToAskAt(options, interaction),
    },
    findAccount: (_ctx, userId) => options.findAccount(userId),
    loadExistingGrant: async (ctx) => {
      const { account, client, provider } = ctx.oidc;
      const grantId = await options.findGrantId(account?.accountId as string, client?.clientId as string);
      return grantId === null ? undefined : provider.Grant.find(grantId);
    },
    // A token outlives the browser session. It ends by expiry or revocation.
    expiresWithSession: () => false,
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    ttl: {
      AuthorizationCode: 60,
      AccessToken: accessTokenSeconds,
      IdToken: 3600,
      RefreshToken: 90 * day,
      Interaction: 3600,
      // A person who signs out without a sign-in needs a short session as well, for the confirmation page.
      Session: (_ctx, session) => (session.accountId === undefined ? 600 : 7 * day),
      // Consent is remembered until it is withdrawn.
      Grant: 10 * year,
    },
    renderError: (ctx, out) => pages.error(ctx, out),
  };
}

type Interaction = InstanceType<Provider['Interaction']>;

/**
 * A person who is not signed in signs in first, and returns with the unchanged request. Nothing is stored before that.
 */
function addressToAskAt({ issuer, signInKey }: ProviderOptions, { uid, prompt, params }: Interaction): string {
  if (prompt.details[ofNobody] !== true) return `${issuer}${interactionPath}/${uid}`;
  const returnTo = pathAfterSignIn(signInKey, params, Number(prompt.details[askedAt]));
  return `${issuer}${signInPath}?${new URLSearchParams({ return_to: returnTo })}`;
}

/** Removes the library's cookies for an interaction that is not stored. */
function dropCookiesOfNothing(ctx: KoaContextWithOIDC, issuer: string): void {
  if (!(ctx.res.getHeader('location') as string | undefined)?.startsWith(`${issuer}${signInPath}?`)) return;
  const cookies = [ctx.response.get('set-cookie') ?? []].flat() as string[];
  const kept = cookies.filter((line) => !/^quittance_oidc_(?:ask|resume)/.test(line));
  if (kept.length === 0) ctx.remove('set-cookie');
  else ctx.set('set-cookie', kept);
}

/** Completes the library's response. */
async function afterwards(ctx: KoaContextWithOIDC, options: ProviderOptions): Promise<void> {
  const { oidc } = ctx;
  if (oidc?.route === 'token' && ctx.status >= 400 && oidc.client && typeof oidc.params?.code === 'string') {
    await options.spoilCode(oidc.params.code, oidc.client.clientId);
  }
  guardAutomaticForm(ctx);
  dropCookiesOfNothing(ctx, options.issuer);
  const accountId = oidc?.session?.accountId;
  if (oidc?.route === 'end_session_confirm' && ctx.status === 303 && oidc.params?.logout && accountId !== undefined) {
    await options.signedOut(ctx.req.headers.cookie, accountId);
  }
}

/**
 * The library sends its auto-submitting forms without a content security policy. This adds one that allows their
 * script.
 */
function guardAutomaticForm(ctx: KoaContextWithOIDC): void {
  if (!ctx.response.is('html') || typeof ctx.body !== 'string') return;
  if (ctx.response.get('content-security-policy')) return;
  const script = /<script>([\s\S]*?)<\/script>/.exec(ctx.body)?.[1] ?? '';
  const hash = createHash('sha256').update(script).digest('base64');
  ctx.set(
    'content-security-policy',
    `default-src 'none'; script-src 'sha256-${hash}'; base-uri 'none'; frame-ancestors 'none'`,
  );
}
