// The state of a payment through WalletConnect, if the operator has configured it.
import { useRef, useState } from 'preact/hooks';
import type { Step } from '../../browser/wallet-connect/relayed-provider.ts';
import { type Provider, type Wallet, WalletRefusal } from '../../browser/wallets.ts';
import { paymentCall } from '../../rules/payment-call.ts';
import type { Transaction } from '../../rules/payment-objects.ts';
import { latePart } from '../../start/late-part.ts';
import type { CheckoutState } from '../../use-checkout.ts';
import type { WalletPayment } from '../use-wallet-payment.ts';

export interface WalletConnect {
  /** Null while no wallet is invited or asked. */
  readonly step: Step | null;
  readonly start: () => void;
  readonly stop: () => void;
}

/** Null if this payment cannot be requested that way. */
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
    // Takes the wallet's own name once one is connected.
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
  // The customer stopped it, so no message is needed. A payment that was sent is found on the chain.
  const stop = (): void => ending.current?.abort(new WalletRefusal('declined', () => ''));
  return { step, start: () => void start(), stop };
}

/** The name is the same in every language. */
export const service = 'WalletConnect';

/** A provider whose script is fetched at its first use. */
function lateProvider(fetched: () => Promise<Provider>): Provider {
  let provider: Promise<Provider> | undefined;
  return {
    request: async (call) => {
      provider ??= fetched();
      return (await provider).request(call);
    },
  };
}
