// Requests one transfer from a browser wallet. Loaded on the user's click, since most customers pay by other means.
import { type PaymentCall, paymentCall, quantity } from '../rules/payment-call.ts';
import type { Network, Transaction } from '../rules/payment-objects.ts';
import { type TronProvider, type TronWeb, tronNetworkId, tronPayment } from './tron-provider.ts';
import { type Provider, type Wallet, WalletRefusal } from './wallets.ts';

/** A transfer that a wallet is asked to send. */
export interface WalletTransfer {
  readonly network: Pick<Network, 'symbol' | 'name'>;
  /** For wallets with EIP-1193; null if it is not known. */
  readonly call: PaymentCall | null;
  /** For TronLink's wallets: sends it and returns the hash of the chain transaction. */
  readonly sendByTron: (tronWeb: TronWeb, from: string) => Promise<unknown>;
}

/** Requests the payment of a transaction. See sendByWallet. */
export function payByWallet(wallet: Wallet, transaction: Transaction): Promise<string> {
  return sendByWallet(wallet, {
    network: transaction.network,
    call: paymentCall(transaction),
    sendByTron: (tronWeb, from) => tronPayment(tronWeb, from, transaction),
  });
}

/**
 * Switches the wallet to the transfer's network and requests the transfer. Returns the hash of the chain transaction.
 * Throws WalletRefusal.
 */
export async function sendByWallet(wallet: Wallet, transfer: WalletTransfer): Promise<string> {
  const from = await connect(wallet);
  const send = wallet.protocol === 'tronlink' ? sendByTronLink : sendByProvider;
  const hash = await send(wallet, from, transfer);
  if (typeof hash === 'string') return hash;
  throw new WalletRefusal('failed', (words) => words.wallet.noAnswer({ wallet: wallet.name }));
}

/** The first account that the wallet shares with this page, in the wallet's own spelling. */
async function connect(wallet: Wallet): Promise<string> {
  const accounts = await ask(wallet, 'eth_requestAccounts');
  const tronWeb = (wallet.provider as TronProvider).tronWeb || undefined;
  const first = Array.isArray(accounts) ? accounts[0] : tronWeb?.defaultAddress?.base58;
  if (typeof first === 'string') return first;
  throw new WalletRefusal('no_account', (words) => words.wallet.noAccount({ wallet: wallet.name }));
}

async function sendByProvider(wallet: Wallet, from: string, { network, call }: WalletTransfer): Promise<unknown> {
  if (call === null) throw new WalletRefusal('failed', (words) => words.wallet.failed({ wallet: wallet.name }));
  const isThere = async (): Promise<boolean> => {
    const current = await ask(wallet, 'eth_chainId');
    return (typeof current === 'string' || typeof current === 'number') && BigInt(current) === call.chainId;
  };
  await switchNetwork(wallet, network, quantity(call.chainId), isThere);
  return ask(wallet, 'eth_sendTransaction', [{ from, to: call.to, value: call.value, data: call.data }]);
}

/** TronLink's wallets only sign; the page sends through the wallet's own node. */
async function sendByTronLink(wallet: Wallet, from: string, transfer: WalletTransfer): Promise<unknown> {
  const { network, sendByTron } = transfer;
  const id = tronNetworkId(network.symbol);
  const provider = wallet.provider as TronProvider;
  const { tronWeb } = provider;
  if (!tronWeb) throw new WalletRefusal('no_account', (words) => words.wallet.locked({ wallet: wallet.name }));
  if (id !== null) {
    const isThere = async (): Promise<boolean> => (await tronWeb.trx.getBlock(0)).blockID.endsWith(id);
    await switchNetwork(wallet, network, `0x${id}`, isThere);
  }
  try {
    return await sendByTron(tronWeb, from);
  } catch (error) {
    throw refusalOf(wallet.name, error);
  }
}

async function switchNetwork(
  wallet: Wallet,
  network: WalletTransfer['network'],
  chainId: string,
  isThere: () => Promise<boolean>,
): Promise<void> {
  if (await isThere()) return;
  try {
    await ask(wallet, 'wallet_switchEthereumChain', [{ chainId }]);
  } catch (error) {
    if (!(error instanceof WalletRefusal) || error.reason === 'declined') throw error;
  }
  // Some wallets answer before they have switched, or without switching, so the chain id is read again.
  if (await isThere()) return;
  throw new WalletRefusal('unknown_network', (words) =>
    words.wallet.otherNetwork({ wallet: wallet.name, network: network.name, chain: String(BigInt(chainId)) }),
  );
}

async function ask(wallet: Wallet, method: string, params?: readonly unknown[]): Promise<unknown> {
  try {
    return await (wallet.provider as Provider).request(params === undefined ? { method } : { method, params });
  } catch (error) {
    throw refusalOf(wallet.name, error);
  }
}

/**
 * Codes of https://eips.ethereum.org/EIPS/eip-1193 (4001, 4100), EIP-3326 (4902), MetaMask's own -32002, and the TIPs
 * of the same numbers. TronLink's wallets may also throw a plain string.
 */
function refusalOf(wallet: string, error: unknown): WalletRefusal {
  if (error instanceof WalletRefusal) return error;
  const { code, message } = (typeof error === 'string' ? { message: error } : (error ?? {})) as {
    code?: number;
    message?: string;
  };
  if (code === 4001 || /declined by user/i.test(message ?? ''))
    return new WalletRefusal('declined', (words) => words.wallet.declined({ wallet }));
  if (code === -32002) return new WalletRefusal('busy', (words) => words.wallet.busy({ wallet }));
  if (code === 4100) return new WalletRefusal('no_account', (words) => words.wallet.locked({ wallet }));
  if (code === 4902) return new WalletRefusal('unknown_network', (words) => words.wallet.unknownNetwork({ wallet }));
  const why = typeof message === 'string' ? (message.split('\n')[0] ?? '').slice(0, 200) : '';
  return new WalletRefusal('failed', ({ wallet: say }) =>
    why === '' ? say.failed({ wallet }) : say.failedWhy({ wallet, why }),
  );
}
