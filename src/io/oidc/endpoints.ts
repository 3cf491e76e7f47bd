// The paths of OpenID Connect, for code that does not load the provider.

/** The path of each endpoint, below the issuer. */
export const endpoints = {
  authorization: '/oauth2/authorize',
  token: '/oauth2/token',
  userinfo: '/oauth2/userinfo',
  jwks: '/oauth2/jwks',
  revocation: '/oauth2/revoke',
  introspection: '/oauth2/introspect',
  end_session: '/oauth2/end-session',
} as const;

/** The path of the interaction pages, below the issuer. The interaction's id follows. */
export const interactionPath = '/oauth2/interaction';

/** The detail of a login prompt with its start time in milliseconds. */
export const askedAt = 'asked_at';

/** The detail of a login prompt that no person is signed in. Such a prompt is not stored (see sign-in-first.ts). */
export const ofNobody = 'of_nobody';

/** The path of the sign-in page, below the issuer. */
export const signInPath = '/sign-in';
