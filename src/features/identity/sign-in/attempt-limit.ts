// How often a sign-in, and what else guesses at a secret or sends a mail, may be tried: by account and by address,
// always.
import { household } from '../../../core/household.ts';
import { Problem } from '../../../core/problem.ts';
import type { Instance } from '../../instance.ts';
import { attemptSubject, countAttempt, forgiveAttempt } from './attempt-store.ts';

export type LimitedAction =
  | 'sign-in'
  | 'sign-up'
  | 'second-factor'
  | 'password'
  | 'step-up'
  | 'reset'
  | 'mail'
  | 'challenge'
  | 'token'
  | 'invitation';

interface Limit {
  readonly byAccount: number;
  readonly byAddress: number;
  readonly windowSeconds: number;
  /** A successful attempt does not count. */
  readonly countsFailuresOnly: boolean;
}

/** An office behind one address signs in together; nobody mistypes one password ten times in a quarter of an hour. */
const attemptLimits: Readonly<Record<LimitedAction, Limit>> = {
  'sign-in': { byAccount: 10, byAddress: 50, windowSeconds: 900, countsFailuresOnly: true },
  'second-factor': { byAccount: 10, byAddress: 50, windowSeconds: 900, countsFailuresOnly: true },
  password: { byAccount: 10, byAddress: 50, windowSeconds: 900, countsFailuresOnly: true },
  'step-up': { byAccount: 10, byAddress: 50, windowSeconds: 900, countsFailuresOnly: true },
  reset: { byAccount: 10, byAddress: 30, windowSeconds: 900, countsFailuresOnly: true },
  // A server may fetch tokens for many people from one address.
  token: { byAccount: 300, byAddress: 300, windowSeconds: 900, countsFailuresOnly: true },
  'sign-up': { byAccount: 5, byAddress: 30, windowSeconds: 3600, countsFailuresOnly: false },
  // A page may ask for one whenever it is opened; each is a row for five minutes.
  challenge: { byAccount: 100, byAddress: 100, windowSeconds: 300, countsFailuresOnly: false },
  invitation: { byAccount: 30, byAddress: 60, windowSeconds: 3600, countsFailuresOnly: false },
  mail: { byAccount: 5, byAddress: 30, windowSeconds: 3600, countsFailuresOnly: false },
};

export interface Attempt {
  /** To be called when what was tried was right. */
  succeeded(): Promise<void>;
}

export interface Attempting {
  /** Whatever names the account; null where none is known. */
  readonly account: string | null;
  readonly address: string;
  /**
   * A browser in which the account's owner has signed in: it is counted alone, so that strangers cannot lock it out.
   */
  readonly device?: string | null;
}

/**
 * Counts an attempt before it is made, so that many at once do not slip through. Throws Problem rate_limited with
 * Retry-After in whole seconds.
 */
export async function beginAttempt(
  instance: Pick<Instance, 'db' | 'clock'>,
  action: LimitedAction,
  who: Attempting,
): Promise<Attempt> {
  const limit = attemptLimits[action];
  const now = instance.clock.now();
  const counted: Buffer[] = [];
  for (const [name, most] of subjectsOf(limit, who)) {
    const subject = attemptSubject(action, name);
    const { count, windowEndsAt } = await countAttempt(instance.db, subject, now, limit.windowSeconds);
    counted.push(subject);
    if (count > most) throw tooMany(windowEndsAt, now);
  }
  return {
    async succeeded() {
      if (!limit.countsFailuresOnly) return;
      for (const subject of counted) await forgiveAttempt(instance.db, subject);
    },
  };
}

function subjectsOf(limit: Limit, { account, address, device = null }: Attempting): [string, number][] {
  if (device !== null) return [[`device ${device}`, limit.byAccount]];
  const byAddress: [string, number] = [`address ${household(address)}`, limit.byAddress];
  return account === null ? [byAddress] : [byAddress, [`account ${account}`, limit.byAccount]];
}

function tooMany(windowEndsAt: Date, now: Date): Problem {
  const seconds = Math.max(1, Math.ceil((windowEndsAt.getTime() - now.getTime()) / 1000));
  return new Problem('rate_limited', {
    detail: `Too many attempts. Try again in ${seconds} seconds.`,
    headers: { 'retry-after': String(seconds) },
  });
}
