// Decisions about a payment, and the things that a customer or a program adds and that cost a merchant nothing.
import { always, harmless, type Rule } from './rules.ts';

type Table = Readonly<Record<string, Rule<unknown>>>;

export const paymentThings = {
  /** The merchant takes a payment as it is. */
  settlement: { reason: always('less_accepted') },
  assignment: { invoice_id: always('payment_decided') },
  dismissal: { dismissed: always('payment_decided') },
  /** A second owner lets a change of where the app is paid take effect at once. */
  payout_approval: { approved: always('money_elsewhere') },
  payout_stop: { stopped: harmless },
  attempt: {
    invoice_id: harmless,
    from: harmless,
    cryptocurrency: harmless,
    network: harmless,
    exchange: harmless,
    deleted: harmless,
  },
  claim: { hash: harmless, signature: harmless },
  simulation: { case: harmless },
  delivery: { since: harmless, time_zone: harmless },
  /** Asks what a text is, and changes nothing. */
  recognition: { value: harmless },
  upload: { content_type: harmless, size: harmless },
} satisfies Readonly<Record<string, Table>>;
