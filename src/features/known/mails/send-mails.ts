// Sends the due mails while a worker runs. Wakes up on a notification and once a second.
import type { Mailer } from '../../../io/mail/mailer.ts';
import type { Instance } from '../../instance.ts';
import { type MailServer, openMail, type QueuedMail } from './mail-queue.ts';
import { type GateParts, type IsAccountAddress, passGate } from './pass-gate.ts';
import { type DueMail, deleteMail, mailChannel, postponeMail, renewMails, takeDueMails } from './store.ts';

type Parts = GateParts & Pick<Instance, 'vault'>;

export interface Sending {
  readonly mailer: Pick<Mailer, 'send'>;
  /** Opens a mailer for a server other than the configured one. */
  readonly mailerAt: (server: MailServer) => Mailer;
  readonly isAccountAddress: IsAccountAddress;
}

/** A mail that the server delays does not block the others. */
const atOnce = 4;
/** At most this many are not security mails, so that a flood of them cannot delay security mails. */
const othersAtOnce = 3;
/** The mails of a dead worker are sent by other workers after this time. */
const leaseSeconds = 20;
const lookMillis = 1_000;
/** A mail server may be down for hours. Thirty tries take about five hours. */
const mostFailures = 30;
const longestPauseSeconds = 900;

/** `stop` takes no more mails and waits for those being sent. It never throws. */
export async function sendMails(instance: Parts, sending: Sending): Promise<{ stop(): Promise<void> }> {
  const { db, log } = instance;
  const inHand = new Map<string, Promise<void>>();
  const others = new Set<string>();
  let [isStopping, isTaking, isWoken] = [false, false, false];

  const begin = (mail: DueMail, from: 'security' | 'others') => {
    if (from === 'others') others.add(mail.id);
    const sent = sendOne(instance, sending, mail).finally(() => {
      inHand.delete(mail.id);
      others.delete(mail.id);
      void take();
    });
    inHand.set(mail.id, sent);
  };
  const takeFrom = async (from: 'security' | 'others') => {
    const free = atOnce - inHand.size;
    const limit = from === 'security' ? free : Math.min(free, othersAtOnce - others.size);
    for (const mail of await takeDueMails(db, from, { limit, leaseSeconds })) begin(mail, from);
  };
  const take = async () => {
    isWoken = true;
    if (isTaking) return;
    isTaking = true;
    try {
      while (isWoken && !isStopping) {
        isWoken = false;
        await takeFrom('security');
        await takeFrom('others');
      }
    } catch (error) {
      log.warn({ err: error }, 'could not look for mails to send');
    } finally {
      isTaking = false;
    }
  };
  const look = async () => {
    await take();
    if (inHand.size > 0) await renewMails(db, [...inHand.keys()], leaseSeconds);
  };
  const timer = setInterval(() => {
    look().catch((error: unknown) => log.warn({ err: error }, 'could not renew the leases of mails'));
  }, lookMillis);
  const unlisten = await db.listen(
    mailChannel,
    () => void take(),
    () => void take(),
  );
  await take();
  return {
    async stop() {
      isStopping = true;
      clearInterval(timer);
      await unlisten();
      await Promise.all(inHand.values());
    },
  };
}

/**
 * Sends and deletes one mail, or postpones it. If the result cannot be recorded, the mail is sent again after its lease
 * ends.
 */
async function sendOne(instance: Parts, sending: Sending, due: DueMail): Promise<void> {
  const { db, vault, log } = instance;
  try {
    const mail = openMail(vault, due.sealed);
    if (mail !== null) {
      if (!(await passGate(instance, sending.isAccountAddress, due, mail))) return;
      await hand(sending, mail).catch((error: unknown) => {
        log.warn({ err: error, to: mail.to, subject: mail.subject }, 'a mail could not be sent; trying again');
        throw error;
      });
    }
    await deleteMail(db, due.id);
  } catch (error) {
    const failures = due.failures + 1;
    const giveUp = failures >= mostFailures;
    if (giveUp) log.error({ err: error, failures }, 'a mail was given up');
    const pauseSeconds = Math.min(longestPauseSeconds, 2 ** due.failures);
    await (giveUp ? deleteMail(db, due.id) : postponeMail(db, due.id, pauseSeconds)).catch((fault: unknown) =>
      log.warn({ err: fault }, 'could not record that a mail failed'),
    );
  }
}

async function hand(sending: Sending, mail: QueuedMail): Promise<void> {
  const { to, subject, text } = mail;
  const other = 'via' in mail && mail.via !== undefined ? sending.mailerAt(mail.via) : null;
  const mailer = other ?? sending.mailer;
  try {
    await mailer.send({ to, subject, text });
  } finally {
    other?.close();
  }
}
