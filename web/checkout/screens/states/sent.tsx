// A payment has a known hash and is not credited yet: no network has shown it, or it waits for the merchant's decision.
import { CopyButton } from '../../parts/copy-button.tsx';
import { HashLink } from '../../parts/hash-link.tsx';
import type { Invoice, OpenClaim, Transaction } from '../../rules/payment-objects.ts';
import type { SentPayment } from '../../rules/stage.ts';
import type { CheckoutState } from '../../use-checkout.ts';
import { useWords, type Words } from '../../words/words.ts';
import { AskMerchant } from './ask-merchant.tsx';
import { Ring } from './progress-ring.tsx';
import { ProofForm } from './proof-form.tsx';

interface Props {
  readonly checkout: CheckoutState;
  readonly invoice: Invoice;
  readonly transaction: Transaction;
  readonly sent: SentPayment;
  /** The claims with that hash, one per coin. */
  readonly claims: readonly OpenClaim[];
  /** Shows the payment details again. */
  readonly onShowAgain: () => void;
}

export function Sent({ checkout, invoice, transaction, sent, claims, onShowAgain }: Props) {
  const words = useWords();
  const { network } = transaction;
  // Without a sender in the transfer, a signature proves nothing.
  const namesSender = network.names_sender;
  const proof = <ProofForm checkout={checkout} transaction={transaction} hash={sent.hash} />;
  return (
    <section class="card closed">
      <Ring look={sent.waits ? 'over' : 'waits'} />
      <h1>{sent.waits ? words.sent.found : words.sent.title}</h1>
      {sent.waits ? (
        <p>
          {claims.map((one) => (
            <strong key={one.cryptocurrency}>{sawText(one, words)} </strong>
          ))}
          {words.sent.foundMore} {words.came.notBefore}
        </p>
      ) : (
        <p>{words.sent.more({ network: network.name })}</p>
      )}
      <p class="hash-line">
        <HashLink hash={sent.hash} url={sent.explorerUrl} /> <CopyButton text={sent.hash} what={words.sent.theHash} />
      </p>
      {sent.waits && namesSender && proof}
      {!sent.waits && namesSender && (
        <details class="nothing-shows proof">
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

/** Amount, coin and network, or '' if the chain does not show them. */
function sawText({ amount, cryptocurrency: coin, network }: OpenClaim, { came }: Words): string {
  return amount && coin ? came.saw({ amount, coin, network }) : '';
}
