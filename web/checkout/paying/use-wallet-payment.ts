// Requests a payment from a browser wallet, one at a time, and remembers the request.
import { useState } from 'preact/hooks';
import { rememberSent } from '../browser/sent-payments.ts';
import type { Wallet } from '../browser/wallets.ts';
import type { Transaction } from '../rules/payment-objects.ts';
import { latePart } from '../start/late-part.ts';
import { faultText } from '../words/fault-text.ts';
import { useWords } from '../words/words.ts';

export interface WalletPayment {
  /** The id of the wallet with a pending request, or null. */
  readonly busy: string | null;
  readonly problem: string | null;
  pay(wallet: Wallet): Promise<void>;
}

export function useWalletPayment(transaction: Transaction): WalletPayment {
  const words = useWords();
  const [busy, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const pay = async (wallet: Wallet): Promise<void> => {
    if (busy !== null) return;
    setBusy(wallet.id);
    setProblem(null);
    try {
      const { payByWallet } = await latePart(import('../browser/pay-by-wallet.ts'));
      rememberSent(transaction.id, await payByWallet(wallet, transaction));
    } catch (error) {
      setProblem(faultText(error, words));
    }
    setBusy(null);
  };
  return { busy, problem, pay };
}
