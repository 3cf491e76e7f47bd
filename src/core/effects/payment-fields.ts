// Decisions about a payment, and objects that a customer or a program adds at no cost to the merchant.
import { always, createdOr, edited, harmless, type Rule } from './rules.ts';

interface RefundFacts {
  /** Canonical; null for no destination. */
  readonly recipient: string | null;
}

/** A refund in the hands of the merchant. The customer may only name its first destination. */
const refund = {
  invoice_id: harmless,
  fiat_value: createdOr('refund_prepared', harmless),
  overpaid: createdOr('refund_prepared', harmless),
  cryptocurrency: harmless,
  network: harmless,
  to: edited<RefundFacts>((before, after) => before.recipient !== after.recipient, 'refund_prepared'),
  confirm: harmless,
  rate_kind: harmless,
  reason: harmless,
  canceled: harmless,
} satisfies Readonly<Record<string, Rule<RefundFacts>>>;

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
  refund,
  /** One transfer that pays several refunds. */
  refund_batch: { app_id: harmless, network: harmless, refund_ids: always('refund_prepared') },
  refund_report: { hash: harmless },
  /** The merchant names the invoice that a shop asked to refund. */
  pull_payment_assignment: { invoice_id: always('refund_prepared') },
  /** The merchant counts a transfer of another amount as the refund. */
  refund_acceptance: { reason: always('refund_prepared') },
  simulation: { app_id: harmless, case: harmless, advance_seconds: harmless, type: harmless },
  /** A transfer of coins without value. */
  test_payment: { case: harmless, amount: harmless },
  delivery: { since: harmless, time_zone: harmless },
  /** Classifies a text and changes nothing. */
  recognition: { value: harmless },
  upload: { content_type: harmless, size: harmless },
} satisfies Readonly<Record<string, Readonly<Record<string, Rule<never>>>>>;
