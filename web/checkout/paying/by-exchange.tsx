// Paying from an exchange: the fields of its withdrawal form, in its words, and a field for the transaction hash.
import { exchangeName } from '../../../src/core/words/exchange-names.ts';
import { NetworkSign } from '../offers/glyph.tsx';
import { ClaimForm } from '../parts/claim-form.tsx';
import type { Transaction } from '../rules/payment-objects.ts';
import type { CheckoutState } from '../use-checkout.ts';
import { useWords } from '../words/words.ts';
import { WhatAndWhere } from './by-wallet-app.tsx';

export function ByExchange({ checkout, transaction }: { checkout: CheckoutState; transaction: Transaction }) {
  const { ways: words, instructions } = useWords();
  const { amount, cryptocurrency, network, contract } = transaction;
  const coin = cryptocurrency.symbol;
  return (
    <>
      <p>
        {words.withdraw({
          coin: <strong>{coin}</strong>,
          network: (
            <strong class="network">
              <NetworkSign symbol={network.symbol} /> <bdi>{exchangeName(network)}</bdi>
            </strong>
          ),
        })}
      </p>
      <p class="warning-line">
        {words.addFee({ amount: <bdi dir="ltr">{`${amount} ${coin}`}</bdi> })}
        {contract === null && network.internal_transfers === 'direct_only' && ` ${instructions.plainAccount}`}
      </p>
      <WhatAndWhere transaction={transaction} />
      <p class="quiet">{words.sentIt}</p>
      <ClaimForm key={transaction.id} checkout={checkout} transaction={transaction} />
    </>
  );
}
