// One attempt that waits for its money: how much, where to, by when, and the wallets that can do it at a click.
import { useEffect, useRef, useState } from 'preact/hooks';
import { rememberSent, sentHash } from '../outside/sent-payments.ts';
import { connectWallet, sendPayment, type Wallet } from '../outside/wallets.ts';
import { Countdown } from '../parts/countdown.tsx';
import { Notice } from '../parts/notices.tsx';
import { WalletButtons } from '../parts/wallet-buttons.tsx';
import { namesSender, shortHash } from '../rules/address-text.ts';
import { type PaymentCall, paymentCall } from '../rules/payment-call.ts';
import type { Transaction } from '../rules/payment-objects.ts';
import type { CheckoutState } from '../use-checkout.ts';
import { faultText } from '../words/fault-text.ts';
import { useWords } from '../words/words.ts';
import { ChangeCoin } from './change-coin.tsx';
import { Instructions } from './instructions.tsx';
import { NothingShows } from './nothing-shows.tsx';

interface Props {
  readonly checkout: CheckoutState;
  readonly transaction: Transaction;
  /** The wallet that asked for this quote, to be asked to pay it without another click. */
  readonly chosenWallet: Wallet | null;
  /** Whether its payment was seen, and replaced before it was mined. */
  readonly replaced: boolean;
  readonly onQuote: (transaction: Transaction, wallet: Wallet | null) => void;
}

export function Awaiting({ checkout, transaction, chosenWallet, replaced, onQuote }: Props) {
  const { network, cryptocurrency } = transaction;
  const words = useWords();
  const call = network.type === 'EVM' ? paymentCall(transaction) : null;
  const payment = useWalletPayment(transaction, call, chosenWallet);
  const away = checkout.offers?.find((offer) => offer.network.symbol === network.symbol)?.network.available === false;
  return (
    <section class="card">
      <h1>{words.awaiting.title({ amount: transaction.amount ?? '', coin: cryptocurrency.symbol })}</h1>
      {transaction.expire_at && payment.sent === null && <Countdown until={transaction.expire_at} now={checkout.now} />}
      {replaced && <Notice kind="warning">{words.awaiting.replaced}</Notice>}
      {away && <Notice kind="warning">{words.awaiting.networkAway({ network: network.name })}</Notice>}
      {payment.problem && <Notice kind="problem">{payment.problem}</Notice>}
      {payment.otherAccount && (
        <OtherAccount checkout={checkout} transaction={transaction} wallet={payment.otherAccount} onQuote={onQuote} />
      )}
      {payment.sent !== null && (
        <Notice kind="info">
          <p>
            <span class="spinner" aria-hidden="true" />{' '}
            {words.awaiting.sent({
              network: network.name,
              hash: <span class="mono">{shortHash(payment.sent)}</span>,
            })}
          </p>
        </Notice>
      )}
      {payment.sent === null && call && (
        <WalletButtons
          wallets={checkout.wallets}
          busy={payment.busy}
          onPick={(wallet) => payment.pay(wallet)}
          otherwise={words.choosing.orAnyWallet}
        />
      )}
      {payment.sent === null && <Instructions transaction={transaction} />}
      {payment.sent === null && (
        <p class="waiting">
          <span class="pulse" aria-hidden="true" />
          {namesSender(network) ? words.awaiting.waiting : words.awaiting.waitingClosed}
        </p>
      )}
      <NothingShows checkout={checkout} transaction={transaction} />
      <ChangeCoin checkout={checkout} transaction={transaction} />
    </section>
  );
}

function OtherAccount(
  props: Omit<Props, 'chosenWallet' | 'replaced'> & { wallet: { wallet: Wallet; account: string } },
) {
  const { checkout, transaction, wallet, onQuote } = props;
  const [problem, setProblem] = useState<string | null>(null);
  const words = useWords();
  const invoiceId = checkout.snapshot?.invoice.id;
  const requote = async (): Promise<void> => {
    if (invoiceId === undefined) return;
    try {
      const cryptocurrency = transaction.cryptocurrency.symbol;
      const network = transaction.network.symbol;
      onQuote(
        await checkout.api.pay({ invoice_id: invoiceId, from: wallet.account, cryptocurrency, network }),
        wallet.wallet,
      );
    } catch (error) {
      setProblem(faultText(error, words));
    }
  };
  return (
    <Notice kind="warning">
      <p>
        {words.awaiting.otherAccount({
          wallet: wallet.wallet.name,
          account: <span class="mono">{shortHash(wallet.account)}</span>,
        })}
      </p>
      {problem && <p>{problem}</p>}
      <button class="secondary small" type="button" onClick={requote}>
        {words.awaiting.useAccount}
      </button>
    </Notice>
  );
}

/** Asks a wallet to pay, at most once at a time, and remembers that it did. */
function useWalletPayment(transaction: Transaction, call: PaymentCall | null, chosenWallet: Wallet | null) {
  const [sent, setSent] = useState(() => sentHash(transaction.id));
  const [busy, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [otherAccount, setOtherAccount] = useState<{ wallet: Wallet; account: string } | null>(null);
  const asked = useRef(false);
  const words = useWords();

  const pay = async (wallet: Wallet): Promise<void> => {
    if (call === null || busy !== null) return;
    setBusy(wallet.id);
    setProblem(null);
    setOtherAccount(null);
    try {
      const account = await connectWallet(wallet);
      // A quote that names no sender may be paid from any account.
      if (transaction.from !== undefined && account.toLowerCase() !== transaction.from.toLowerCase())
        setOtherAccount({ wallet, account });
      else {
        const hash = await sendPayment(wallet, account, call, transaction.network.name);
        rememberSent(transaction.id, hash);
        setSent(hash);
      }
    } catch (error) {
      setProblem(faultText(error, words));
    }
    setBusy(null);
  };
  useEffect(() => {
    if (chosenWallet === null || asked.current || sent !== null) return;
    asked.current = true;
    void pay(chosenWallet);
  }, []);
  return { sent, busy, problem, otherAccount, pay };
}
