// Everything needed to pay from any wallet: code, amount, address, and what must not be mixed up.

import { CopyButton } from '../parts/copy-button.tsx';
import { QrCode } from '../parts/qr-code.tsx';
import { addressGroups, namesSender } from '../rules/address-text.ts';
import type { Transaction } from '../rules/payment-objects.ts';
import { walletLink } from '../rules/safe-link.ts';

export function Instructions({ transaction }: { transaction: Transaction }) {
  const { cryptocurrency, network, contract } = transaction;
  const amount = transaction.amount ?? '';
  const link = walletLink(transaction.payment_uri);
  return (
    <div class="instructions">
      <div class="code">
        <QrCode
          text={transaction.payment_uri ?? transaction.to}
          label={`Payment code for ${amount} ${cryptocurrency.symbol}`}
        />
        {link && (
          <a class="button secondary small" href={link}>
            Open in a wallet app
          </a>
        )}
      </div>
      <dl class="facts">
        <div class="fact">
          <dt>Exactly this amount</dt>
          <dd>
            <span class="amount">
              {amount} <span class="unit">{cryptocurrency.symbol}</span>
            </span>
            <CopyButton text={amount} what="the amount" />
          </dd>
        </div>
        <div class="fact">
          <dt>To this address</dt>
          <dd>
            <Address address={transaction.to} />
            <CopyButton text={transaction.to} what="the address" />
          </dd>
        </div>
        {transaction.from !== undefined && (
          <div class="fact">
            <dt>{namesSender(network) ? 'From your address' : 'If money has to go back, it goes to'}</dt>
            <dd>
              <Address address={transaction.from} quiet />
            </dd>
          </div>
        )}
      </dl>
      <p class="warning-line">
        Send only <strong>{cryptocurrency.symbol}</strong> on <strong>{network.name}</strong>. Other coins, or{' '}
        {cryptocurrency.symbol} on another network, do not arrive here.
        {contract && (
          <>
            {' '}
            Its token contract is <span class="mono break">{contract}</span>.
          </>
        )}
      </p>
      {contract === null && network.internal_transfers === 'direct_only' && (
        <p class="warning-line">
          Pay from a plain account: what a smart wallet, or a batch of an exchange, sends through a contract is not seen
          here by itself.
        </p>
      )}
      {contract === null && network.internal_transfers === 'one_time_addresses' && (
        <p class="quiet">
          What a smart wallet, or a batch of an exchange, sends through a contract is seen here too, a little later.
        </p>
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
