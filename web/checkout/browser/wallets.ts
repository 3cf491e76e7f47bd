// Browser wallets: found as EIP-6963 announces them or where they put themselves, and what they refuse in plain words.
import type { Network } from '../rules/payment-objects.ts';
import type { Words } from '../words/words.ts';

/** EIP-1193; TronLink's wallets are asked in the same way. */
export interface Provider {
  request(call: { method: string; params?: readonly unknown[] }): Promise<unknown>;
}

export interface Wallet {
  /** Stable for one wallet while the page is open. */
  readonly id: string;
  /** Asked each time that it is said: a wallet that is not here says only later what it is called. */
  readonly name: string;
  /** A data: URL, or null. */
  readonly icon: string | null;
  /** It pays on the networks that declare this protocol. */
  readonly protocol: NonNullable<Network['wallet_protocol']>;
  readonly provider: Provider;
}

/** What a wallet or its owner refused, told so that the customer knows what to do next. */
export class WalletRefusal extends Error {
  readonly reason: 'declined' | 'busy' | 'unknown_network' | 'no_account' | 'failed';
  /** What the customer is told. */
  readonly say: (words: Words) => string;
  constructor(reason: WalletRefusal['reason'], say: (words: Words) => string) {
    super(reason);
    this.name = 'WalletRefusal';
    this.reason = reason;
    this.say = say;
  }
}

/**
 * Calls `found` for every wallet that announces itself, now or later (https://eips.ethereum.org/EIPS/eip-6963), for the
 * one at window.ethereum where none does, and for TronLink's at window.tron (TIP-1193) or window.tronLink.
 */
export function discoverWallets(found: (wallet: Wallet) => void): () => void {
  const seen = new Set<string>();
  const tell = (wallet: Wallet): void => {
    // A wallet that announces itself again after a reload of its own is still the same wallet.
    if (seen.has(wallet.id)) return;
    seen.add(wallet.id);
    found(wallet);
  };
  let anyAnnounced = false;
  const announced = (event: Event): void => {
    const detail = (event as CustomEvent<Announcement | undefined>).detail;
    const info = detail?.info;
    if (!detail?.provider || typeof info?.name !== 'string' || typeof info.uuid !== 'string') return;
    anyAnnounced = true;
    const icon = info.icon?.startsWith('data:image/') ? info.icon : null;
    tell({ id: info.rdns ?? info.uuid, name: info.name, icon, protocol: 'eip1193', provider: detail.provider });
  };
  const look = (): void => {
    const { ethereum, tron, tronLink } = window as Injected;
    const onTron = tron ?? tronLink;
    if (onTron?.request) tell({ id: 'tron', name: 'TronLink', icon: null, protocol: 'tronlink', provider: onTron });
    if (ethereum?.request && !anyAnnounced)
      tell({ id: 'ethereum', name: nameOf(ethereum), icon: null, protocol: 'eip1193', provider: ethereum });
  };
  window.addEventListener('eip6963:announceProvider', announced);
  window.dispatchEvent(new Event('eip6963:requestProvider'));
  // Wallets' own browsers and extensions put themselves into the page a moment after it starts.
  const timers = [300, 1500].map((milliseconds) => setTimeout(look, milliseconds));
  return () => {
    window.removeEventListener('eip6963:announceProvider', announced);
    timers.map(clearTimeout);
  };
}

interface Injected {
  readonly ethereum?: InjectedProvider;
  readonly tron?: Provider;
  readonly tronLink?: Provider;
}

/** Wallets that do not announce themselves say at least who they are. */
interface InjectedProvider extends Provider {
  readonly isTrust?: boolean;
  readonly isCoinbaseWallet?: boolean;
  readonly isOkxWallet?: boolean;
  readonly isMetaMask?: boolean;
}

function nameOf({ isTrust, isCoinbaseWallet, isOkxWallet, isMetaMask }: InjectedProvider): string {
  if (isTrust) return 'Trust Wallet';
  if (isCoinbaseWallet) return 'Coinbase Wallet';
  if (isOkxWallet) return 'OKX Wallet';
  // Last, since others pretend to be it.
  return isMetaMask ? 'MetaMask' : 'Wallet';
}

interface Announcement {
  readonly info?: { readonly uuid?: string; readonly name?: string; readonly icon?: string; readonly rdns?: string };
  readonly provider?: Provider;
}
