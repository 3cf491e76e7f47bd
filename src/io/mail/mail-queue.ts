// Mails on their way: put there in the commit that they tell of, sealed, and sent by whichever process works on them.
import type { Logger } from 'pino';
import type { Queryable } from '../db/database.ts';
import type { Jobs } from '../db/jobs.ts';
import type { Vault } from '../vault.ts';
import type { Mail, Mailer } from './mailer.ts';

/** A mail server may be away for hours. */
export const mailJobs = { name: 'mails', isPatient: true } as const;

export interface MailQueue {
  /**
   * Sends the mail if and when `trx` commits, at least once. null sends nothing and takes the same work, so that nobody
   * who waits for an answer can tell whether there was somebody to write to.
   */
  post(trx: Queryable, mail: Mail | null): Promise<void>;
  /** Hands mails to the mailer until the function it answers is called, which waits for those in hand. */
  deliver(mailer: Mailer, log: Pick<Logger, 'warn'>): Promise<() => Promise<void>>;
}

/** Links in mails are secrets, and jobs are rows. */
const context = 'mail';
/** One that the server keeps waiting holds up no others. */
const lanes = 3;

export function mailQueue(jobs: Jobs, vault: Vault): MailQueue {
  return {
    async post(trx, mail) {
      const sealed = vault.seal(JSON.stringify(mail), context).toString('base64');
      await jobs.enqueue(trx, mailJobs.name, [{ data: { sealed } }]);
    },
    async deliver(mailer, log) {
      const send = async ({ sealed }: { sealed: string }) => {
        const mail = JSON.parse(vault.open(Buffer.from(sealed, 'base64'), context)) as Mail | null;
        if (mail === null) return;
        await mailer.send(mail).catch((error: unknown) => {
          log.warn({ err: error, to: mail.to, subject: mail.subject }, 'a mail could not be sent; trying again');
          throw error;
        });
      };
      // One at a time in each lane: what is taken together would be sent again together.
      const work = () =>
        jobs.work<{ sealed: string }>(mailJobs.name, { batchSize: 1 }, async (batch) => {
          for (const job of batch) await send(job);
        });
      const stops = await Promise.all(Array.from({ length: lanes }, work));
      return async () => {
        await Promise.all(stops.map((stop) => stop()));
      };
    },
  };
}
