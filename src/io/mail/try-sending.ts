// Sends one mail at once, and explains why it could not be sent.
import { type Mail, type MailerOptions, openMailServer } from './mailer.ts';

export type TriedServer = Pick<MailerOptions, 'smtpUrl' | 'publicUrl' | 'mailFrom'>;

/** Returns null if the server accepted the mail, otherwise the reason in plain words, with the server's own. */
export async function trySending(
  { smtpUrl, publicUrl, mailFrom = null }: TriedServer,
  mail: Mail,
): Promise<string | null> {
  if (smtpUrl === null) return 'There is no mail server: set smtp_url.';
  const { transport, from } = await openMailServer({ smtpUrl, publicUrl, mailFrom });
  try {
    await transport.sendMail({ from, ...mail });
    return null;
  } catch (error) {
    return explained(error as SmtpFault, new URL(smtpUrl));
  } finally {
    transport.close();
  }
}

/** An error of nodemailer. */
interface SmtpFault extends Error {
  readonly code?: string;
  readonly response?: string;
  readonly responseCode?: number;
}

function explained({ code = '', response, message, responseCode }: SmtpFault, { host, hostname }: URL): string {
  const answer = response === undefined ? '' : ` Its answer: ${response.slice(0, 300)}`;
  if (code === 'EDNS' || /ENOTFOUND|EAI_AGAIN/.test(message))
    return `The name ${hostname} cannot be resolved. Check it.`;
  if (code === 'EAUTH') return `${host} rejected the user or the password.${answer}`;
  if (/ECONNREFUSED/.test(message)) return `No mail server listens on ${host}. Check the host and the port.`;
  if (code === 'ETIMEDOUT') return `${host} did not answer in time. A firewall may block the port.`;
  if (/certificate|self.signed/i.test(message)) return `The certificate of ${host} is not valid: ${message}.`;
  if (/wrong version number|SSL routines/i.test(message))
    return `${host} does not begin with TLS. Use smtp:// with port 587, or smtps:// with port 465.`;
  if (code === 'EENVELOPE') return `${host} rejected the sender or the recipient.${answer}`;
  if (responseCode !== undefined) return `${host} rejected the mail.${answer}`;
  return `The mail could not be sent through ${host}: ${message.slice(0, 300)}.`;
}
