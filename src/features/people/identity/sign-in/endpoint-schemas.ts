// The exposed endpoints of better-auth, with their schemas, limits and required proofs. Its other endpoints are not
// needed, or return session tokens.
import type { TSchema } from 'typebox';
import type { LimitedAction } from '../../../../core/access/attempt-limits.ts';
import type { ThingName } from '../../../../core/effects/writable-fields.ts';
import { Type } from '../../../../io/schema.ts';

export interface Entrance {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly limit?: LimitedAction;
  /** Identifies the account of an attempt: by the address in the body, or by the session or half-finished sign-in. */
  readonly account?: 'email' | 'session';
  /** The body field that contains a new password. */
  readonly newPassword?: 'password' | 'newPassword';
  /** Fields that override those of the body. */
  readonly always?: Readonly<Record<string, unknown>>;
  /** Whether a new session means that a person signed in, rather than that an existing session changed its rights. */
  readonly signsIn?: true;
  /** The thing that the endpoint changes, as for operations, if the change has an effect. */
  readonly writes?: ThingName;
  /** The entry in the API document. better-auth itself validates the request. */
  readonly told: Told;
}

interface Told {
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  /** Whether it can be called only with the session cookie. */
  readonly needsSession?: true;
  readonly query?: TSchema;
  readonly body?: TSchema;
  readonly answer: TSchema;
}

/** With an existing session, this is the setup of a second factor and not a sign-in. */
const secondFactor = { limit: 'second-factor', account: 'session', signsIn: true, writes: 'second_factor' } as const;
const withPassword = { limit: 'password', account: 'session', writes: 'second_factor' } as const;

const email = Type.String({ format: 'email', maxLength: 320 });
const password = Type.String({ minLength: 8, maxLength: 128, examples: ['four unlikely words together'] });
const code = Type.String({ maxLength: 40, examples: ['123456'] });
/** For endpoints that require the password of a person who has one. */
export const PasswordProof = Type.Object({ password: Type.Optional(password) });

/** The signed-in person. */
export const SignedInUser = Type.Object({
  id: Type.String({ format: 'uuid' }),
  email,
  emailVerified: Type.Boolean(),
  name: Type.String({ examples: ['Ada'] }),
  role: Type.String({ examples: ['merchant'], description: '`operator` runs the instance.' }),
  twoFactorEnabled: Type.Boolean(),
  createdAt: Type.String({ format: 'date-time' }),
});
/** The response to a successful sign-in. */
export const SignedIn = Type.Object({ user: SignedInUser });
/** The response without any data. */
export const SignInDone = Type.Object({ status: Type.Boolean() });
const totpUri = Type.String({ examples: ['otpauth://totp/Quittance:ada@shop.example?secret=JBSWY3DPEHPK3PXP'] });
const backupCodes = Type.Array(Type.String({ examples: ['wB3kq-9TzLm'] }));
const endOtherAccess = Type.Optional(
  Type.Boolean({
    description: 'Whether passkeys, tokens and OAuth 2 access end too. Default: true in a reset, else false.',
  }),
);
const webauthn = (description: string) =>
  Type.Unsafe<object>({ type: 'object', additionalProperties: true, description, examples: [{ id: 'Zm9v' }] });
const assertion = webauthn('AuthenticationResponseJSON, as returned by `PublicKeyCredential.toJSON()`.');

export const entrances: readonly Entrance[] = [
  {
    method: 'POST',
    path: '/sign-up/email',
    limit: 'sign-up',
    account: 'email',
    signsIn: true,
    newPassword: 'password',
    told: {
      id: 'signUp',
      summary: 'Sign up',
      description: 'An address with an account gets the same answer, and its owner gets a mail.',
      body: Type.Object({ email, password, name: Type.String({ examples: ['Ada'] }) }),
      answer: SignedIn,
    },
  },
  {
    method: 'POST',
    path: '/sign-in/email',
    limit: 'sign-in',
    account: 'email',
    signsIn: true,
    told: {
      id: 'signIn',
      summary: 'Sign in with a password',
      description: 'Sets the session cookie, or requires a one-time code: then `twoFactorRedirect` is true.',
      body: Type.Object({ email, password, rememberMe: Type.Optional(Type.Boolean()) }),
      answer: Type.Object({
        user: Type.Optional(SignedInUser),
        twoFactorRedirect: Type.Optional(Type.Boolean()),
      }),
    },
  },
  {
    method: 'POST',
    path: '/sign-in/passkey/options',
    limit: 'challenge',
    told: {
      id: 'prepareSignInWithPasskey',
      summary: 'Prepare a sign-in with a passkey',
      description: 'Pass the answer to the browser, and send its response to POST /auth/sign-in/passkey.',
      answer: webauthn('PublicKeyCredentialRequestOptionsJSON, for `navigator.credentials.get`.'),
    },
  },
  {
    method: 'POST',
    path: '/sign-in/passkey',
    limit: 'sign-in',
    signsIn: true,
    told: {
      id: 'signInWithPasskey',
      summary: 'Sign in with a passkey',
      description: 'Sets the session cookie. Each set of options can be used once.',
      body: Type.Object({ response: assertion }),
      answer: SignedIn,
    },
  },
  {
    method: 'POST',
    path: '/sign-out',
    told: {
      id: 'signOut',
      summary: 'Sign out',
      description: 'Ends only the session of this browser.',
      needsSession: true,
      answer: Type.Object({ success: Type.Boolean() }),
    },
  },
  {
    method: 'POST',
    path: '/revoke-sessions',
    writes: 'all_sessions',
    told: {
      id: 'revokeSessions',
      summary: 'Sign out everywhere',
      description: 'Signs out every browser, including this one.',
      needsSession: true,
      answer: SignInDone,
    },
  },
  {
    method: 'GET',
    path: '/get-session',
    told: {
      id: 'getSession',
      summary: 'Get the signed-in person',
      description: '`null` without a session.',
      answer: Type.Unsafe<object | null>({ ...SignedIn, type: ['object', 'null'] }),
    },
  },
  {
    method: 'POST',
    path: '/update-user',
    told: {
      id: 'updateUser',
      summary: 'Change your name',
      description: 'The e-mail address is changed by POST /auth/change-email.',
      needsSession: true,
      body: Type.Object({ name: Type.String({ examples: ['Ada'] }) }),
      answer: SignInDone,
    },
  },
  {
    method: 'POST',
    path: '/change-password',
    ...withPassword,
    writes: 'password',
    always: { revokeOtherSessions: true },
    newPassword: 'newPassword',
    told: {
      id: 'changePassword',
      summary: 'Change your password',
      description: 'Other browsers are signed out.',
      needsSession: true,
      body: Type.Object({ currentPassword: password, newPassword: password, endOtherAccess }),
      answer: SignedIn,
    },
  },
  {
    method: 'POST',
    path: '/step-up',
    limit: 'step-up',
    account: 'session',
    told: {
      id: 'stepUp',
      summary: 'Prove your identity again',
      description:
        'Send one of the three; the password only if neither of the others is set up. It is valid for 15 minutes.',
      needsSession: true,
      body: Type.Object({
        password: Type.Optional(password),
        code: Type.Optional(code),
        response: Type.Optional(assertion),
      }),
      answer: SignInDone,
    },
  },
  {
    method: 'POST',
    path: '/change-email',
    limit: 'mail',
    account: 'session',
    writes: 'email',
    told: {
      id: 'changeEmail',
      summary: 'Change your e-mail address',
      description:
        'Both addresses get a mail. It changes once both confirmed, or 7 days later if the old one does not object.',
      needsSession: true,
      body: Type.Object({ newEmail: email }),
      answer: SignInDone,
    },
  },
  {
    method: 'POST',
    path: '/request-password-reset',
    limit: 'mail',
    account: 'email',
    told: {
      id: 'requestPasswordReset',
      summary: 'Mail a link to choose a new password',
      description:
        'The answer does not depend on whether the address has an account. The link is valid for 30 minutes.',
      body: Type.Object({ email }),
      answer: SignInDone,
    },
  },
  {
    method: 'POST',
    path: '/reset-password',
    limit: 'reset',
    newPassword: 'newPassword',
    told: {
      id: 'resetPassword',
      summary: 'Choose a new password',
      description: 'Accepts the `token` of the link, once. All browsers are signed out; sign in next.',
      body: Type.Object({
        newPassword: password,
        token: Type.String({ description: 'From the link in the mail.' }),
        endOtherAccess,
      }),
      answer: SignInDone,
    },
  },
  {
    method: 'POST',
    path: '/send-verification-email',
    limit: 'mail',
    account: 'email',
    told: {
      id: 'sendVerificationEmail',
      summary: 'Mail a link to confirm an address',
      description: 'The link is valid for 30 minutes; after that, request another one.',
      body: Type.Object({ email }),
      answer: SignInDone,
    },
  },
  {
    method: 'GET',
    path: '/verify-email',
    told: {
      id: 'verifyEmail',
      summary: 'Confirm an address',
      description: 'Accepts the `token` of the link. It does not sign in.',
      query: Type.Object({ token: Type.String({ description: 'From the link in the mail.' }) }),
      answer: SignInDone,
    },
  },
  {
    method: 'POST',
    path: '/two-factor/enable',
    ...withPassword,
    told: {
      id: 'enableTwoFactor',
      summary: 'Begin to set up one-time codes',
      description: 'They are required once a first code was verified.',
      needsSession: true,
      body: PasswordProof,
      answer: Type.Object({ totpURI: totpUri, backupCodes }),
    },
  },
  {
    method: 'POST',
    path: '/two-factor/disable',
    ...withPassword,
    told: {
      id: 'disableTwoFactor',
      summary: 'Stop asking for one-time codes',
      description: 'From then on the password is enough. The key and the recovery codes become invalid.',
      needsSession: true,
      body: PasswordProof,
      answer: SignInDone,
    },
  },
  {
    method: 'POST',
    path: '/two-factor/get-totp-uri',
    ...withPassword,
    told: {
      id: 'getTotpUri',
      summary: 'Show the key of the one-time codes again',
      description: 'For another authenticator app: draw it as a QR code, and keep it secret.',
      needsSession: true,
      body: PasswordProof,
      answer: Type.Object({ totpURI: totpUri }),
    },
  },
  {
    method: 'POST',
    path: '/two-factor/generate-backup-codes',
    ...withPassword,
    told: {
      id: 'generateBackupCodes',
      summary: 'Make new recovery codes',
      description: 'The earlier ones become invalid.',
      needsSession: true,
      body: PasswordProof,
      answer: Type.Object({ status: Type.Boolean(), backupCodes }),
    },
  },
  {
    method: 'POST',
    path: '/two-factor/verify-totp',
    ...secondFactor,
    told: {
      id: 'verifyTotp',
      summary: 'Finish signing in with a one-time code',
      description: 'With a session, finishes the setup of one-time codes instead.',
      body: Type.Object({ code, trustDevice: Type.Optional(Type.Boolean()) }),
      answer: SignedIn,
    },
  },
  {
    method: 'POST',
    path: '/two-factor/verify-backup-code',
    ...secondFactor,
    told: {
      id: 'verifyBackupCode',
      summary: 'Finish signing in with a recovery code',
      description: 'Replaces a one-time code. Each recovery code can be used once.',
      body: Type.Object({ code }),
      answer: SignedIn,
    },
  },
];
