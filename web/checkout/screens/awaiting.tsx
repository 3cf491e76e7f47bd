// One attempt that waits for its payment: the amount, the address, and the ways to pay.
import { NetworkSign } from '../offers/glyph.tsx';
import { offersFor } from '../offers/offer-groups.ts';
import { Countdown } from '../parts/countdown.tsx';
import { Notice } from '../parts/notices.tsx';
import { PayAnyway } from '../parts/pay-anyway.tsx';
import { Ways } from '../paying/payment-methods.tsx';
import { TestPayment } from '../paying/test-payment.tsx';
import { useWalletPayment } from '../paying/use-wallet-payment.ts';
import { useWalletConnect } from '../paying/wallet-connect/use-wallet-connect.ts';
import { isZero, stillDue } from '../rules/figures.ts';
import type { Invoice, Transaction } from '../rules/payment-objects.ts';
import { quotedValue } from '../rules/quote/quote-figures.ts';
import type { CheckoutState } from '../use-checkout.ts';
import { useWords } from '../words/words.ts';
import { ChangeCoin } from './change-coin.tsx';

interface Props {
  readonly checkout: CheckoutState;
  readonly invoice: Invoice;
  readonly transaction: Transaction;
  /** Whether its payment was seen, and replaced before it was mined. */
  readonly replaced: boolean;
  /** No payment of the customer waits for the merchant. */
  readonly isCalm: boolean;
  /** Whether the ways to pay are folded. */
  readonly isFolded: boolean;
  readonly onQuote: (transaction: Transaction) => void;
}

export function Awaiting({ checkout, invoice, transaction, replaced, isCalm, isFolded, onQuote }: Props) {
  const words = useWords();
  const { network } = transaction;
  const payment = useWalletPayment(transaction);
  const walletConnect = useWalletConnect(checkout, transaction, payment);
  const away = checkout.offers?.find((offer) => offer.network.symbol === network.symbol)?.network.available === false;
  return (
    <section class="card">
      <WhatToSend invoice={invoice} transaction={transaction} />
      {transaction.expire_at && <Countdown until={transaction.expire_at} now={checkout.now} />}
      {replaced && <Notice kind="warning">{words.awaiting.replaced}</Notice>}
      {away && <Notice kind="warning">{words.awaiting.networkAway({ network: network.name })}</Notice>}
      {payment.problem && <Notice kind="problem">{payment.problem}</Notice>}
      {transaction.to === '' ? (
        <Notice kind="problem">{words.awaiting.noAddress}</Notice>
      ) : network.simulated === true ? (
        <TestPayment checkout={checkout} transaction={transaction} />
      ) : (
        <PayAnyway when={isFolded}>
          <Ways {...{ checkout, transaction, payment, walletConnect, isCalm, onQuote }} />
        </PayAnyway>
      )}
      {offersFor(checkout.offers, invoice).length > 1 && <ChangeCoin checkout={checkout} transaction={transaction} />}
    </section>
  );
}

/** "Send 49.9 USDT on Ethereum", with the approximate value in fiat. */
function WhatToSend({ invoice, transaction }: Pick<Props, 'invoice' | 'transaction'>) {
  const words = useWords();
  const { amount, cryptocurrency, network } = transaction;
  const value = quotedValue(transaction, invoice.total);
  const text = (sum: string) => words.money(sum, invoice.currency);
  return (
    <div class="what">
      <h1>
        {words.awaiting.title({
          amount: <bdi dir="ltr">{`${amount} ${cryptocurrency.symbol}`}</bdi>,
          network: (
            <span class="network">
              <NetworkSign symbol={network.symbol} /> <bdi>{network.name}</bdi>
            </span>
          ),
        })}
      </h1>
      {value && <p class="about">{words.choosing.about({ amount: text(value) })}</p>}
      {!isZero(invoice.paid) && (
        <p class="about">{words.partlyPaid.title({ paid: text(invoice.paid), left: text(stillDue(invoice)) })}</p>
      )}
    </div>
  );
}
