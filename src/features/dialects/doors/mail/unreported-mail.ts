// The mail to the owners of an app about events that their shop is not notified of.
import { nameInBody } from '../../../../core/mail/name-in-mail.ts';
import type { Mail } from '../../../../io/mail/mailer.ts';
import type { Unreported } from './unreported-store.ts';

export interface UnreportedNews {
  readonly appName: string;
  readonly publicUrl: string;
  /** At least one. */
  readonly events: readonly Unreported[];
}

const lines: Readonly<Partial<Record<Unreported['type'], (count: number) => string>>> = {
  'invoice.reversed': (count) =>
    `- ${count} × a reorganization of the chain reversed a payment. Do not deliver before it is paid again.`,
  'payment.unmatched': (count) => `- ${count} × a payment waits until you assign or dismiss it.`,
  'invoice.expired': (count) => `- ${count} × an order expired after a part was paid. Refund or settle it.`,
};

export function unreportedMail(to: string, { appName, publicUrl, events }: UnreportedNews): Mail {
  return {
    to,
    subject: 'Orders that need your decision',
    text: [
      `Your shop cannot be notified of these events of the app ${nameInBody(appName)}:`,
      '',
      ...events.flatMap(({ type, count }) => lines[type]?.(count) ?? []),
      '',
      `The console lists them under “Action required”: ${publicUrl}/console`,
    ].join('\n'),
  };
}
