// A payment arrived that is not credited automatically: its amount, the reason, and that the merchant has been
// notified.
import type { Invoice, Snapshot, WaitingPayment } from '../../rules/payment-objects.ts';
import { webLink } from '../../rules/safe-link.ts';
import { useWords, type Words } from '../../words/words.ts';
import { whyItWaits } from './waiting-reason.ts';

export function UnmatchedItem({ one, snapshot }: { one: WaitingPayment; snapshot: Snapshot }) {
  const words = useWords();
  const link = webLink(one.payment?.explorer_url);
  return (
    <>
      <p>
        <strong>{title(one, words)}</strong> {why(one, snapshot, words)}
      </p>
      <p>
        {one.payment === null ? words.came.perhapsNext : next(snapshot.invoice, words)}{' '}
        {link && (
          <a href={link} target="_blank" rel="noopener noreferrer">
            {words.came.look}
          </a>
        )}
      </p>
    </>
  );
}

function title({ payment }: WaitingPayment, { came }: Words): string {
  if (payment === null) return came.perhaps;
  return came.saw({ amount: payment.amount, coin: payment.cryptocurrency, network: payment.network });
}

/** The newest attempt has the coin and network that the invoice asks for. */
function why({ reason, payment }: WaitingPayment, { transactions }: Snapshot, words: Words): string {
  if (payment === null) return '';
  const asked = transactions.find((one) => one.amount !== null);
  return whyItWaits({ reason, coin: payment.cryptocurrency, network: payment.network }, asked, words);
}

function next({ status }: Invoice, { came }: Words): string {
  return status === 'paid' ? came.told : `${came.told} ${came.notAgain}`;
}
