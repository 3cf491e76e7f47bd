// "How do you pay?": a wallet app, an exchange, or a wallet in this browser. The last choice is preselected.
import { useLayoutEffect, useState } from 'preact/hooks';
import type { Wallet } from '../browser/wallets.ts';
import { Notice } from '../parts/notices.tsx';
import type { Transaction } from '../rules/payment-objects.ts';
import { NothingShows } from '../screens/nothing-shows.tsx';
import type { CheckoutState } from '../use-checkout.ts';
import { faultText } from '../words/fault-text.ts';
import { useWords } from '../words/words.ts';
import { ByExchange } from './by-exchange.tsx';
import { ByWalletApp } from './by-wallet-app.tsx';
import { InThisBrowser } from './in-this-browser.tsx';
import { remember, remembered } from './last-choice.ts';
import { Tabs } from './tabs.tsx';
import type { WalletPayment } from './use-wallet-payment.ts';
import type { WalletConnect } from './wallet-connect/use-wallet-connect.ts';

interface Props {
  readonly checkout: CheckoutState;
  readonly transaction: Transaction;
  readonly payment: WalletPayment;
  readonly walletConnect: WalletConnect | null;
  /** Otherwise the box above the screen has the form for a transaction hash. */
  readonly isCalm: boolean;
  readonly onQuote: (transaction: Transaction) => void;
}

type Way = 'app' | 'exchange' | 'browser';

export function Ways({ checkout, transaction, payment, walletConnect, isCalm, onQuote }: Props) {
  const { ways: words, awaiting } = useWords();
  const { network } = transaction;
  const wallets = checkout.wallets.filter((wallet) => wallet.protocol === network.wallet_protocol);
  const [way, setWay] = useWay(wallets);
  const hour = useHour(checkout, transaction, onQuote);
  const choose = (next: Way): void => {
    setWay(next);
    if (next === 'exchange') void hour.hold();
  };
  const tabs = [
    { name: 'app' as const, title: words.app },
    { name: 'exchange' as const, title: words.exchange },
    ...(network.wallet_protocol ? [{ name: 'browser' as const, title: words.browser }] : []),
  ];
  return (
    <div class="ways">
      <Tabs label={words.title} tabs={tabs} chosen={way} onChoose={choose}>
        {hour.problem && <Notice kind="problem">{hour.problem}</Notice>}
        {way === 'app' && (
          <ByWalletApp {...{ transaction, payment, walletConnect }} isWalletHere={wallets.length > 0} />
        )}
        {way === 'exchange' && <ByExchange checkout={checkout} transaction={transaction} />}
        {way === 'browser' && <InThisBrowser wallets={wallets} transaction={transaction} payment={payment} />}
        <p class="waiting">
          <span class="pulse" aria-hidden="true" />
          {awaiting.waiting}
        </p>
        {isCalm && way !== 'exchange' && <NothingShows checkout={checkout} transaction={transaction} />}
      </Tabs>
    </div>
  );
}

/**
 * The customer's choice on this page, else the last choice, else a wallet in this browser, else an app. Memory is read
 * after the first drawing, which is the same for all customers because the server may have made it.
 */
function useWay(wallets: readonly Wallet[]): [Way, (way: Way) => void] {
  const [picked, setPicked] = useState<Way | null>(null);
  const [last, setLast] = useState<string | null>(null);
  useLayoutEffect(() => setLast(remembered('way')), []);
  const pick = (way: Way): void => {
    setPicked(way);
    remember('way', way);
  };
  const here = wallets.length > 0 ? 'browser' : 'app';
  if (picked !== null) return [picked, pick];
  return [last === 'app' || last === 'exchange' ? last : here, pick];
}

/**
 * Exchanges are slow, so their customers' price is held for an hour. A new quote keeps the address and replaces the
 * earlier one.
 */
function useHour(checkout: CheckoutState, transaction: Transaction, onQuote: Props['onQuote']) {
  const words = useWords();
  const [problem, setProblem] = useState<string | null>(null);
  const hold = async (): Promise<void> => {
    const { invoice_id, from, cryptocurrency, network, created_at, expire_at } = transaction;
    const isHeld = Date.parse(expire_at ?? '') - Date.parse(created_at) >= hourMilliseconds;
    if (isHeld || from !== undefined) return;
    setProblem(null);
    try {
      const coin = { cryptocurrency: cryptocurrency.symbol, network: network.symbol };
      onQuote(await checkout.api.pay({ invoice_id, from, exchange: true, ...coin }));
    } catch (error) {
      setProblem(faultText(error, words));
    }
  };
  return { hold, problem };
}

const hourMilliseconds = 3_600_000;
