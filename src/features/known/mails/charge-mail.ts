// Charges a mail to the budgets of its app, its sender and its recipient. All processes share the counts.
import { createHash } from 'node:crypto';
import {
  type Budget,
  type BudgetedMail,
  budgetSeconds,
  budgetsOf,
  type Holder,
  type MailLimits,
  usedUp,
} from '../../../core/mail/mail-budget.ts';
import type { Queryable } from '../../../io/db/database.ts';
import { chargeEach, lockCharges } from './budget-store.ts';

/** An exhausted budget, and the end of its hour. */
export interface UsedUp {
  readonly holder: Holder;
  readonly endsAt: Date;
}

/** Charges the mail to all of its budgets, or to none if one is exhausted. Returns null if it was charged. */
export async function chargeMail(
  trx: Queryable,
  mail: BudgetedMail,
  { limits, now }: { readonly limits: MailLimits; readonly now: Date },
): Promise<UsedUp | null> {
  const budgets = budgetsOf(mail, limits);
  const subjects = budgets.map((budget) => subjectOf(mail, budget));
  const charged = await lockCharges(trx, subjects, now, budgetSeconds);
  const counts = subjects.map((subject) => charged.find((one) => one.subject.equals(subject)));
  const refusing = usedUp(
    budgets,
    counts.map((count) => count?.mails ?? 0),
  );
  if (refusing === null) {
    await chargeEach(trx, subjects);
    return null;
  }
  return { holder: refusing.holder, endsAt: counts[budgets.indexOf(refusing)]?.windowEndsAt ?? now };
}

/** Returns the SHA-256 of the budget's holder, so that the table contains no addresses. */
function subjectOf({ kind }: BudgetedMail, { holder, name }: Budget): Buffer {
  return createHash('sha256').update(`${kind}\n${holder}\n${name}`).digest();
}
