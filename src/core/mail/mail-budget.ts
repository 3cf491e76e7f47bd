// Hourly budgets for mails to people without an account: per app, per person who causes them, and per recipient.

/** A mail that an app causes. `sandbox_receipt` has separate budgets, so test runs never use up those of real sales. */
export type OutsideKind = 'receipt' | 'sandbox_receipt' | 'invitation';

/**
 * Other mail is charged if no account has confirmed the address. `security` is separate, because the notice to an
 * account's former address must not wait for mails that anyone can cause by signing up.
 */
export type BudgetedKind = OutsideKind | 'unconfirmed' | 'security';

/** Both limits are set by the operator. */
export interface MailLimits {
  /** Per app. */
  readonly receiptsPerHour: number;
  /** Per person. */
  readonly invitationsPerHour: number;
}

export interface BudgetedMail {
  readonly kind: BudgetedKind;
  readonly to: string;
  /** Null if no app causes the mail. */
  readonly appId: string | null;
  /** The person who causes it: the maker of the app, or the inviting member; null if unknown. */
  readonly personId: string | null;
}

export type Holder = 'app' | 'person' | 'recipient';

/** One count that a mail is charged to. */
export interface Budget {
  readonly holder: Holder;
  /** The id of the app or person, or the recipient's mailbox. */
  readonly name: string;
  readonly most: number;
}

/** A budget covers one hour, which begins with its first mail. */
export const budgetSeconds = 3_600;

/** One person may run several shops, and several owners may invite people to one app. */
const appsPerPerson = 5;
const invitersPerApp = 2;

const mostTo: Readonly<Record<BudgetedKind, number>> = {
  receipt: 20,
  sandbox_receipt: 20,
  invitation: 5,
  unconfirmed: 10,
  security: 10,
};

/** All budgets that this mail is charged to. The mail is sent if each of them has room. */
export function budgetsOf({ kind, to, appId, personId }: BudgetedMail, limits: MailLimits): Budget[] {
  const { app, person } = senderLimits(kind, limits);
  return [
    ...(appId === null ? [] : [{ holder: 'app' as const, name: appId, most: app }]),
    ...(personId === null ? [] : [{ holder: 'person' as const, name: personId, most: person }]),
    // Mails to +tags of a former address are not charged to it either.
    { holder: 'recipient', name: kind === 'security' ? to.toLowerCase() : mailboxOf(to), most: mostTo[kind] },
  ];
}

function senderLimits(kind: BudgetedKind, limits: MailLimits): { readonly app: number; readonly person: number } {
  const { receiptsPerHour, invitationsPerHour } = limits;
  return kind === 'invitation'
    ? { app: invitationsPerHour * invitersPerApp, person: invitationsPerHour }
    : { app: receiptsPerHour, person: receiptsPerHour * appsPerPerson };
}

/** The first budget without room; null if all have room. `sent` gives the mails already charged to each budget. */
export function usedUp(budgets: readonly Budget[], sent: readonly number[]): Budget | null {
  return budgets.find(({ most }, index) => (sent[index] ?? 0) >= most) ?? null;
}

/** Addresses of one mailbox are counted together: case and any +tag are ignored (RFC 5233). */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at).split('+', 1)[0] || address.slice(0, at);
  return `${local}${address.slice(at)}`.toLowerCase();
}
