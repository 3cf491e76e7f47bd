// Mail to people: through the operator's SMTP server, or, where there is none, as a line in the operator's log.
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
      // Said plainly, since this is how an operator without a mail server gets the link to its reader.
      send: async ({ to, subject, text }) =>
        log.info({ to, subject, text }, 'no SMTP_URL is set: this mail was not sent'),
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
