// Everything needed to pay from any wallet: code, amount, address, and what must not be mixed up.

import { AddressCheck } from '../parts/address-check.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { QrCode } from '../parts/qr-code.tsx';
import { addressGroups, namesSender } from '../rules/address-text.ts';
import type { Transaction } from '../rules/payment-objects.ts';
import { walletLink } from '../rules/safe-link.ts';
import { useWords } from '../words/words.ts';

export function Instructions({ transaction }: { transaction: Transaction }) {
  const { cryptocurrency, network, contract } = transaction;
  const { instructions: words } = useWords();
  const amount = transaction.amount ?? '';
  const link = walletLink(transaction.payment_uri);
  return (
    <div class="instructions">
      <div class="code">
        <QrCode
          text={transaction.payment_uri ?? transaction.to}
          label={words.code({ amount, coin: cryptocurrency.symbol })}
        />
        {link && (
          <a class="button secondary small" href={link}>
            {words.openApp}
          </a>
        )}
      </div>
      <dl class="facts">
        <div class="fact">
          <dt>{words.amount}</dt>
          <dd>
            <span class="amount">
              {amount} <span class="unit">{cryptocurrency.symbol}</span>
            </span>
            <CopyButton text={amount} what={words.theAmount} />
          </dd>
        </div>
        <div class="fact">
          <dt>{words.address}</dt>
          <dd>
            <Address address={transaction.to} />
            <CopyButton text={transaction.to} what={words.theAddress} />
          </dd>
        </div>
        {transaction.from !== undefined && (
          <div class="fact">
            <dt>{namesSender(network) ? words.from : words.refundTo}</dt>
            <dd>
              <Address address={transaction.from} quiet />
            </dd>
          </div>
        )}
      </dl>
      <AddressCheck transaction={transaction} />
      <p class="warning-line">
        {words.sendOnly({
          thisCoin: <strong>{cryptocurrency.symbol}</strong>,
          network: <strong>{network.name}</strong>,
          coin: cryptocurrency.symbol,
        })}
        {contract && <> {words.contract({ contract: <span class="mono break">{contract}</span> })}</>}
      </p>
      {contract === null && network.internal_transfers === 'direct_only' && (
        <p class="warning-line">{words.plainAccount}</p>
      )}
      {contract === null && network.internal_transfers === 'one_time_addresses' && (
        <p class="quiet">{words.contractLater}</p>
      )}
    </div>
  );
}

function Address({ address, quiet }: { address: string; quiet?: boolean }) {
  return (
    <span class={quiet ? 'address quiet' : 'address'} translate={false}>
      {addressGroups(address).map((group, index) => (
        <span key={index}>{group}</span>
      ))}
    </span>
  );
}
