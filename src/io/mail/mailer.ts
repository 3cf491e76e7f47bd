// Mail to people: through the operator's SMTP server, or, where there is none, as a line in the operator's log.
import { createTransport } from 'nodemailer';
import type { Logger } from 'pino';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
}

export interface Mailer {
  /** Hands the mail over in the background, so that nobody who waits for an answer can tell whether there was one to send. */
  send(mail: Mail): void;
  /** Waits for what is on its way. */
  close(): Promise<void>;
}

export interface MailerOptions {
  /** smtp:// or smtps://, with user and password where needed; `?from=` names the sender. null: no server. */
  readonly smtpUrl: string | null;
  /** Names the sender's host where `from` is not given. */
  readonly publicUrl: string;
  readonly log: Pick<Logger, 'info' | 'error'>;
}

const waitMillis = 10_000;

/** A mail that the server does not take is tried once more, and then told to the log without its text. */
export function createMailer(options: MailerOptions): Mailer {
  const { smtpUrl, log } = options;
  if (smtpUrl === null) {
    return {
      // Said plainly, since this is how an operator without a mail server gets the link to its reader.
      send: ({ to, subject, text }) => log.info({ to, subject, text }, 'no SMTP_URL is set: this mail was not sent'),
      close: async () => undefined,
    };
  }
  const { server, from } = readSmtpUrl(smtpUrl, options.publicUrl);
  const timeouts = { connectionTimeout: waitMillis, greetingTimeout: waitMillis, socketTimeout: waitMillis };
  const transport = createTransport({ url: server, ...timeouts, disableFileAccess: true, disableUrlAccess: true });
  const onTheWay = new Set<Promise<void>>();
  const deliver = async (mail: Mail, triesLeft: number): Promise<void> => {
    try {
      await transport.sendMail({ from, ...mail });
    } catch (error) {
      if (triesLeft > 0) return deliver(mail, triesLeft - 1);
      log.error({ err: error, to: mail.to, subject: mail.subject }, 'a mail could not be sent');
    }
  };
  return {
    send(mail) {
      const sending = deliver(mail, 1).finally(() => onTheWay.delete(sending));
      onTheWay.add(sending);
    },
    async close() {
      await Promise.allSettled(onTheWay);
      transport.close();
    },
  };
}

function readSmtpUrl(smtpUrl: string, publicUrl: string): { server: string; from: string } {
  const url = new URL(smtpUrl);
  const from = url.searchParams.get('from') ?? `Quittance <quittance@${new URL(publicUrl).hostname}>`;
  url.searchParams.delete('from');
  return { server: url.href, from };
}
