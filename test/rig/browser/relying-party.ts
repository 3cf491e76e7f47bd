// A program that people sign in to through the service, built on a certified OpenID client library, and the browser
// they use.
import * as openid from 'openid-client';
import { type Json, ok } from '../client.ts';
import type { BrowserSession } from './browser-session.ts';

export interface Page {
  readonly status: number;
  readonly url: string;
  readonly html: string;
  readonly headers: Headers;
}

export interface Wanderer {
  /**
   * Opens the URL and follows redirects on the same origin. Returns the page, or the foreign URL that it redirects to.
   */
  visit(url: string): Promise<Page | URL>;
  /** Submits the page's form. */
  submit(page: Page, fields: Readonly<Record<string, string>>): Promise<Page | URL>;
}

/** Uses the cookies of this browser. `publicUrl` may have a path. */
export function wanderer(publicUrl: string, browser: BrowserSession): Wanderer {
  const { origin } = new URL(publicUrl);
  const go = async (url: string, init: RequestInit): Promise<Page | URL> => {
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...(init.headers as Record<string, string>), accept: 'text/html', ...(cookie ? { cookie } : {}) };
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') browser.cookies.delete(name);
      else browser.cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null)
      return { status: response.status, url, html: await response.text(), headers: response.headers };
    const next = new URL(location, url);
    return next.origin === origin ? go(next.href, {}) : next;
  };
  return {
    visit: (url) => go(url, {}),
    submit(page, fields) {
      const hidden = [...page.html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
      const action = /<form[^>]* action="([^"]*)"/.exec(page.html)?.[1] ?? page.url;
      const body = new URLSearchParams([
        ...hidden.map((match) => [match[1] ?? '', unescaped(match[2] ?? '')] as [string, string]),
        ...Object.entries(fields),
      ]);
      return go(new URL(action, page.url).href, { method: 'POST', body, headers: { origin } });
    },
  };
}

function unescaped(text: string): string {
  return text.replace(/&#(\d+);/g, (_whole, code: string) => String.fromCharCode(Number(code)));
}

export interface RelyingParty {
  /** The API's response to its creation, including the secret. */
  readonly client: Json;
  readonly config: openid.Configuration;
  readonly redirectUri: string;
  /** Returns a URL for the person to open, and the values needed to check the response. */
  begin(
    parameters?: Readonly<Record<string, string>>,
  ): Promise<{ url: URL; checks: openid.AuthorizationCodeGrantChecks }>;
  /** The whole flow of a person who consents if asked, from the URL to the tokens. */
  signIn(
    browser: BrowserSession,
    parameters?: Readonly<Record<string, string>>,
  ): Promise<openid.TokenEndpointResponse & openid.TokenEndpointResponseHelpers>;
}

/** Registers the client through the API as `owner`. */
export async function relyingParty(origin: string, owner: BrowserSession, fields: object = {}): Promise<RelyingParty> {
  await owner.api.get('/oauth2-clients');
  const redirectUri = 'https://shop.example/callback';
  const given = {
    name: 'Shop plugin',
    redirect_uris: [redirectUri],
    post_logout_redirect_uris: ['https://shop.example/bye'],
  };
  const client = await ok<Json>(owner.api.post('/oauth2-client', { ...given, ...fields }));
  const auth = client.client_secret === undefined ? openid.None() : openid.ClientSecretBasic(client.client_secret);
  const config = await openid.discovery(new URL(origin), client.client_id, undefined, auth, {
    execute: [openid.allowInsecureRequests],
  });
  const begin: RelyingParty['begin'] = async (parameters = {}) => {
    const pkceCodeVerifier = openid.randomPKCECodeVerifier();
    const checks = { pkceCodeVerifier, expectedState: openid.randomState(), expectedNonce: openid.randomNonce() };
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: 'openid email apps:read',
      code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
      state: checks.expectedState,
      nonce: checks.expectedNonce,
      ...parameters,
    });
    return { url, checks };
  };
  return {
    client,
    config,
    redirectUri,
    begin,
    async signIn(browser, parameters) {
      const { url, checks } = await begin(parameters);
      const back = await allow(origin, browser, url);
      return openid.authorizationCodeGrant(config, back, checks);
    },
  };
}

/** Opens the URL as a signed-in person and consents. Returns the URL that carries the response to the client. */
export async function allow(origin: string, browser: BrowserSession, url: URL): Promise<URL> {
  const there = wanderer(origin, browser);
  const page = await there.visit(url.href);
  if (page instanceof URL) return page;
  if (!page.html.includes('name="decision"')) throw new Error(`No consent is asked: ${page.status} ${page.html}`);
  const back = await there.submit(page, { decision: 'allow' });
  if (back instanceof URL) return back;
  throw new Error(`It leads nowhere: ${back.status} ${back.html}`);
}
