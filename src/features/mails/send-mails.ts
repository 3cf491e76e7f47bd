// Sends the mails that are due, for as long as a worker runs: woken at once, and by a look every second.
import type { Mailer } from '../../io/mail/mailer.ts';
import type { Instance } from '../instance.ts';
import { openMail } from './mail-queue.ts';
import { type DueMail, deleteMail, mailChannel, postponeMail, renewMails, takeDueMails } from './store.ts';

type Parts = Pick<Instance, 'db' | 'vault' | 'log'>;

/** One that the server keeps waiting holds up no others. */
const atOnce = 3;
/** What a worker that died had in hand is sent by others after this long. */
const leaseSeconds = 20;
const lookMillis = 1_000;
/** A mail server may be away for hours: thirty tries take some five of them. */
const mostFailures = 30;
const longestPauseSeconds = 900;

/** `stop` takes no more and waits for those in hand; it never throws. */
export async function sendMails(instance: Parts, mailer: Pick<Mailer, 'send'>): Promise<{ stop(): Promise<void> }> {
  const { db, log } = instance;
  const inHand = new Map<string, Promise<void>>();
  let [isStopping, isTaking, isWoken] = [false, false, false];

  const take = async () => {
    isWoken = true;
    if (isTaking) return;
    isTaking = true;
    try {
      while (isWoken && !isStopping && inHand.size < atOnce) {
        isWoken = false;
        for (const mail of await takeDueMails(db, atOnce - inHand.size, leaseSeconds)) {
          const sending = sendOne(instance, mailer, mail).finally(() => {
            inHand.delete(mail.id);
            void take();
          });
          inHand.set(mail.id, sending);
        }
      }
    } catch (error) {
      log.warn({ err: error }, 'looking for mails to send');
    } finally {
      isTaking = false;
    }
  };
  const look = async () => {
    await take();
    if (inHand.size > 0) await renewMails(db, [...inHand.keys()], leaseSeconds);
  };
  const timer = setInterval(() => {
    look().catch((error: unknown) => log.warn({ err: error }, 'keeping the mails in hand'));
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

/** Sends one and deletes it, or puts it off. What cannot be written down is sent again once its lease is over. */
async function sendOne({ db, vault, log }: Parts, mailer: Pick<Mailer, 'send'>, due: DueMail): Promise<void> {
  try {
    const mail = openMail(vault, due.sealed);
    if (mail !== null) {
      await mailer.send(mail).catch((error: unknown) => {
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
      log.warn({ err: fault }, 'recording a mail that could not be sent'),
    );
  }
}
