// Mail to people: through the operator's SMTP server, or, where there is none, into a file that only the operator
// reads.
import { chmod, mkdir, open } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Logger } from 'pino';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
}

export interface Mailer {
  /** Resolves once the server has taken the mail, or refused it for good. Rejects where trying again makes sense. */
  send(mail: Mail): Promise<void>;
  close(): void;
}

export interface MailerOptions {
  /** smtp:// or smtps://, with user and password where needed; `?from=` names the sender. null: no server. */
  readonly smtpUrl: string | null;
  /** Where mails go without a server: a file of mode 0600, since the links in them are secrets. */
  readonly mailFile: string;
  /** Names the sender's host where `from` is not given. */
  readonly publicUrl: string;
  readonly log: Pick<Logger, 'info' | 'error'>;
}

const waitMillis = 10_000;

/** A mail that the server will never take (a 5xx reply, RFC 5321 §4.2.1) is told to the log without its text. */
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
  const { server, from } = readSmtpUrl(smtpUrl, options.publicUrl);
  let opened: ReturnType<typeof openTransport> | null = null;
  return {
    async send(mail) {
      try {
        opened ??= openTransport(server);
        const transport = await opened;
        await transport.sendMail({ from, ...mail });
      } catch (error) {
        if (((error as { responseCode?: number }).responseCode ?? 0) < 500) throw error;
        log.error({ err: error, to: mail.to, subject: mail.subject }, 'the mail server refused a mail');
      }
    },
    close: () => void opened?.then((transport) => transport.close()),
  };
}

/** One write, so that the mails of several processes do not mix. */
async function appendMail(path: string, { to, subject, text }: Mail): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const file = await open(path, 'a', 0o600);
  try {
    // It may have been there, readable to others.
    await chmod(path, 0o600);
    await file.appendFile(`Date: ${new Date().toISOString()}\nTo: ${to}\nSubject: ${subject}\n\n${text}\n\n\n`);
  } finally {
    await file.close();
  }
}

/** Connects to the server and signs in, without a mail. Rejects with why that fails. */
export async function checkMailServer(smtpUrl: string, publicUrl: string): Promise<void> {
  const transport = await openTransport(readSmtpUrl(smtpUrl, publicUrl).server);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** The library is loaded with the first mail. */
async function openTransport(url: string) {
  const { createTransport } = await import('nodemailer');
  const timeouts = { connectionTimeout: waitMillis, greetingTimeout: waitMillis, socketTimeout: waitMillis };
  return createTransport({ url, ...timeouts, disableFileAccess: true, disableUrlAccess: true });
}

function readSmtpUrl(smtpUrl: string, publicUrl: string): { server: string; from: string } {
  const url = new URL(smtpUrl);
  const from = url.searchParams.get('from') ?? `Quittance <quittance@${new URL(publicUrl).hostname}>`;
  url.searchParams.delete('from');
  return { server: url.href, from };
}
