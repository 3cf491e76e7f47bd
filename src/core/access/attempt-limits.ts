// How often a secret may be guessed at and a mail be asked for, and which counters one attempt counts in.
import { household } from '../client-key.ts';

export type LimitedAction =
  | 'sign-in'
  | 'sign-up'
  | 'set-up'
  | 'second-factor'
  | 'password'
  | 'step-up'
  | 'reset'
  | 'mail'
  | 'challenge'
  | 'token'
  | 'invitation';

export interface AttemptLimit {
  /** For one known browser, and for an account's unknown browsers at one address. */
  readonly perBrowser: number;
  /** For an account's unknown browsers at all addresses, and for its known ones together. */
  readonly perAccount: number;
  /** For the unknown browsers at one address, over all accounts. */
  readonly perAddress: number;
  readonly windowSeconds: number;
  /** A successful attempt does not count. */
  readonly countsFailuresOnly: boolean;
}

const guesses = { perBrowser: 10, perAccount: 20, perAddress: 1000, windowSeconds: 900, countsFailuresOnly: true };

/**
 * An address may be an office, or a proxy that TRUST_PROXY does not name, so it may fail far more often than one person
 * would. A code has six digits, so an account has few tries at it.
 */
export const attemptLimits: Readonly<Record<LimitedAction, AttemptLimit>> = {
  'sign-in': guesses,
  password: guesses,
  'step-up': guesses,
  'second-factor': { ...guesses, perBrowser: 5, perAccount: 10 },
  // Their secrets are too long to be guessed: this bounds the work.
  reset: { ...guesses, perAddress: 300 },
  'set-up': { ...guesses, perAddress: 30 },
  // A server may fetch tokens for many people from one address.
  token: { ...guesses, perAddress: 300 },
  // A page may ask for one whenever it is opened; each is a row for five minutes.
  challenge: { perBrowser: 100, perAccount: 100, perAddress: 1000, windowSeconds: 300, countsFailuresOnly: false },
  'sign-up': { perBrowser: 5, perAccount: 5, perAddress: 30, windowSeconds: 3600, countsFailuresOnly: false },
  mail: { perBrowser: 5, perAccount: 5, perAddress: 30, windowSeconds: 3600, countsFailuresOnly: false },
  // The budgets of mail count by person, app and recipient.
  invitation: { perBrowser: 60, perAccount: 60, perAddress: 60, windowSeconds: 3600, countsFailuresOnly: false },
};

export interface Attempting {
  /** The name of the account; null where none is known. */
  readonly account: string | null;
  readonly address: string;
  /** The id of a browser in which the account's owner has signed in; null for any other browser. */
  readonly device?: string | null;
}

/** A counter, and how many attempts it admits within its window. */
export interface AttemptCounter {
  readonly name: string;
  readonly most: number;
}

/**
 * The counters of one attempt, in the order in which they are asked: an attempt that one of them refuses counts in no
 * other. A known browser shares no counter with unknown ones, so that strangers lock out no known browser. Strangers at
 * one address use up what the account's unknown browsers may do there, and no more than that.
 */
export function countersOf(
  { perBrowser, perAccount, perAddress }: AttemptLimit,
  { account, address, device = null }: Attempting,
): AttemptCounter[] {
  if (device !== null) {
    const own = { name: `device ${device}`, most: perBrowser };
    // One person can make many known browsers, each with tries of its own: all of them share a limit.
    return account === null ? [own] : [own, { name: `devices of ${account}`, most: perAccount }];
  }
  const place = household(address);
  const here = { name: `address ${place}`, most: perAddress };
  if (account === null) return [here];
  return [
    { name: `account ${account} at ${place}`, most: perBrowser },
    here,
    { name: `account ${account}`, most: perAccount },
  ];
}
