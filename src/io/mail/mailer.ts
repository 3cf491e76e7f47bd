// Sends mail through the operator's SMTP server. Without a server, appends it to a file that only the operator can
// read.
import { chmod, mkdir, open } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Logger } from 'pino';
import { serverParameters } from './server-parameters.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
}

export interface Mailer {
  /** Resolves once the server has accepted the mail or permanently rejected it. Rejects if a retry makes sense. */
  send(mail: Mail): Promise<void>;
  close(): void;
}

export interface MailerOptions {
  /** smtp:// or smtps://, with user and password if needed. `?from=` sets the sender. Null without a server. */
  readonly smtpUrl: string | null;
  /** The sender. Null for `?from=` in smtpUrl, or one at the host of publicUrl. */
  readonly mailFrom?: string | null;
  /** The file for mails without a server. Mode 0600, because the mails contain secret links. */
  readonly mailFile: string;
  /** The source of the sender's host if `from` is not given. */
  readonly publicUrl: string;
  readonly log: Pick<Logger, 'info' | 'error'>;
}

const waitMillis = 10_000;

/** A permanently rejected mail (a 5xx reply, RFC 5321 §4.2.1) is logged without its text. */
export function createMailer(options: MailerOptions): Mailer {
  const { smtpUrl, log } = options;
  if (smtpUrl === null) {
    return {
      send: async (mail) => {
        const file = resolve(options.mailFile);
        await appendMail(file, mail);
        log.info({ file }, 'no SMTP_URL is set: a mail was written to the file, and not sent');
      },
      close: () => undefined,
    };
  }
  let opened: ReturnType<typeof openMailServer> | null = null;
  return {
    async send(mail) {
      try {
        opened ??= openMailServer({ ...options, smtpUrl });
        const { transport, from } = await opened;
        await transport.sendMail({ from, ...mail });
      } catch (error) {
        if (((error as { responseCode?: number }).responseCode ?? 0) < 500) throw error;
        log.error({ err: error, to: mail.to, subject: mail.subject }, 'the mail server rejected a mail');
      }
    },
    close: () => void opened?.then(({ transport }) => transport.close()),
  };
}

/** Uses a single write, so that mails of several processes do not mix. */
async function appendMail(path: string, { to, subject, text }: Mail): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const file = await open(path, 'a', 0o600);
  try {
    // The file may already have existed with wider permissions.
    await chmod(path, 0o600);
    await file.appendFile(`Date: ${new Date().toISOString()}\nTo: ${to}\nSubject: ${subject}\n\n${text}\n\n\n`);
  } finally {
    await file.close();
  }
}

/** Connects and signs in to the server without sending a mail. Rejects with the reason if this fails. */
export async function checkMailServer(smtpUrl: string, publicUrl: string): Promise<void> {
  const { transport } = await openMailServer({ smtpUrl, publicUrl });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** Loads the library with the first mail. Does not connect yet. */
export async function openMailServer(sending: Sending) {
  const { server: url, from } = readSmtpUrl(sending);
  const { createTransport } = await import('nodemailer');
  const timeouts = { connectionTimeout: waitMillis, greetingTimeout: waitMillis, socketTimeout: waitMillis };
  const transport = createTransport({ url, ...timeouts, disableFileAccess: true, disableUrlAccess: true });
  return { transport, from };
}

type Sending = Pick<MailerOptions, 'mailFrom' | 'publicUrl'> & { readonly smtpUrl: string };

function readSmtpUrl({ smtpUrl, mailFrom = null, publicUrl }: Sending): { server: string; from: string } {
  const url = new URL(smtpUrl);
  const from = mailFrom ?? url.searchParams.get('from') ?? `Quittance <quittance@${new URL(publicUrl).hostname}>`;
  for (const name of [...url.searchParams.keys()]) if (!serverParameters.includes(name)) url.searchParams.delete(name);
  return { server: url.href, from };
}
