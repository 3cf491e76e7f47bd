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
