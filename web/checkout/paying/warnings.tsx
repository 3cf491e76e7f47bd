// The warning against the wrong coin or network, in a sentence, with details folded.
import type { Transaction } from '../rules/payment-objects.ts';
import { useWords } from '../words/words.ts';

export function SendOnly({ transaction }: { transaction: Transaction }) {
  const { instructions: words } = useWords();
  const { cryptocurrency, network, contract } = transaction;
  return (
    <p class="warning-line">
      {words.sendOnly({
        thisCoin: <strong>{cryptocurrency.symbol}</strong>,
        network: <strong>{network.name}</strong>,
      })}
      {contract === null && network.internal_transfers === 'direct_only' && ` ${words.plainAccount}`}
    </p>
  );
}

export function Details({ transaction }: { transaction: Transaction }) {
  const { instructions: words } = useWords();
  const { network, contract } = transaction;
  if (contract !== null)
    return (
      <details class="fold">
        <summary>{words.contractTitle}</summary>
        <p class="mono break" dir="ltr">
          {contract}
        </p>
      </details>
    );
  if (network.internal_transfers !== 'one_time_addresses') return null;
  return <p class="quiet small-print">{words.contractLater}</p>;
}
