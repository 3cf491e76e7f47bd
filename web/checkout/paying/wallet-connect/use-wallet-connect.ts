// Paying with a wallet app through WalletConnect, where the operator has set that up: what there is to do next.
import { useRef, useState } from 'preact/hooks';
import type { Step } from '../../browser/wallet-connect/relayed-provider.ts';
import { type Provider, type Wallet, WalletRefusal } from '../../browser/wallets.ts';
import { paymentCall } from '../../rules/payment-call.ts';
import type { Transaction } from '../../rules/payment-objects.ts';
import { latePart } from '../../start/late-part.ts';
import type { CheckoutState } from '../../use-checkout.ts';
import type { WalletPayment } from '../use-wallet-payment.ts';

export interface WalletConnect {
  /** null while nobody is asked. */
  readonly step: Step | null;
  readonly start: () => void;
  readonly stop: () => void;
}

/** null where this payment cannot be asked for so. */
export function useWalletConnect(
  { walletConnect: settings, merchant }: CheckoutState,
  transaction: Transaction,
  payment: WalletPayment,
): WalletConnect | null {
  const [step, setStep] = useState<Step | null>(null);
  const ending = useRef<AbortController | null>(null);
  const call = settings === null ? null : paymentCall(transaction);
  if (settings === null || call === null) return null;
  const start = async (): Promise<void> => {
    const ended = new AbortController();
    ending.current = ended;
    setStep({ kind: 'opening' });
    let name = service;
    const tell = (next: Step): void => {
      if (next.kind === 'asked') name = next.name;
      setStep(next);
    };
    const page = { name: merchant?.name ?? location.host, url: location.origin };
    const provider = lateProvider(async () => {
      const { relayedProvider } = await latePart(import('../../browser/wallet-connect/relayed-provider.ts'));
      return relayedProvider({ service, settings, chainId: call.chainId, page, tell }, ended.signal);
    });
    // Called as the wallet calls itself, once there is one.
    const wallet: Wallet = {
      get name() {
        return name;
      },
      id: service,
      icon: null,
      protocol: 'eip1193',
      provider,
    };
    await payment.pay(wallet);
    ended.abort();
    setStep(null);
  };
  // Whoever stops knows it; and what was sent is found on the chain.
  const stop = (): void => ending.current?.abort(new WalletRefusal('declined', () => ''));
  return { step, start: () => void start(), stop };
}

/** Called so in every language. */
export const service = 'WalletConnect';

/** A provider whose part of the script is fetched when it is first asked. */
function lateProvider(fetched: () => Promise<Provider>): Provider {
  let provider: Promise<Provider> | undefined;
  return {
    request: async (call) => {
      provider ??= fetched();
      return (await provider).request(call);
    },
  };
}
