// Where OpenID Connect answers, known also to those who do not load the provider.

/** Where each endpoint is, below the issuer. */
export const endpoints = {
  authorization: '/oauth2/authorize',
  token: '/oauth2/token',
  userinfo: '/oauth2/userinfo',
  jwks: '/oauth2/jwks',
  revocation: '/oauth2/revoke',
  introspection: '/oauth2/introspect',
  end_session: '/oauth2/end-session',
} as const;

/** Where the person is asked, below the issuer; the interaction's id follows. */
export const interactionPath = '/oauth2/interaction';

/** Where the details of a login prompt say when it began, in milliseconds. */
export const askedAt = 'asked_at';

/** Where the details of a login prompt say that nobody is signed in: then it is not kept (see sign-in-first.ts). */
export const ofNobody = 'of_nobody';

/** Where people sign in, below the issuer. */
export const signInPath = '/sign-in';
