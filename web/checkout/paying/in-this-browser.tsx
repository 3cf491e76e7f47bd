// Paying with a wallet in this browser: one button for each that was found.
import type { Wallet } from '../browser/wallets.ts';
import { Busy } from '../parts/busy.tsx';
import type { Transaction } from '../rules/payment-objects.ts';
import { useWords } from '../words/words.ts';
import type { WalletPayment } from './use-wallet-payment.ts';

interface Props {
  readonly wallets: readonly Wallet[];
  readonly transaction: Transaction;
  readonly payment: WalletPayment;
}

export function InThisBrowser({ wallets, transaction, payment }: Props) {
  const { ways, choosing: words } = useWords();
  if (wallets.length === 0) return <p>{ways.noWallet({ network: transaction.network.name })}</p>;
  return (
    <div class="wallets">
      {wallets.map((wallet) => (
        <button
          key={wallet.id}
          class="primary"
          type="button"
          disabled={payment.busy !== null}
          onClick={() => payment.pay(wallet)}
        >
          {payment.busy === wallet.id ? (
            <Busy>{words.answerIn({ wallet: wallet.name })}</Busy>
          ) : (
            <>
              {wallet.icon && <img src={wallet.icon} alt="" width="22" height="22" />}
              {words.payWith({ wallet: wallet.name })}
            </>
          )}
        </button>
      ))}
    </div>
  );
}
