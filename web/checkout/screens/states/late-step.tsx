// The next step after a payment was sent or the invoice was closed. In a separate file: see late-screens.ts.
import { announcement } from '../../rules/announcement.ts';
import type { Snapshot } from '../../rules/payment-objects.ts';
import type { Stage } from '../../rules/stage.ts';
import type { CheckoutState } from '../../use-checkout.ts';
import { Awaiting } from '../awaiting.tsx';
import { ExpiredQuote } from '../expired-quote.tsx';
import { InFrame } from '../in-frame.tsx';
import { Installments } from '../installments.tsx';
import { Canceled, Expired } from './closed.tsx';
import { Confirming } from './confirming.tsx';
import { Failed } from './failed.tsx';
import { Accepted, Paid } from './paid.tsx';
import { PartlyPaid } from './partly-paid.tsx';
import { Sent } from './sent.tsx';
import { CameNotices } from './waiting/unmatched-notice.tsx';

export interface LateStepProps {
  readonly checkout: CheckoutState;
  readonly snapshot: Snapshot;
  readonly stage: Exclude<Stage, { readonly kind: 'choosing' | 'awaiting' }>;
  /** The payment arrived while this page was open, and the customer can leave without reading anything else first. */
  readonly mayReturn: boolean;
  /** Opens the choice of a way to pay. */
  readonly onPay: () => void;
  /** Shows the payment details of an attempt again after a payment was sent for it. */
  readonly onShowAgain: (transactionId: string) => void;
}

function LateStep({ checkout, snapshot, stage, mayReturn, onPay, onShowAgain }: LateStepProps) {
  const { invoice, transactions, block_seconds: blockSeconds } = snapshot;
  switch (stage.kind) {
    case 'paid':
      return <Paid {...{ invoice, transactions, mayReturn }} />;
    case 'accepted':
      return <Accepted invoice={invoice} inFlight={stage.inFlight} />;
    case 'canceled':
      return <Canceled invoice={invoice} />;
    case 'expired':
      return <Expired {...{ checkout, invoice, transactions }} inFlight={stage.inFlight} />;
    case 'failed':
      return <Failed invoice={invoice} transaction={stage.transaction} onPayAgain={onPay} />;
    case 'partly_paid':
      return <PartlyPaid invoice={invoice} due={stage.due} onPayRest={onPay} />;
    case 'confirming':
      return <Confirming {...{ invoice, blockSeconds }} inFlight={stage.inFlight} due={stage.due} onPayRest={onPay} />;
    case 'sent': {
      const { transaction, sent } = stage;
      const claims = (snapshot.claims ?? []).filter(({ hash }) => hash === sent.hash);
      const onShow = () => onShowAgain(transaction.id);
      return <Sent {...{ checkout, invoice, transaction, sent, claims }} onShowAgain={onShow} />;
    }
  }
}

export const lateScreens = { Awaiting, LateStep, CameNotices, ExpiredQuote, Installments, InFrame, announcement };
