// The worker: what happens behind the requests and the chains.
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { auditNightly } from '../features/addresses/payout-lock/audit-nightly.ts';
import { deliverDue } from '../features/deliveries/deliver-due.ts';
import { awaitSilences } from '../features/identity/email-change/await-silences.ts';
import { isAccountAddress } from '../features/identity/store.ts';
import type { Instance } from '../features/instance.ts';
import { sendMails } from '../features/mails/send-mails.ts';
import { decideClaims } from '../features/payment-claims/decide-claims.ts';
import { awaitSlugChanges } from '../features/payment-links/slug-moves/await-slug-changes.ts';
import { expireRecords } from '../features/retention/expire-records.ts';
import type { Environment } from '../io/environment.ts';
import { createMailer } from '../io/mail/mailer.ts';

/**
 * Attempts that are not over by then are given back, to be made again elsewhere with the same webhook-id. Milliseconds.
 */
const graceMillis = 8_000;

/** `stop` takes nothing more and finishes or gives back what it holds, within 10 s. */
export async function startWorker(
  instance: Instance,
  environment: Pick<Environment, 'smtpUrl' | 'dataDir'>,
): Promise<{ stop(): Promise<void> }> {
  const { smtpUrl, dataDir } = environment;
  const mailFile = join(dataDir, 'unsent-mails.txt');
  const mailer = createMailer({ smtpUrl, mailFile, publicUrl: instance.publicUrl, log: instance.log });
  const mails = await sendMails(instance, { mailer, isAccountAddress });
  const deliveries = await deliverDue(instance);
  const expiring = expireRecords(instance);
  const auditing = auditNightly(instance);
  const silences = awaitSilences(instance);
  const claims = decideClaims(instance);
  const slugs = awaitSlugChanges(instance);
  instance.log.info('worker started');
  return {
    async stop() {
      const patience = delay(graceMillis, undefined, { ref: false });
      await Promise.all([
        deliveries.stop(graceMillis),
        Promise.race([
          Promise.all([
            ...[mails.stop(), expiring.stop(), auditing.stop()],
            ...[silences.stop(), claims.stop(), slugs.stop()],
          ]),
          patience,
        ]),
      ]);
      mailer.close();
    },
  };
}
