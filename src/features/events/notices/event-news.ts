// The text of a notification about an event. It has no data of customers, and no name that could be a link.
import { nameInBody } from '../../../core/mail/name-in-mail.ts';
import type { AppEvent } from '../events/store.ts';

export interface News {
  readonly subject: string;
  readonly lines: readonly string[];
  /** The page of the console. */
  readonly link: string;
}

interface Place {
  /** As prepared by nameInBody. */
  readonly appName: string;
  readonly publicUrl: string;
}

interface Told {
  readonly order?: { readonly reference?: string | null };
  readonly currency?: string;
  readonly total?: string | null;
  readonly paid?: string;
}

/** The event must be one that notifies (core/notifications). */
export function newsOf({ type, appId, invoiceId, data }: AppEvent, { appName, publicUrl }: Place): News {
  const { order: { reference = null } = {}, currency = '', total, paid } = data as Told;
  const order = reference ? ` for ${nameInBody(reference)}` : '';
  const amount = (value: string | null | undefined) => nameInBody(`${value ?? ''} ${currency}`.trim());
  const page = invoiceId === null ? 'review' : `invoices/${invoiceId}`;
  const link = `${publicUrl}/console/${page}?app=${appId}`;
  const words: Readonly<Partial<Record<AppEvent['type'], readonly [string, string]>>> = {
    'invoice.paid': ['Invoice paid', `${amount(paid ?? total)} arrived${order} in the app ${appName}.`],
    'invoice.reversed': [
      'A payment was reversed',
      `A reorganization of the chain took back a payment${order} in the app ${appName}. ` +
        'Do not deliver before it is paid again.',
    ],
    'invoice.expired': [
      'An invoice expired after a part was paid',
      `${amount(paid)} of ${amount(total)} arrived${order} in the app ${appName}. Refund or settle it.`,
    ],
    'payment.unmatched': [
      'A payment needs your decision',
      `A payment that belongs to no invoice arrived in the app ${appName}. Assign or dismiss it.`,
    ],
  };
  const [subject, line] = words[type] ?? ['An event of your app', `There is an event in the app ${appName}.`];
  return { subject, lines: [line], link };
}
