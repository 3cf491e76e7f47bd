// How many mails to people outside may leave within an hour: per app, per person who causes them, and per recipient.

/**
 * A mail that an app causes. `sandbox_receipt` has budgets of its own, so that no test run uses up those of real sales.
 */
export type OutsideKind = 'receipt' | 'sandbox_receipt' | 'invitation';

/**
 * Other mail is charged where no account has confirmed the address. `security` is apart: its notice to the former
 * address of an account must not wait for the mails that anyone can cause by signing up.
 */
export type BudgetedKind = OutsideKind | 'unconfirmed' | 'security';

/** The operator sets both. */
export interface MailLimits {
  /** Per app. */
  readonly receiptsPerHour: number;
  /** Per person. */
  readonly invitationsPerHour: number;
}

export interface BudgetedMail {
  readonly kind: BudgetedKind;
  readonly to: string;
  /** Null where no app causes the mail. */
  readonly appId: string | null;
  /** The person who causes it: the maker of the app, or who invites; null where no person is known. */
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

/** Each budget is of one hour, which begins with its first mail. */
export const budgetSeconds = 3_600;

/** One person may run several shops, and several owners may invite to one app. */
const appsPerPerson = 5;
const invitersPerApp = 2;

const mostTo: Readonly<Record<BudgetedKind, number>> = {
  receipt: 20,
  sandbox_receipt: 20,
  invitation: 5,
  unconfirmed: 10,
  security: 10,
};

/** All budgets that this mail is charged to. It leaves if each of them has room. */
export function budgetsOf({ kind, to, appId, personId }: BudgetedMail, limits: MailLimits): Budget[] {
  const { app, person } = senderLimits(kind, limits);
  return [
    ...(appId === null ? [] : [{ holder: 'app' as const, name: appId, most: app }]),
    ...(personId === null ? [] : [{ holder: 'person' as const, name: personId, most: person }]),
    // Neither can a stranger charge a former address by mails to +tags of it.
    { holder: 'recipient', name: kind === 'security' ? to.toLowerCase() : mailboxOf(to), most: mostTo[kind] },
  ];
}

function senderLimits(kind: BudgetedKind, limits: MailLimits): { readonly app: number; readonly person: number } {
  const { receiptsPerHour, invitationsPerHour } = limits;
  return kind === 'invitation'
    ? { app: invitationsPerHour * invitersPerApp, person: invitationsPerHour }
    : { app: receiptsPerHour, person: receiptsPerHour * appsPerPerson };
}

/** The first budget that has no room, where `sent` says what each was charged already; null where all have room. */
export function usedUp(budgets: readonly Budget[], sent: readonly number[]): Budget | null {
  return budgets.find(({ most }, index) => (sent[index] ?? 0) >= most) ?? null;
}

/** Addresses of one mailbox count together: any case, and with any +tag (RFC 5233). */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at).split('+', 1)[0] || address.slice(0, at);
  return `${local}${address.slice(at)}`.toLowerCase();
}
