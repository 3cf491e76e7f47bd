// Decides when wrong codes after a right password are reported to the owner of the account.

const windowMillis = 15 * 60_000;
const reportedCount = 3;

/** The wrong codes of one account, from all browsers. */
export interface WrongCodes {
  /** Oldest first. */
  readonly givenAt: readonly Date[];
  /** The time of the last mail about them; null before the first. */
  readonly mailedAt: Date | null;
}

/**
 * Adds a wrong code and drops those older than 15 minutes. A mail is due at the third code within 15 minutes, and at
 * most once in 15 minutes.
 */
export function addWrongCode({ givenAt, mailedAt }: WrongCodes, now: Date): WrongCodes & { readonly mails: boolean } {
  const isRecent = (time: Date) => now.getTime() - time.getTime() < windowMillis;
  const recent = [...givenAt.filter(isRecent), now].slice(-reportedCount);
  const mails = recent.length === reportedCount && !(mailedAt !== null && isRecent(mailedAt));
  return { givenAt: recent, mailedAt: mails ? now : mailedAt, mails };
}
