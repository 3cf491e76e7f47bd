// Queues sealed mails in the commit that causes them. Workers send them (send-mails.ts).
import type { MailLimits, OutsideKind } from '../../../core/mail/mail-budget.ts';
import { nameInBody } from '../../../core/mail/name-in-mail.ts';
import type { Notification } from '../../../core/notifications/notification.ts';
import { Problem } from '../../../core/problem.ts';
import type { Queryable } from '../../../io/db/database.ts';
import type { Mail } from '../../../io/mail/mailer.ts';
import type { Vault } from '../../../io/secrets/vault.ts';
import { chargeMail } from './charge-mail.ts';
import { insertMail, type Lane } from './store.ts';

export interface MailQueue {
  /**
   * Queues a mail to a person with an account. It is sent at least once if `trx` commits. The lane is `security` by
   * default. An address that no account has confirmed gets only a few mails within an hour. A null mail sends nothing
   * but takes the same work, so timing does not reveal whether an account exists.
   */
  post(trx: Queryable, mail: AccountMail | null, lane?: Exclude<Lane, 'outside' | 'channel'>): Promise<void>;
  /**
   * Queues a mail that an app causes, under the same guarantees as `post`. Charges it to the budgets of the app, the
   * person and the recipient. Throws Problem rate_limited for an invitation over budget. A receipt over budget is held
   * back.
   */
  postOutside(trx: Queryable, mail: OutsideMail): Promise<void>;
  /** Queues a message to a channel of a user. It is sent at least once if `trx` commits. */
  postToChannel(trx: Queryable, message: ChannelMessage): Promise<void>;
  readonly limits: MailLimits;
  /** The function of core/mail/name-in-mail.ts, for code on the payment path. */
  nameInBody(name: string): string;
}

/** A mail server that may differ from the configured one. */
export interface MailServer {
  readonly smtpUrl: string;
  readonly mailFrom: string | null;
}

export interface AccountMail extends Mail {
  /** Sends the mail through this server instead of the configured one. */
  readonly via?: MailServer;
}

export interface OutsideMail extends Mail {
  readonly kind: OutsideKind;
  readonly appId: string;
  /** The person who causes the mail. */
  readonly personId: string;
  /** The invoice of a receipt. */
  readonly invoiceId: string | null;
}

/** A message to a channel of a user (known/channels). */
export interface ChannelMessage {
  readonly channelId: string;
  readonly userId: string;
  readonly notification: Notification;
}

/** A mail as workers read it from the queue. A mail to an account has no kind. */
export type QueuedMail = AccountMail | OutsideMail;

export interface QueueParts {
  readonly vault: Vault;
  readonly clock: { now(): Date };
  readonly limits: MailLimits;
}

export const mailContext = 'mail';

export function mailQueue({ vault, clock, limits }: QueueParts): MailQueue {
  const seal = (mail: QueuedMail | ChannelMessage | null) => vault.seal(JSON.stringify(mail), mailContext);
  return {
    limits,
    nameInBody,
    post: (trx, mail, lane = 'security') => insertMail(trx, { sealed: seal(mail), lane, isCharged: false }),
    postToChannel: (trx, message) => insertMail(trx, { sealed: seal(message), lane: 'channel', isCharged: true }),
    async postOutside(trx, mail) {
      // Invitations are charged at once, because the inviter waits for the result. Workers charge receipts later, so
      // that the commit of a payment waits for no counter.
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

/** Returns the queued mail. Throws VaultFault if another instance sealed it. */
export function openMail(vault: Vault, sealed: Buffer): QueuedMail | null {
  return JSON.parse(vault.open(sealed, mailContext)) as QueuedMail | null;
}

/** Like openMail, for a message of the lane `channel`. */
export function openChannelMessage(vault: Vault, sealed: Buffer): ChannelMessage {
  return JSON.parse(vault.open(sealed, mailContext)) as ChannelMessage;
}
