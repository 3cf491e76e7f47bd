// A payment arrived that is not credited automatically: its amount, the reason, and that the merchant has been
// notified.
import { Notice } from '../../../parts/notices.tsx';
import type { Invoice, OpenClaim, Snapshot, WaitingPayment } from '../../../rules/payment-objects.ts';
import { webLink } from '../../../rules/safe-link.ts';
import { useWords, type Words } from '../../../words/words.ts';
import { Support } from '../../support.tsx';
import { ClaimNotice } from './claim-notice.tsx';
import { whyItWaits } from './waiting-reason.ts';

interface Props {
  readonly snapshot: Snapshot;
  readonly waiting: readonly (OpenClaim | WaitingPayment)[];
}

export function CameNotices({ snapshot, waiting }: Props) {
  const claims = waiting.filter((one) => 'hash' in one);
  const others = waiting.filter((one) => 'payment' in one);
  // Payments that may be another customer's show no details, so one notice covers them.
  const known = others.filter(({ payment }) => payment !== null);
  const perhaps = others.find(({ payment }) => payment === null);
  return (
    <>
      {claims.map((one) => (
        <ClaimNotice key={`${one.hash} ${one.cryptocurrency}`} claim={one} snapshot={snapshot} />
      ))}
      {snapshot.more_claims !== undefined && <MoreClaims count={snapshot.more_claims} />}
      {known.map((one) => (
        <CameNotice key={one.id} one={one} snapshot={snapshot} />
      ))}
      {known.length + claims.length === 0 && perhaps !== undefined && <CameNotice one={perhaps} snapshot={snapshot} />}
    </>
  );
}

/** A separate component, so that pages without claims do not load this group of texts at first. */
function MoreClaims({ count }: { count: number }) {
  const { came } = useWords();
  return <Notice kind="warning">{came.moreClaims({ count })}</Notice>;
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

/** The newest attempt has the coin and network that the invoice asks for. */
function why({ reason, payment }: WaitingPayment, { transactions }: Snapshot, words: Words): string {
  if (payment === null) return '';
  const asked = transactions.find((one) => one.amount !== null);
  return whyItWaits({ reason, coin: payment.cryptocurrency, network: payment.network }, asked, words);
}

function next({ status }: Invoice, { came }: Words): string {
  return status === 'paid' ? came.told : `${came.told} ${came.notAgain}`;
}
