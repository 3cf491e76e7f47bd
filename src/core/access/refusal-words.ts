// Sentences about refused callers: their credential, and the credentials that the operation accepts.

/** The credentials that an operation accepts, with the scopes that tokens need: a part of `Access`. */
interface Accepted {
  readonly pat?: string;
  readonly appToken?: true;
  readonly oauth2?: string;
  readonly cookie?: true;
}

const kinds = {
  cookie: 'A browser session',
  pat: 'A personal access token',
  app_token: 'An app token',
  oauth2: 'An OAuth2 token',
} as const;

/** Returns the accepted credentials, such as `a personal access token with addresses:write or a browser session`. */
export function acceptedCredentials({ pat, appToken, oauth2, cookie }: Accepted): string {
  const accepted = [
    ...(pat === undefined ? [] : [`a personal access token with ${pat}`]),
    ...(appToken === undefined ? [] : ['an app token']),
    ...(oauth2 === undefined ? [] : [`an OAuth2 token with ${oauth2}`]),
    ...(cookie === undefined ? [] : ['a browser session']),
  ];
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(accepted);
}

/** For a request without a credential. */
export function authenticationNeeded(access: Accepted): string {
  const needed = `This operation needs ${acceptedCredentials(access)}.`;
  return takesToken(access) ? `${needed} Send a token in the header: Authorization: Bearer <token>` : needed;
}

function takesToken({ pat, appToken, oauth2 }: Accepted): boolean {
  return pat !== undefined || appToken !== undefined || oauth2 !== undefined;
}

/** For a credential that the operation does not accept at all. */
export function wrongCredential(access: Accepted, kind: keyof typeof kinds): string {
  return `${kinds[kind]} cannot call this operation. It needs ${acceptedCredentials(access)}.`;
}

/** For a token without the scope. */
export function scopeMissing(needed: string, held: readonly string[]): string {
  const scopes = held.length === 0 ? 'no scopes' : `only ${held.join(', ')}`;
  return `The scope ${needed} is needed, and the token has ${scopes}. Create a token with it.`;
}
