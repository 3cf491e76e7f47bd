// One button for every wallet that the browser brought.
import type { Wallet } from '../outside/wallets.ts';
import { useWords } from '../words/words.ts';
import { Busy } from './busy.tsx';

interface Props {
  readonly wallets: readonly Wallet[];
  /** Id of the wallet at work, or of anything else that is. */
  readonly busy: string | null;
  readonly onPick: (wallet: Wallet) => void;
  /** What else can be done instead, said below the buttons. */
  readonly otherwise: string;
}

export function WalletButtons({ wallets, busy, onPick, otherwise }: Props) {
  const { choosing: words } = useWords();
  if (wallets.length === 0) return null;
  return (
    <div class="wallets">
      {wallets.map((wallet) => (
        <button key={wallet.id} class="primary" type="button" disabled={busy !== null} onClick={() => onPick(wallet)}>
          {busy === wallet.id ? (
            <Busy>{words.answerIn({ wallet: wallet.name })}</Busy>
          ) : (
            <>
              {wallet.icon && <img src={wallet.icon} alt="" width="22" height="22" />}
              {words.payWith({ wallet: wallet.name })}
            </>
          )}
        </button>
      ))}
      <p class="or">{otherwise}</p>
    </div>
  );
}
