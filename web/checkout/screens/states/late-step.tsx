// The next step after a payment was sent or the invoice was closed. In a separate file: see late-screens.ts.
import { announcement } from '../../rules/announcement.ts';
import type { Snapshot } from '../../rules/payment-objects.ts';
import type { Stage } from '../../rules/stage.ts';
import lateStyle from '../../style/late/late.css?inline';
import type { CheckoutState } from '../../use-checkout.ts';
import { Awaiting } from '../awaiting.tsx';
import { ExpiredQuote } from '../expired-quote.tsx';
import { InFrame } from '../in-frame.tsx';
import { Installments } from '../installments.tsx';
import { NothingShows } from '../nothing-shows.tsx';
import { PaymentBox } from '../payment-box/payment-box.tsx';
import { Canceled, Expired } from './closed.tsx';
import { Confirming } from './confirming.tsx';
import { Failed } from './failed.tsx';
import { Accepted, Paid } from './paid.tsx';
import { PartlyPaid } from './partly-paid.tsx';
import { Sent } from './sent.tsx';

export interface LateStepProps {
  readonly checkout: CheckoutState;
  readonly snapshot: Snapshot;
  readonly stage: Exclude<Stage, { readonly kind: 'choosing' | 'awaiting' }>;
  /** The payment arrived while this page was open, and the customer can leave without reading anything else first. */
  readonly mayReturn: boolean;
  /** No payment of the customer waits for the merchant: paying is the next step. */
  readonly isCalm: boolean;
  /** Opens the choice of a way to pay. */
  readonly onPay: () => void;
  /** Shows the payment details of an attempt again after a payment was sent for it. */
  readonly onShowAgain: (transactionId: string) => void;
}

function LateStep(props: LateStepProps) {
  const { checkout, snapshot, stage, mayReturn, isCalm, onPay, onShowAgain } = props;
  const { invoice, transactions, block_seconds: blockSeconds } = snapshot;
  switch (stage.kind) {
    case 'paid':
      return <Paid {...{ invoice, transactions, mayReturn }} />;
    case 'accepted':
      return <Accepted invoice={invoice} inFlight={stage.inFlight} />;
    case 'canceled':
      return <Canceled invoice={invoice} />;
    case 'expired':
      return <Expired {...{ checkout, invoice, transactions, isCalm }} inFlight={stage.inFlight} />;
    case 'failed':
      return <Failed {...{ invoice, isCalm }} transaction={stage.transaction} onPayAgain={onPay} />;
    case 'partly_paid':
      return <PartlyPaid {...{ invoice, transactions, isCalm }} due={stage.due} onPayRest={onPay} />;
    case 'confirming':
      return <Confirming {...{ invoice, blockSeconds, isCalm, stage }} onPayRest={onPay} />;
    case 'sent': {
      const { transaction, sent } = stage;
      const claims = (snapshot.claims ?? []).filter(({ hash }) => hash === sent.hash);
      const onShow = () => onShowAgain(transaction.id);
      return <Sent {...{ checkout, invoice, transaction, sent, claims }} onShowAgain={onShow} />;
    }
  }
}

/** The styles of these screens, as text. */
export { lateStyle };

export const lateScreens = {
  Awaiting,
  LateStep,
  PaymentBox,
  ExpiredQuote,
  NothingShows,
  Installments,
  InFrame,
  announcement,
};
