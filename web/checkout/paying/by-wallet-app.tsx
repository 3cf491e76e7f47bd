// Paying from a phone app: a code to scan, or a link on the phone that has the app.
import { useState } from 'preact/hooks';
import { QrCode } from '../parts/qr-code.tsx';
import type { Transaction } from '../rules/payment-objects.ts';
import { walletLink } from '../rules/safe-link.ts';
import { useWords } from '../words/words.ts';
import { CodeFold } from './codes/code-fold.tsx';
import { paymentCodes } from './codes/payment-codes.ts';
import { Address, Amount, CopyRow } from './copy-row.tsx';
import type { WalletPayment } from './use-wallet-payment.ts';
import { ByWalletConnect } from './wallet-connect/by-wallet-connect.tsx';
import type { WalletConnect } from './wallet-connect/use-wallet-connect.ts';
import { walletLinks } from './wallet-links.ts';
import { Details, SendOnly } from './warnings.tsx';

interface Props {
  readonly transaction: Transaction;
  readonly payment: WalletPayment;
  readonly walletConnect: WalletConnect | null;
  /** The page is open in a wallet's browser, or in a browser with a wallet. */
  readonly isWalletHere: boolean;
}

export function ByWalletApp({ transaction, payment, walletConnect, isWalletHere }: Props) {
  // Only one code is shown at a time.
  const isConnecting = walletConnect !== null && walletConnect.step !== null;
  return (
    <>
      {!isWalletHere && !isConnecting && <OpenInApp transaction={transaction} />}
      <SendOnly transaction={transaction} />
      <WhatAndWhere transaction={transaction} />
      {!isConnecting && <Code transaction={transaction} />}
      {walletConnect !== null && <ByWalletConnect {...walletConnect} disabled={payment.busy !== null} />}
      <Details transaction={transaction} />
    </>
  );
}

/** Amount and address, each on a row that copies it. */
export function WhatAndWhere({ transaction }: { transaction: Transaction }) {
  const { instructions: words } = useWords();
  const { amount, cryptocurrency, to } = transaction;
  return (
    <dl class="facts">
      <CopyRow label={words.amount} text={amount ?? ''} what={words.theAmount}>
        <Amount amount={amount ?? ''} coin={cryptocurrency.symbol} />
      </CopyRow>
      <CopyRow label={words.address} text={to} what={words.theAddress}>
        <Address address={to} />
      </CopyRow>
    </dl>
  );
}

function Code({ transaction }: { transaction: Transaction }) {
  const { instructions: words } = useWords();
  const codes = paymentCodes(transaction);
  const [isSecond, setSecond] = useState(false);
  const hasAmount = (codes.first === 'withAmount') !== isSecond;
  const coin = transaction.cryptocurrency.symbol;
  const label = hasAmount ? words.code({ amount: transaction.amount ?? '', coin }) : words.addressCode;
  return (
    <CodeFold>
      <div class="code">
        <QrCode text={hasAmount ? (codes.withAmount ?? codes.address) : codes.address} label={label} />
        {codes.withAmount !== null && (
          <button class="quiet-link" type="button" onClick={() => setSecond(!isSecond)}>
            {hasAmount ? words.plainCode : words.amountCode}
          </button>
        )}
        {hasAmount && codes.first === 'address' && <p class="quiet">{words.amountCodeHint}</p>}
      </div>
    </CodeFold>
  );
}

/** Shown only on phones: see style/late/paying.css. */
function OpenInApp({ transaction }: { transaction: Transaction }) {
  const { instructions: words } = useWords();
  const codes = paymentCodes(transaction);
  const link = codes.first === 'withAmount' ? walletLink(codes.withAmount) : null;
  const apps = walletLinks(transaction.network.wallet_protocol, location.href.split('#')[0] as string);
  if (apps.length === 0 && link === null) return null;
  return (
    <div class="apps">
      {apps.length === 0 && (
        <a class="button primary" href={link ?? ''}>
          {words.openApp}
        </a>
      )}
      {apps.length > 0 && <p>{words.openApp}</p>}
      {apps.map(({ name, href }) => (
        <a
          key={name}
          class="button secondary small"
          href={href}
          rel="noreferrer"
          aria-label={words.openIn({ wallet: name })}
        >
          {name}
        </a>
      ))}
    </div>
  );
}
