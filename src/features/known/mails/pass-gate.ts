// Checks each mail before it goes to the mail server, and charges mails to people without an account.
import type { BudgetedMail } from '../../../core/mail/mail-budget.ts';
import type { Queryable } from '../../../io/db/database.ts';
import type { Instance } from '../../instance.ts';
import { recordHeldBack } from './budget-store.ts';
import { chargeMail } from './charge-mail.ts';
import type { QueuedMail } from './mail-queue.ts';
import { type DueMail, deleteMail, markCharged } from './store.ts';

export type GateParts = Pick<Instance, 'db' | 'mails' | 'clock' | 'newId' | 'log'>;

/** Whether an account has this address, and has confirmed it or need not confirm it. */
export type IsAccountAddress = (db: Queryable, address: string) => Promise<boolean>;

/**
 * Returns whether the mail may be sent now. Mails to an account and mails already charged pass. A mail over budget is
 * recorded as held back and removed from the queue.
 */
export async function passGate(
  instance: GateParts,
  isAccountAddress: IsAccountAddress,
  due: DueMail,
  mail: QueuedMail,
): Promise<boolean> {
  if (due.isCharged) return true;
  const budgeted = await budgetedMail(mail, due, (address) => isAccountAddress(instance.db, address));
  if (budgeted === null) return true;
  const now = instance.clock.now();
  const { limits } = instance.mails;
  const { kind, appId, invoiceId } = budgeted;
  const budget = await instance.db.atomically(async (trx) => {
    const refusal = await chargeMail(trx, budgeted, { limits, now });
    if (refusal === null) {
      await markCharged(trx, due.id);
      return null;
    }
    const held = { kind, budget: refusal.holder, appId, invoiceId };
    await recordHeldBack(trx, { id: instance.newId(), ...held }, now);
    await deleteMail(trx, due.id);
    return refusal.holder;
  });
  if (budget === null) return true;
  const facts = { event: 'mail.held_back', kind, budget, app: appId, invoice: invoiceId };
  instance.log.warn(facts, 'a mail was not sent: an hourly budget is exhausted');
  return false;
}

type Gated = BudgetedMail & { readonly invoiceId: string | null };

/** Returns the mail with the kind that it is charged as. Null for a mail to an account. */
async function budgetedMail(
  mail: QueuedMail,
  { lane }: DueMail,
  isOfAccount: (address: string) => Promise<boolean>,
): Promise<Gated | null> {
  if ('kind' in mail) return mail;
  if (await isOfAccount(mail.to)) return null;
  const kind = lane === 'security' ? 'security' : 'unconfirmed';
  return { kind, to: mail.to, appId: null, personId: null, invoiceId: null };
}
