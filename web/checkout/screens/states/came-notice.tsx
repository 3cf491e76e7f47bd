// Something came that pays nothing by itself: what it was, why it waits, and that the merchant knows.
import { Notice } from '../../parts/notices.tsx';
import type { Invoice, Snapshot, WaitingPayment } from '../../rules/payment-objects.ts';
import { webLink } from '../../rules/safe-link.ts';
import { useWords, type Words } from '../../words/words.ts';
import { Support } from '../support.tsx';

export function CameNotices({ snapshot, waiting }: { snapshot: Snapshot; waiting: readonly WaitingPayment[] }) {
  // Of payments that may be somebody else's nothing is known that would tell one from another.
  const known = waiting.filter(({ payment }) => payment !== null);
  const perhaps = waiting.find(({ payment }) => payment === null);
  return (
    <>
      {known.map((one) => (
        <CameNotice key={one.id} one={one} snapshot={snapshot} />
      ))}
      {known.length === 0 && perhaps !== undefined && <CameNotice one={perhaps} snapshot={snapshot} />}
    </>
  );
}

function CameNotice({ one, snapshot }: { one: WaitingPayment; snapshot: Snapshot }) {
  const words = useWords();
  const link = webLink(one.payment?.explorer_url);
  return (
    <Notice kind="warning">
      <p>
        <strong>{title(one, words)}</strong> {why(one, snapshot, words)}
      </p>
      <p>{one.payment === null ? words.came.perhapsNext : next(snapshot.invoice, words)}</p>
      <p>
        <Support invoice={snapshot.invoice} />
        {link && (
          <a href={link} target="_blank" rel="noopener noreferrer">
            {words.came.look}
          </a>
        )}
      </p>
    </Notice>
  );
}

function title({ payment }: WaitingPayment, { came }: Words): string {
  if (payment === null) return came.perhaps;
  return came.saw({ amount: payment.amount, coin: payment.cryptocurrency, network: payment.network });
}

/** The newest attempt says what was asked for, where it can be told apart from what came. */
function why({ reason, payment }: WaitingPayment, { transactions }: Snapshot, { came }: Words): string {
  const asked = transactions.find((one) => one.amount !== null);
  if (payment === null) return '';
  switch (reason) {
    case 'wrong_asset':
      return asked === undefined ? '' : came.wrongCoin({ coin: asked.cryptocurrency.symbol });
    case 'wrong_network':
      return asked === undefined ? '' : came.wrongNetwork({ network: asked.network.name });
    case 'held':
      return came.late;
    case 'invoice_canceled':
      return came.canceled;
    default:
      return came.unclear;
  }
}

function next({ status }: Invoice, { came }: Words): string {
  return status === 'paid' ? came.told : `${came.told} ${came.notAgain}`;
}
