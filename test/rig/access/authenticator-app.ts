// An authenticator app with one secret: shows one-time codes (RFC 6238) at the moment at which they are typed.
import { base32nopad } from '@scure/base';
import { codeOfStep } from '../../../src/features/people/identity/sign-in/one-time-code.ts';

export interface AuthenticatorApp {
  /**
   * A code that it has not shown before: of the present half minute, or of the next one, which the service takes too.
   * No third one within a half minute.
   */
  next(): string;
  /** The code that it showed last. */
  last(): string;
}

/** `uri`: the otpauth:// address that the service shows as a QR code. */
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
