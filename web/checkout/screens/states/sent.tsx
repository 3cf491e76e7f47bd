// A payment is known by its hash and not counted yet: no network has shown it, or the merchant decides whose it is.
import { CopyButton } from '../../parts/copy-button.tsx';
import { shortHash } from '../../rules/address-text.ts';
import type { Invoice, Transaction } from '../../rules/payment-objects.ts';
import { webLink } from '../../rules/safe-link.ts';
import type { SentPayment } from '../../rules/stage.ts';
import type { CheckoutState } from '../../use-checkout.ts';
import { useWords } from '../../words/words.ts';
import { AskMerchant } from './ask-merchant.tsx';
import { ProofForm } from './proof-form.tsx';
import { Ring } from './ring.tsx';

interface Props {
  readonly checkout: CheckoutState;
  readonly invoice: Invoice;
  readonly transaction: Transaction;
  readonly sent: SentPayment;
  /** Shows how to pay all the same. */
  readonly onShowAgain: () => void;
}

export function Sent({ checkout, invoice, transaction, sent, onShowAgain }: Props) {
  const words = useWords();
  const link = webLink(sent.explorerUrl);
  const { network } = transaction;
  // Networks without accounts do not show who sent, so nobody's signature proves it.
  const namesSender = network.type !== 'UTXO';
  const proof = <ProofForm checkout={checkout} transaction={transaction} hash={sent.hash} />;
  return (
    <section class="card closed">
      <Ring look={sent.waits ? 'over' : 'waits'} />
      <h1>{sent.waits ? words.sent.found : words.sent.title}</h1>
      <p>{sent.waits ? words.sent.foundMore : words.sent.more({ network: network.name })}</p>
      <p class="hash-line">
        <span class="mono" dir="ltr">
          {link === null ? (
            shortHash(sent.hash)
          ) : (
            <a href={link} target="_blank" rel="noopener noreferrer">
              {shortHash(sent.hash)}
              <span class="off-screen"> {words.payments.newTab}</span>
            </a>
          )}
        </span>{' '}
        <CopyButton text={sent.hash} what={words.sent.theHash} />
      </p>
      {sent.waits && namesSender && proof}
      {!sent.waits && namesSender && (
        <details class="nothing-shows">
          <summary>{words.sent.prove}</summary>
          {proof}
        </details>
      )}
      {sent.waits && <AskMerchant invoice={invoice} />}
      <button class="quiet-link" type="button" onClick={onShowAgain}>
        {words.sent.showAgain}
      </button>
    </section>
  );
}
