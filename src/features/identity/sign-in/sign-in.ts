// better-auth, set up to hold what this instance asks of a sign-in: e-mail and password, second factors, resets.
import { APIError, type BetterAuthOptions, betterAuth } from 'better-auth';
import { twoFactor } from 'better-auth/plugins';
import type { Environment } from '../../../io/environment.ts';
import type { Mailer } from '../../../io/mail/mailer.ts';
import { hashPassword, verifyPassword } from '../../../io/password.ts';
import type { Instance } from '../../instance.ts';
import { signInWithPasskey } from '../passkeys/sign-in-with-passkey.ts';
import { sessionCookieName, sessionSeconds } from '../session-store.ts';
import { passwordChangedMail, resetMail, verificationMail } from './account-mails.ts';
import { refuseUsedCodes } from './refuse-used-codes.ts';
import { signInTables } from './sign-in-store.ts';

export interface SignInRules {
  readonly signUp: Environment['signUp'];
  readonly mailer: Mailer;
}

export interface SignIn {
  /** Answers a request below /api/auth; its address comes in the header `clientAddressHeader`. */
  handle(request: Request): Promise<Response>;
}

export const signInPath = '/api/auth';
/** Set by whoever hands a request over, from what the connection or a trusted proxy says. */
export const clientAddressHeader = 'x-quittance-client-address';

/** Links in mails are good for this long. Seconds. */
const linkSeconds = 1800;

export function createSignIn(instance: Instance, rules: SignInRules): SignIn {
  const { handler } = betterAuth(signInOptions(instance, rules));
  return { handle: handler };
}

function signInOptions(instance: Instance, { signUp, mailer }: SignInRules) {
  const { publicUrl, log } = instance;
  const secure = publicUrl.startsWith('https:');
  const secret = instance.vault.keyFor('better-auth').toString('hex');
  return {
    appName: 'Quittance',
    baseURL: new URL(publicUrl).origin,
    basePath: signInPath,
    secret,
    database: signInTables({
      db: instance.db,
      clock: instance.clock,
      newId: instance.newId,
      roleOf: (isFirst) => {
        if (isFirst && signUp !== 'closed') return 'operator';
        if (signUp === 'open') return 'merchant';
        throw new APIError('FORBIDDEN', { code: 'SIGN_UP_CLOSED', message: 'Nobody can sign up here.' });
      },
    }),
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 8,
      maxPasswordLength: 128,
      password: { hash: hashPassword, verify: ({ hash, password }) => verifyPassword(password, hash) },
      resetPasswordTokenExpiresIn: linkSeconds,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: async ({ user, token }) => mailer.send(resetMail(publicUrl, user.email, token)),
      onPasswordReset: async ({ user }) => mailer.send(passwordChangedMail(publicUrl, user.email)),
    },
    emailVerification: {
      sendOnSignUp: true,
      expiresIn: linkSeconds,
      sendVerificationEmail: async ({ user, token }) => mailer.send(verificationMail(publicUrl, user.email, token)),
    },
    user: { additionalFields: { role: { type: 'string', input: false, required: false } } },
    session: { expiresIn: sessionSeconds, disableSessionRefresh: true, cookieCache: { enabled: false } },
    verification: { storeIdentifier: 'hashed' },
    // Ours counts by account too, and for all nodes together: see attempt-limit.ts.
    rateLimit: { enabled: false },
    plugins: [twoFactor({ issuer: 'Quittance' }), refuseUsedCodes(instance), signInWithPasskey(instance)],
    advanced: {
      cookiePrefix: 'quittance',
      useSecureCookies: false,
      defaultCookieAttributes: { secure },
      cookies: { session_token: { name: sessionCookieName(publicUrl) } },
      ipAddress: { ipAddressHeaders: [clientAddressHeader] },
    },
    logger: {
      level: 'error',
      log: (_level, message) => log.warn({ part: 'sign-in' }, message),
    },
    telemetry: { enabled: false },
    // What is no refusal (a database that is away) is answered as everywhere else.
    onAPIError: { throw: true },
  } satisfies BetterAuthOptions;
}
