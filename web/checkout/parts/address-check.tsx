// The checksum of what is asked for, beside the address: a shop that holds this page shows the same one outside of it.
import { addressChecksum } from '../../../src/core/payment/address-check.ts';
import type { Transaction } from '../rules/payment-objects.ts';
import { useWords } from '../words/words.ts';

export function AddressCheck({ transaction }: { transaction: Transaction }) {
  const { frame: words } = useWords();
  return (
    <p class="quiet address-check">
      {words.check}{' '}
      <span class="mono" translate={false}>
        {checksumOf(transaction)}
      </span>
      <br />
      {words.checkPurpose}
    </p>
  );
}

/** Of what this page shows, and of nothing that anybody says of it. */
function checksumOf({ id, to, network, cryptocurrency, amount }: Transaction): string {
  return addressChecksum({
    transactionId: id,
    to,
    network: network.symbol,
    cryptocurrency: cryptocurrency.symbol,
    amount: amount ?? '',
  });
}
