// Browser wallets: found as EIP-6963 announces them, asked as EIP-1193 defines, their refusals put in plain words.
import { type PaymentCall, quantity } from '../rules/payment-call.ts';
import type { Words } from '../words/words.ts';

interface Provider {
  request(call: { method: string; params?: readonly unknown[] }): Promise<unknown>;
}

export interface Wallet {
  /** Stable for one wallet while the page is open. */
  readonly id: string;
  readonly name: string;
  /** A data: URL, or null. */
  readonly icon: string | null;
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

/** Calls `found` for every wallet that announces itself, now or later. https://eips.ethereum.org/EIPS/eip-6963 */
export function discoverWallets(found: (wallet: Wallet) => void): () => void {
  const seen = new Set<string>();
  const announced = (event: Event): void => {
    const detail = (event as CustomEvent<Announcement | undefined>).detail;
    const info = detail?.info;
    if (!detail?.provider || typeof info?.name !== 'string' || typeof info.uuid !== 'string') return;
    // A wallet that announces itself again after a reload of its own is still the same wallet.
    const id = info.rdns ?? info.uuid;
    if (seen.has(id)) return;
    seen.add(id);
    const icon = info.icon?.startsWith('data:image/') ? info.icon : null;
    found({ id, name: info.name, icon, provider: detail.provider });
  };
  window.addEventListener('eip6963:announceProvider', announced);
  window.dispatchEvent(new Event('eip6963:requestProvider'));
  return () => window.removeEventListener('eip6963:announceProvider', announced);
}

/** The account that the wallet's owner lets this page see first, in the wallet's own spelling. */
export async function connectWallet(wallet: Wallet): Promise<string> {
  const accounts = await ask(wallet, 'eth_requestAccounts');
  const first = Array.isArray(accounts) ? accounts[0] : undefined;
  if (typeof first !== 'string')
    throw new WalletRefusal('no_account', (words) => words.wallet.noAccount({ wallet: wallet.name }));
  return first;
}

/** Puts the wallet on the payment's network and asks it to send. Answers the hash of the chain transaction. */
export async function sendPayment(
  wallet: Wallet,
  from: string,
  call: PaymentCall,
  networkName: string,
): Promise<string> {
  await switchNetwork(wallet, call.chainId, networkName);
  const hash = await ask(wallet, 'eth_sendTransaction', [{ from, to: call.to, value: call.value, data: call.data }]);
  if (typeof hash !== 'string')
    throw new WalletRefusal('failed', (words) => words.wallet.noAnswer({ wallet: wallet.name }));
  return hash;
}

async function switchNetwork(wallet: Wallet, chainId: bigint, networkName: string): Promise<void> {
  if (await isOn(wallet, chainId)) return;
  try {
    await ask(wallet, 'wallet_switchEthereumChain', [{ chainId: quantity(chainId) }]);
  } catch (error) {
    if (!(error instanceof WalletRefusal) || error.reason === 'declined') throw error;
  }
  // Some wallets answer before, or without, having switched: what counts is where they are.
  if (await isOn(wallet, chainId)) return;
  throw new WalletRefusal('unknown_network', (words) =>
    words.wallet.otherNetwork({ wallet: wallet.name, network: networkName, chain: String(chainId) }),
  );
}

async function isOn(wallet: Wallet, chainId: bigint): Promise<boolean> {
  const current = await ask(wallet, 'eth_chainId');
  return (typeof current === 'string' || typeof current === 'number') && BigInt(current) === chainId;
}

async function ask(wallet: Wallet, method: string, params?: readonly unknown[]): Promise<unknown> {
  try {
    return await wallet.provider.request(params === undefined ? { method } : { method, params });
  } catch (error) {
    throw refusalOf(wallet.name, error);
  }
}

/** Codes of https://eips.ethereum.org/EIPS/eip-1193 (4001, 4100), EIP-3326 (4902) and MetaMask's own -32002. */
function refusalOf(wallet: string, error: unknown): WalletRefusal {
  const { code, message } = (error ?? {}) as { code?: number; message?: string };
  if (code === 4001) return new WalletRefusal('declined', (words) => words.wallet.declined({ wallet }));
  if (code === -32002) return new WalletRefusal('busy', (words) => words.wallet.busy({ wallet }));
  if (code === 4100) return new WalletRefusal('no_account', (words) => words.wallet.locked({ wallet }));
  if (code === 4902) return new WalletRefusal('unknown_network', (words) => words.wallet.unknownNetwork({ wallet }));
  const why = typeof message === 'string' ? (message.split('\n')[0] ?? '').slice(0, 200) : '';
  return new WalletRefusal('failed', ({ wallet: say }) =>
    why === '' ? say.failed({ wallet }) : say.failedWhy({ wallet, why }),
  );
}

interface Announcement {
  readonly info?: { readonly uuid?: string; readonly name?: string; readonly icon?: string; readonly rdns?: string };
  readonly provider?: Provider;
}
