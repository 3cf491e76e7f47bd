// The worker role: background work apart from requests and chains.
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { doorMailAgainTask, doorMailTask } from '../features/dialects/doors/mail/unreported-tasks.ts';
import { deliverDue } from '../features/events/deliveries/deliver-due.ts';
import { notificationTask } from '../features/events/notices/notification-task.ts';
import { claimTask } from '../features/evidence/payment-claims/decide-claims.ts';
import { refundTask, refundWatchTask } from '../features/evidence/refunds/acts/refund-tasks.ts';
import type { Instance } from '../features/instance.ts';
import { channelSender } from '../features/known/channels/send-to-channel.ts';
import type { MailServer } from '../features/known/mails/mail-queue.ts';
import { sendMails } from '../features/known/mails/send-mails.ts';
import { runTasks } from '../features/known/schedule/run-tasks.ts';
import { retentionTask } from '../features/operations/retention/expire-records.ts';
import { isMemberOf } from '../features/people/apps/team/sealed-member.ts';
import { silenceTask } from '../features/people/identity/email-change/silence-task.ts';
import { isAccountAddress } from '../features/people/identity/store.ts';
import { judgeAddresses, nightlyAudit } from '../features/receiving/addresses/payout-lock/audit-nightly.ts';
import { receiptTask } from '../features/selling/checkout/receipt/receipt-task.ts';
import { refundMailTask } from '../features/selling/checkout/refund/mail/refund-mail-task.ts';
import { slugChangeTask } from '../features/selling/payment-links/slug-moves/slug-change-task.ts';
import type { Environment } from '../io/environment.ts';
import { createMailer } from '../io/mail/mailer.ts';
import { deliveryForms } from './http/dialects.ts';

/**
 * Milliseconds. Attempts that are still running after this are released, and repeated elsewhere with the same
 * webhook-id.
 */
const graceMillis = 8_000;

/** `stop` takes no new work, and finishes or releases current work within 10 s. */
export async function startWorker(
  instance: Instance,
  environment: Pick<Environment, 'smtpUrl' | 'mailFrom' | 'dataDir'>,
): Promise<{ stop(): Promise<void> }> {
  const { smtpUrl, mailFrom, dataDir } = environment;
  const mailFile = join(dataDir, 'unsent-mails.txt');
  const mailing = { mailFile, publicUrl: instance.publicUrl, log: instance.log };
  const mailer = createMailer({ ...mailing, smtpUrl, mailFrom });
  const mailerAt = (server: MailServer) => createMailer({ ...mailing, ...server });
  const toChannel = channelSender(instance, isMemberOf(instance));
  const mails = await sendMails(instance, { mailer, mailerAt, isAccountAddress, toChannel });
  const deliveries = await deliverDue(instance, { forms: deliveryForms(instance) });
  const tasks = await runTasks(instance, {
    recurring: [
      retentionTask(instance),
      nightlyAudit(instance),
      silenceTask(instance),
      claimTask(instance),
      slugChangeTask(instance),
    ],
    queued: [
      receiptTask(instance),
      refundMailTask(instance),
      refundTask(instance),
      refundWatchTask(instance),
      doorMailTask(instance),
      doorMailAgainTask(instance),
      notificationTask(instance),
    ],
  });
  const ending = new AbortController();
  // A new version, or another configuration, may have more findings about the addresses in use.
  const judged = judgeAddresses(instance, false, ending.signal);
  instance.log.info('worker started');
  return {
    async stop() {
      ending.abort();
      const patience = delay(graceMillis, undefined, { ref: false });
      await Promise.all([
        deliveries.stop(graceMillis),
        Promise.race([Promise.all([mails.stop(), tasks.stop(), judged]), patience]),
      ]);
      mailer.close();
    },
  };
}
