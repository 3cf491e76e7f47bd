// Browser wallets: discovered by EIP-6963 or at their well-known globals. Their refusals are translated to plain words.
import type { Messages } from '../../../src/core/words/generated/messages.ts';
import type { Network } from '../rules/payment-objects.ts';

/** EIP-1193; TronLink's wallets have the same interface. */
export interface Provider {
  request(call: { method: string; params?: readonly unknown[] }): Promise<unknown>;
}

export interface Wallet {
  /** Stable for one wallet while the page is open. */
  readonly id: string;
  /** Read at each use: a remote wallet gives its name only after it connected. */
  readonly name: string;
  /** A data: URL, or null. */
  readonly icon: string | null;
  /** The wallet pays on networks that declare this protocol. */
  readonly protocol: NonNullable<Network['wallet_protocol']>;
  readonly provider: Provider;
}

type Texts<Group extends keyof Messages['checkout']> = {
  readonly [Name in keyof Messages['checkout'][Group]]: [Messages['checkout'][Group][Name]] extends [never]
    ? string
    : (places: Readonly<Record<Messages['checkout'][Group][Name] & string, string>>) => string;
};

/** The texts about wallets. The checkout and the console have them. */
export interface WalletWords {
  readonly wallet: Texts<'wallet'>;
  /** Absent on pages that do not connect wallets by a relay. */
  readonly walletConnect?: Texts<'walletConnect'>;
}

/** A refusal by a wallet or its user, with the user's next step. */
export class WalletRefusal extends Error {
  readonly reason: 'declined' | 'busy' | 'unknown_network' | 'no_account' | 'failed';
  /** The text for the user. */
  readonly say: (words: WalletWords) => string;
  constructor(reason: WalletRefusal['reason'], say: (words: WalletWords) => string) {
    super(reason);
    this.name = 'WalletRefusal';
    this.reason = reason;
    this.say = say;
  }
}

/**
 * Calls `found` for every wallet that announces itself, now or later (https://eips.ethereum.org/EIPS/eip-6963). Without
 * one it uses window.ethereum. TronLink's wallets are found at window.tron (TIP-1193) or window.tronLink.
 */
export function discoverWallets(found: (wallet: Wallet) => void): () => void {
  const seen = new Set<string>();
  const tell = (wallet: Wallet): void => {
    // A wallet that announces itself again after its own reload is the same wallet.
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
  // In-app browsers and extensions inject themselves a moment after the page starts.
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

/** Flags by which wallets without announcements identify themselves. */
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
  // Checked last, since other wallets set this flag too.
  return isMetaMask ? 'MetaMask' : 'Wallet';
}

interface Announcement {
  readonly info?: { readonly uuid?: string; readonly name?: string; readonly icon?: string; readonly rdns?: string };
  readonly provider?: Provider;
}
