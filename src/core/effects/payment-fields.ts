// Decisions about a payment, and objects that a customer or a program adds at no cost to the merchant.
import { always, harmless, type Rule } from './rules.ts';

type Table = Readonly<Record<string, Rule<unknown>>>;

const believed = always('payments_believed');

export const paymentThings = {
  /** The merchant accepts a payment as it is. */
  settlement: { reason: always('less_accepted') },
  assignment: { invoice_id: always('payment_decided') },
  dismissal: { dismissed: always('payment_decided') },
  /** A second owner approves a payout change, which then takes effect at once. */
  payout_approval: { approved: always('money_elsewhere') },
  payout_stop: { stopped: harmless },
  /** A network of the instance and its endpoints. */
  operator_network: {
    network: believed,
    endpoints: believed,
    enabled: believed,
    chain_id: believed,
    name: believed,
    symbol: believed,
    native: believed,
    tokens: believed,
    test: believed,
    confirmations: believed,
  },
  attempt: {
    invoice_id: harmless,
    from: harmless,
    cryptocurrency: harmless,
    network: harmless,
    exchange: harmless,
    deleted: harmless,
  },
  claim: { hash: harmless, signature: harmless },
  simulation: { app_id: harmless, case: harmless, advance_seconds: harmless, type: harmless },
  /** A transfer of coins without value. */
  test_payment: { case: harmless, amount: harmless },
  delivery: { since: harmless, time_zone: harmless },
  /** Classifies a text and changes nothing. */
  recognition: { value: harmless },
  upload: { content_type: harmless, size: harmless },
} satisfies Readonly<Record<string, Table>>;
