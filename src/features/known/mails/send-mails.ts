// Sends the due mails while a worker runs. Wakes up on a notification and once a second.
import type { Mailer } from '../../../io/mail/mailer.ts';
import type { Instance } from '../../instance.ts';
import { type ChannelMessage, type MailServer, openChannelMessage, openMail, type QueuedMail } from './mail-queue.ts';
import { type GateParts, type IsAccountAddress, passGate } from './pass-gate.ts';
import {
  type DueMail,
  deleteMail,
  type LaneGroup,
  mailChannel,
  postponeMail,
  renewMails,
  takeDueMails,
} from './store.ts';

type Parts = GateParts & Pick<Instance, 'vault'>;

export interface Sending {
  readonly mailer: Pick<Mailer, 'send'>;
  /** Opens a mailer for a server other than the configured one. */
  readonly mailerAt: (server: MailServer) => Mailer;
  readonly isAccountAddress: IsAccountAddress;
  /**
   * Sends a message to a channel. Returns the least pause before the next attempt in seconds, or null for none.
   */
  readonly toChannel: (
    message: ChannelMessage,
    sent: { readonly id: string; readonly isLast: boolean },
  ) => Promise<number | null>;
}

/** A mail that the server delays does not block the others. */
const atOnce = 4;
/** At most this many are not security mails, so that a flood of them cannot delay security mails. */
const othersAtOnce = 3;
/** Channels call servers of users, which may be silent. They take no place of a mail. */
const channelsAtOnce = 16;
/** About three and a half hours. The pause that a service asks for comes on top. */
const mostChannelFailures = 24;
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
  const held: Held = {
    security: new Set(),
    others: new Set(),
    channel: new Set(),
  };
  let [isStopping, isWoken] = [false, false];
  let taking: Promise<void> | null = null;

  const begin = (mail: DueMail, from: LaneGroup) => {
    held[from].add(mail.id);
    const sent = sendOne(instance, sending, mail).finally(() => {
      inHand.delete(mail.id);
      held[from].delete(mail.id);
      void take();
    });
    inHand.set(mail.id, sent);
  };
  const takeFrom = async (from: LaneGroup) => {
    for (const mail of await takeDueMails(db, from, { limit: placesFor(from, held), leaseSeconds })) begin(mail, from);
  };
  const takeWhileWoken = async () => {
    try {
      while (isWoken && !isStopping) {
        isWoken = false;
        await takeFrom('security');
        await takeFrom('others');
        await takeFrom('channel');
      }
    } catch (error) {
      log.warn({ err: error }, 'could not look for mails to send');
    } finally {
      taking = null;
    }
  };
  const take = async () => {
    isWoken = true;
    taking ??= takeWhileWoken();
    await taking;
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
      // A query that is under way may lease more mails.
      await taking;
      await Promise.all(inHand.values());
    },
  };
}

/**
 * Sends and deletes one mail, or postpones it. If the result cannot be recorded, the mail is sent again after its lease
 * ends.
 */
async function sendOne(instance: Parts, sending: Sending, due: DueMail): Promise<void> {
  const { db, log } = instance;
  try {
    const pauseSeconds = due.lane === 'channel' ? await passOn(instance, sending, due) : null;
    if (pauseSeconds !== null) return await postponeMail(db, due.id, Math.max(pauseSeconds, pauseAfter(due)));
    if (due.lane !== 'channel' && !(await mailOne(instance, sending, due))) return;
    await deleteMail(db, due.id);
  } catch (error) {
    const failures = due.failures + 1;
    const giveUp = failures >= mostFailures;
    if (giveUp) log.error({ err: error, failures }, 'a mail was given up');
    await (giveUp ? deleteMail(db, due.id) : postponeMail(db, due.id, pauseAfter(due))).catch((fault: unknown) =>
      log.warn({ err: fault }, 'could not record that a mail failed'),
    );
  }
}

/** The ids of the mails in hand. */
type Held = Readonly<Record<LaneGroup, Set<string>>>;

/** How many more mails of these lanes may be in hand. */
function placesFor(from: LaneGroup, held: Held): number {
  if (from === 'channel') return channelsAtOnce - held.channel.size;
  const free = atOnce - held.security.size - held.others.size;
  return from === 'security' ? free : Math.min(free, othersAtOnce - held.others.size);
}

function pauseAfter({ failures }: DueMail): number {
  return Math.min(longestPauseSeconds, 2 ** failures);
}

/** Sends a message to its channel. Returns the least pause before the next attempt in seconds, or null for none. */
async function passOn({ vault }: Parts, { toChannel }: Sending, due: DueMail): Promise<number | null> {
  const isLast = due.failures + 1 >= mostChannelFailures;
  return toChannel(openChannelMessage(vault, due.sealed), { id: due.id, isLast });
}

/** Returns false if the mail was held back. */
async function mailOne(instance: Parts, sending: Sending, due: DueMail): Promise<boolean> {
  const mail = openMail(instance.vault, due.sealed);
  if (mail === null) return true;
  if (!(await passGate(instance, sending.isAccountAddress, due, mail))) return false;
  await hand(sending, mail).catch((error: unknown) => {
    const about = { err: error, to: mail.to, subject: mail.subject };
    instance.log.warn(about, 'a mail could not be sent; trying again');
    throw error;
  });
  return true;
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
