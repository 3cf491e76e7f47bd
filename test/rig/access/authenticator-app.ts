// An authenticator app with one secret. It shows the one-time codes (RFC 6238) of the current time.
import { base32nopad } from '@scure/base';
import { codeOfStep } from '../../../src/features/people/identity/sign-in/one-time-code.ts';

export interface AuthenticatorApp {
  /**
   * A code that was not shown before: of the current half minute, or of the next one, which the service also accepts.
   * Must not be called a third time within a half minute.
   */
  next(): string;
  /** The most recent code. */
  last(): string;
}

/** `uri`: the otpauth:// URI that the service shows as a QR code. */
export function authenticatorApp(uri: string): AuthenticatorApp {
  const secret = Buffer.from(base32nopad.decode(new URL(uri).searchParams.get('secret') as string));
  let shown = 0;
  return {
    next() {
      shown = Math.max(shown + 1, Math.floor(Date.now() / 30_000));
      return codeOfStep(secret, shown);
    },
    last: () => codeOfStep(secret, shown),
  };
}
