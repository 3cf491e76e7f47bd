// Configures better-auth for this instance: e-mail and password, second factors, password resets.
import { APIError } from 'better-auth/api';
import { type BetterAuthOptions, betterAuth } from 'better-auth/minimal';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { readCookie } from '../../../../../io/http/browser/cookies.ts';
import { hashPassword, verifyPassword } from '../../../../../io/secrets/password.ts';
import type { Instance } from '../../../../instance.ts';
import { signInWithPasskey } from '../../passkeys/sign-in-with-passkey.ts';
import { sessionCookieName, sessionSeconds } from '../../session-store.ts';
import { confirmEmailOf } from '../../store.ts';
import { addressTriedMail, resetMail, verificationMail } from '../account-mails.ts';
import { recordAccountChanges } from '../records/record-account-changes.ts';
import { signInTables } from '../records/sign-in-store.ts';
import { clientAddressHeader, type SignIn, type SignInRules, signInPath } from '../sign-in.ts';
import { changeEmailWithBoth } from './change-email-with-both.ts';
import { hashRecoveryCodes, type RecoveryCodes } from './hash-recovery-codes.ts';
import { hideAccounts } from './hide-accounts.ts';
import { refuseUsedCodes } from './refuse-used-codes.ts';
import { stepUp } from './step-up.ts';

/** The lifetime of mailed links in seconds. */
const linkSeconds = 1800;

export function setUpSignIn(instance: Instance, rules: SignInRules): SignIn {
  const auth = betterAuth(signInOptions(instance, rules));
  return {
    handle: auth.handler,
    async awaitingCode(cookieHeader) {
      const { createAuthCookie, internalAdapter } = await auth.$context;
      // The signature after the dot is ignored, because the identifier cannot be guessed.
      const [challenge] = readCookie(cookieHeader, createAuthCookie('two_factor').name)?.split('.') ?? [];
      if (challenge === undefined || challenge === '') return null;
      return (await internalAdapter.findVerificationValue(challenge))?.value ?? null;
    },
  };
}

function signInOptions(instance: Instance, rules: SignInRules) {
  const { publicUrl, log, db, mails } = instance;
  const recoveryCodes = hashRecoveryCodes(instance.vault);
  const secure = publicUrl.startsWith('https:');
  return {
    appName: 'Quittance',
    baseURL: new URL(publicUrl).origin,
    basePath: signInPath,
    secret: instance.vault.keyFor('better-auth').toString('hex'),
    database: signInTables({
      db,
      clock: instance.clock,
      seals: instance.seals,
      log,
      newId: instance.newId,
      auditChanges: recordAccountChanges(instance, rules.endDelegatedAccess),
      standingOf: () => standingOf(rules),
    }),
    emailAndPassword: {
      enabled: true,
      // Makes the response for an address with an account the same as for a new one. See hide-accounts.ts.
      autoSignIn: false,
      onExistingUserSignUp: async ({ user }) => mails.post(db, addressTriedMail(publicUrl, user.email), 'account'),
      customSyntheticUser: ({ coreFields, id }) => ({ ...coreFields, role: 'merchant', twoFactorEnabled: false, id }),
      minPasswordLength: 8,
      maxPasswordLength: 128,
      password: { hash: hashPassword, verify: ({ hash, password }) => verifyPassword(password, hash) },
      resetPasswordTokenExpiresIn: linkSeconds,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: async ({ user, token }) => mails.post(db, resetMail(publicUrl, user.email, token)),
      onPasswordReset: ({ user }) => db.atomically((trx) => confirmEmailOf({ ...instance, db: trx }, user.id)),
    },
    emailVerification: {
      sendOnSignUp: true,
      expiresIn: linkSeconds,
      sendVerificationEmail: ({ user: { email }, token }) =>
        mails.post(db, verificationMail(publicUrl, email, token), 'account'),
    },
    user: {
      additionalFields: { role: { type: 'string', input: false, required: false } },
      changeEmail: { enabled: true },
    },
    session: { expiresIn: sessionSeconds, disableSessionRefresh: true, cookieCache: { enabled: false } },
    verification: { storeIdentifier: 'hashed' },
    // attempt-limit.ts limits by account and browser, across all nodes.
    rateLimit: { enabled: false },
    plugins: [
      secondFactor(recoveryCodes),
      recoveryCodes.plugin,
      refuseUsedCodes(instance),
      signInWithPasskey(instance),
      hideAccounts(instance, linkSeconds),
      changeEmailWithBoth(instance),
      stepUp(instance),
    ],
    advanced: {
      cookiePrefix: 'quittance',
      database: { generateId: () => instance.newId() },
      useSecureCookies: false,
      defaultCookieAttributes: { secure },
      cookies: { session_token: { name: sessionCookieName(publicUrl) } },
      ipAddress: { ipAddressHeaders: [clientAddressHeader] },
    },
    logger: { level: 'error', log: (_level, message) => log.warn({ part: 'sign-in' }, message) },
    telemetry: { enabled: false },
    // Other errors, such as an unreachable database, are handled as in the rest of the service.
    onAPIError: { throw: true },
  } satisfies BetterAuthOptions;
}

/** better-auth's own account lockout is off. Otherwise strangers could lock the owner out of known browsers. */
function secondFactor({ storage }: RecoveryCodes) {
  const backupCodeOptions = { storeBackupCodes: storage };
  return twoFactor({ issuer: 'Quittance', backupCodeOptions, accountLockout: { enabled: false } });
}

/**
 * The initial role and confirmation state of a new user, who is never an operator. Throws APIError if sign-up is
 * closed.
 */
function standingOf({ signUp, mailReachesPeople }: SignInRules) {
  if (signUp === 'open') return { role: 'merchant', awaitsConfirmation: mailReachesPeople } as const;
  throw new APIError('FORBIDDEN', { code: 'SIGN_UP_CLOSED', message: 'Sign-up is closed here.' });
}
