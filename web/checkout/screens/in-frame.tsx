// Inside a shop's page: notifies that page of the payment's progress, and links out of the frame, for wallets that do
// not work in one.
import { useFrame } from '../browser/frame.ts';
import { AddressCheck } from '../parts/address-check.tsx';
import type { Invoice } from '../rules/payment-objects.ts';
import type { Stage } from '../rules/stage.ts';
import { payAddress } from '../start/public-path.ts';
import { useWords } from '../words/words.ts';

interface Props {
  readonly invoice: Invoice;
  readonly stage: Stage;
  /** The origins that may frame this page. */
  readonly origins: readonly string[];
}

export function InFrame({ invoice, stage, origins }: Props) {
  const { frame: words } = useWords();
  const asked = stage.kind === 'awaiting' ? stage.transaction : null;
  useFrame({
    invoiceId: invoice.id,
    stage: stage.kind,
    shown: asked && {
      transaction_id: asked.id,
      to: asked.to,
      amount: asked.amount,
      cryptocurrency: asked.cryptocurrency.symbol,
      network: asked.network.symbol,
    },
    origins,
  });
  return (
    <>
      {asked && <AddressCheck transaction={asked} />}
      <p class="quiet foot">
        {words.alone}{' '}
        <a href={payAddress(invoice.id)} target="_blank" rel="noopener">
          {words.openAlone}
        </a>
      </p>
    </>
  );
}
