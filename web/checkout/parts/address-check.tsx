// The checksum of the payment request, next to the address. A shop that embeds this page shows the same one outside the
// frame.
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

/** Computed from what this page shows, not from anything that the server sends as a checksum. */
function checksumOf({ id, to, network, cryptocurrency, amount }: Transaction): string {
  return addressChecksum({
    transactionId: id,
    to,
    network: network.symbol,
    cryptocurrency: cryptocurrency.symbol,
    amount: amount ?? '',
  });
}
