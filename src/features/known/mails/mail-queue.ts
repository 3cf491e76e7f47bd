// Puts mails on their way, sealed, in the commit that they tell of; workers send them (send-mails.ts).
import type { MailLimits, OutsideKind } from '../../../core/mail/mail-budget.ts';
import { nameInBody } from '../../../core/mail/name-in-mail.ts';
import { Problem } from '../../../core/problem.ts';
import type { Queryable } from '../../../io/db/database.ts';
import type { Mail } from '../../../io/mail/mailer.ts';
import type { Vault } from '../../../io/secrets/vault.ts';
import { chargeMail } from './charge-mail.ts';
import { insertMail, type Lane } from './store.ts';

export interface MailQueue {
  /**
   * Sends a mail to a person with an account if and when `trx` commits, at least once. It is about the security of the
   * account unless `lane` says otherwise. To an address that no account has confirmed, few leave within an hour. null
   * sends nothing and takes the same work: so no caller can see whether there is an account.
   */
  post(trx: Queryable, mail: Mail | null, lane?: Exclude<Lane, 'outside'>): Promise<void>;
  /**
   * Sends a mail that an app causes, on its way out as `post` does. It is charged to the budgets of the app, the person
   * and the recipient. Throws Problem rate_limited for an invitation beyond them; a receipt beyond them is held back.
   */
  postOutside(trx: Queryable, mail: OutsideMail): Promise<void>;
  readonly limits: MailLimits;
  /** As in core/mail/name-in-mail.ts, for files that a payment runs. */
  nameInBody(name: string): string;
}

export interface OutsideMail extends Mail {
  readonly kind: OutsideKind;
  readonly appId: string;
  /** The person who causes it. */
  readonly personId: string;
  /** The invoice of a receipt. */
  readonly invoiceId: string | null;
}

/** As workers find it in the queue. A mail to an account has no kind. */
export type QueuedMail = Mail | OutsideMail;

export interface QueueParts {
  readonly vault: Vault;
  readonly clock: { now(): Date };
  readonly limits: MailLimits;
}

export const mailContext = 'mail';

export function mailQueue({ vault, clock, limits }: QueueParts): MailQueue {
  const seal = (mail: QueuedMail | null) => vault.seal(JSON.stringify(mail), mailContext);
  return {
    limits,
    nameInBody,
    post: (trx, mail, lane = 'security') => insertMail(trx, { sealed: seal(mail), lane, isCharged: false }),
    async postOutside(trx, mail) {
      // The inviter waits for an answer. The commit of a payment waits for no counter: a worker charges receipts.
      const isCharged = mail.kind === 'invitation';
      if (isCharged) await chargeNow(trx, mail, { limits, now: clock.now() });
      await insertMail(trx, { sealed: seal(mail), lane: 'outside', isCharged });
    },
  };
}

async function chargeNow(
  trx: Queryable,
  mail: OutsideMail,
  { limits, now }: { readonly limits: MailLimits; readonly now: Date },
): Promise<void> {
  const refusal = await chargeMail(trx, mail, { limits, now });
  if (refusal === null) return;
  const seconds = Math.max(1, Math.ceil((refusal.endsAt.getTime() - now.getTime()) / 1000));
  const whose = { app: 'of this app', person: 'of yours', recipient: 'to this address' }[refusal.holder];
  throw new Problem('rate_limited', {
    detail: `Too many invitations ${whose} were mailed within the hour. Try again in ${seconds} seconds.`,
    headers: { 'retry-after': String(seconds) },
  });
}

/** The mail that was posted. Throws VaultFault for what another instance sealed. */
export function openMail(vault: Vault, sealed: Buffer): QueuedMail | null {
  return JSON.parse(vault.open(sealed, mailContext)) as QueuedMail | null;
}
