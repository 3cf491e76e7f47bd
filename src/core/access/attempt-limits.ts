// Limits on guessing secrets and on requesting mail, and the counters that an attempt increments.
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
  /** For an account's unknown browsers at all addresses, and for all its known browsers together. */
  readonly perAccount: number;
  /** For the unknown browsers at one address, over all accounts. */
  readonly perAddress: number;
  readonly windowSeconds: number;
  /** A successful attempt does not count. */
  readonly countsFailuresOnly: boolean;
}

const guesses = { perBrowser: 10, perAccount: 20, perAddress: 1000, windowSeconds: 900, countsFailuresOnly: true };

/**
 * Many people can share one address: an office, or a proxy that TRUST_PROXY does not name. An address may therefore
 * fail far more often than one person. A code has only six digits, so each account has few attempts.
 */
export const attemptLimits: Readonly<Record<LimitedAction, AttemptLimit>> = {
  'sign-in': guesses,
  password: guesses,
  'step-up': guesses,
  'second-factor': { ...guesses, perBrowser: 5, perAccount: 10 },
  // Their secrets are too long to guess. The limit only bounds the load.
  reset: { ...guesses, perAddress: 300 },
  'set-up': { ...guesses, perAddress: 30 },
  // A server may fetch tokens for many people from one address.
  token: { ...guesses, perAddress: 300 },
  // A page may ask for a challenge whenever it is opened. Each is stored for five minutes.
  challenge: { perBrowser: 100, perAccount: 100, perAddress: 1000, windowSeconds: 300, countsFailuresOnly: false },
  'sign-up': { perBrowser: 5, perAccount: 5, perAddress: 30, windowSeconds: 3600, countsFailuresOnly: false },
  mail: { perBrowser: 5, perAccount: 5, perAddress: 30, windowSeconds: 3600, countsFailuresOnly: false },
  // The mail budgets add limits for each person, app and recipient.
  invitation: { perBrowser: 60, perAccount: 60, perAddress: 60, windowSeconds: 3600, countsFailuresOnly: false },
};

export interface Attempting {
  /** The name of the account; null if it is unknown. */
  readonly account: string | null;
  readonly address: string;
  /** The id of a browser in which the account's owner signed in before; null for other browsers. */
  readonly device?: string | null;
}

/** A counter, and the number of attempts that it allows within its window. */
export interface AttemptCounter {
  readonly name: string;
  readonly most: number;
}

/**
 * The counters of one attempt, in the order in which they are checked. An attempt that one counter refuses does not
 * count in the others. Known browsers have counters of their own, so an attacker cannot lock them out. An attacker at
 * one address can use up the attempts of the account's unknown browsers there, but no others.
 */
export function countersOf(
  { perBrowser, perAccount, perAddress }: AttemptLimit,
  { account, address, device = null }: Attempting,
): AttemptCounter[] {
  if (device !== null) {
    const own = { name: `device ${device}`, most: perBrowser };
    // One person can create many known browsers, so they also share a limit.
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
