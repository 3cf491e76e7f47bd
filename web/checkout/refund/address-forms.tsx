// The forms by which the customer gives the address. The server reads them, so they need no script.
import { plainInput } from '../parts/claim-form.tsx';
import { useWords } from '../words/words.ts';
import { type Refund, type RefundData, type RefusedForm, useRefundWords } from './refund-data.ts';
import { mayInsist, refundFault } from './refund-fault.ts';

interface Props {
  readonly data: RefundData;
  /** The name of the network that exchanges use. */
  readonly network: string;
  readonly refused: RefusedForm | null;
}

export function AddressForms({ data: { refund }, network, refused }: Props) {
  const own = useRefundWords();
  const page = useWords();
  const fault = refused === null ? null : refundFault(refused, network, { own, page });
  return (
    <>
      <form class="sender" method="post">
        <label for="to">{own.page.label({ coin: refund.cryptocurrency, network })}</label>
        <input
          id="to"
          name="to"
          class="address-input"
          maxLength={200}
          required
          value={refused?.value ?? ''}
          {...plainInput}
          autofocus={fault !== null}
          aria-invalid={fault !== null}
          aria-describedby={fault === null ? 'once' : 'fault once'}
        />
        {fault !== null && (
          <p id="fault" class="field-fault" role="alert">
            {fault}
          </p>
        )}
        {refused !== null && mayInsist(refused) && (
          <label class="plain-box">
            <input type="checkbox" name="confirm" value="yes" />
            <span>{own.page.anyway}</span>
          </label>
        )}
        <p id="once" class="hint">
          {own.page.once}
        </p>
        <button class="primary" type="submit">
          {own.page.use}
        </button>
      </form>
      {refund.suggested_to && <PaidFrom address={refund.suggested_to} isStated={refund.suggested_by === 'payer'} />}
    </>
  );
}

/** Folded, so that the warning is read before the button is there. */
function PaidFrom({ address, isStated }: { address: NonNullable<Refund['suggested_to']>; isStated: boolean }) {
  const own = useRefundWords();
  return (
    <details class="nothing-shows paid-from">
      <summary>{isStated ? own.page.stated : own.page.paidFrom}</summary>
      <form method="post">
        <p class="address break" dir="ltr">
          {address}
        </p>
        <p class="notice warning">{own.page.exchange}</p>
        <input type="hidden" name="to" value={address} />
        <button class="secondary" type="submit">
          {own.page.usePaidFrom}
        </button>
      </form>
    </details>
  );
}
