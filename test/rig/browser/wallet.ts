// A browser wallet that tests control. It announces itself as in EIP-6963, signs for real, and can be set to decline.
import type { Page } from 'playwright-core';
import { createWalletClient, type Hex, http } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';

/** The wallet's behavior. A test may change it between two clicks. */
export interface WalletMood {
  /**
   * Declines the next request that prompts the user (connect, switch, send) with code 4001, and then resets to false.
   */
  rejectNext: boolean;
  /** Returns no account until it is unlocked. */
  locked: boolean;
  /** The current chain, which may differ from the chain it was created for. */
  chainId: number;
  /** The chains it can switch to; for others it returns 4902. */
  knownChains: number[];
  /** Replaces the native amount before signing, in wei; null keeps the requested amount. */
  valueInstead: bigint | null;
}

export interface RigWallet {
  readonly address: Hex;
  readonly mood: WalletMood;
  /** All requests, in order. */
  readonly asked: { readonly method: string; readonly params: readonly unknown[] }[];
  /** The hashes of the transactions that it sent. */
  readonly sent: Hex[];
}

export interface WalletFacts {
  readonly privateKey: Hex;
  /** The JSON-RPC endpoint of the chain that it sends on. */
  readonly rpcUrl: string;
  readonly chainId: number;
  /** 'Rig wallet' by default. */
  readonly name?: string;
  /** Only sets window.ethereum, like wallets before EIP-6963. */
  readonly isSilent?: boolean;
}

/** Adds the wallet to every document that `page` opens from now on. */
export async function injectWallet(page: Page, facts: WalletFacts): Promise<RigWallet> {
  const account = privateKeyToAccount(facts.privateKey);
  const mood: WalletMood = {
    rejectNext: false,
    locked: false,
    chainId: facts.chainId,
    knownChains: [facts.chainId],
    valueInstead: null,
  };
  const wallet: RigWallet = { address: account.address, mood, asked: [], sent: [] };
  const client = createWalletClient({ account, transport: http(facts.rpcUrl) });

  const answer = async (method: string, params: readonly unknown[]): Promise<unknown> => {
    if (prompts.has(method) && mood.rejectNext) {
      mood.rejectNext = false;
      throw new Refusal(4001, 'User rejected the request.');
    }
    switch (method) {
      case 'eth_chainId':
        return `0x${mood.chainId.toString(16)}`;
      case 'eth_accounts':
        return mood.locked ? [] : [account.address];
      case 'eth_requestAccounts':
        if (mood.locked) throw new Refusal(4100, 'The wallet is locked.');
        return [account.address];
      case 'wallet_switchEthereumChain': {
        const wanted = Number((params[0] as { chainId: string }).chainId);
        if (!mood.knownChains.includes(wanted)) throw new Refusal(4902, 'Unrecognized chain ID.');
        mood.chainId = wanted;
        return null;
      }
      case 'eth_sendTransaction': {
        if (mood.chainId !== facts.chainId) throw new Refusal(4901, 'The wallet is on another chain.');
        const { from, to, value, data } = params[0] as { from: Hex; to: Hex; value?: Hex; data?: Hex };
        if (from.toLowerCase() !== account.address.toLowerCase())
          throw new Refusal(4100, 'Not an account of this wallet.');
        const payment = {
          to,
          value: mood.valueInstead ?? BigInt(value ?? '0x0'),
          ...(data && data !== '0x' ? { data } : {}),
        };
        const hash = await client.sendTransaction({ ...payment, chain: null });
        wallet.sent.push(hash);
        return hash;
      }
      default:
        throw new Refusal(4200, `The method ${method} is not supported.`);
    }
  };
  await page.exposeFunction('__rigWallet', async (method: string, params: readonly unknown[]): Promise<Reply> => {
    wallet.asked.push({ method, params });
    try {
      return { result: await answer(method, params) };
    } catch (error) {
      const code = error instanceof Refusal ? error.code : -32603;
      return { error: { code, message: (error as Error).message } };
    }
  });
  await page.addInitScript({ content: announcingScript(facts.name ?? 'Rig wallet', facts.isSilent === true) });
  return wallet;
}

/** Methods for which a real wallet prompts its user. */
const prompts = new Set(['eth_requestAccounts', 'wallet_switchEthereumChain', 'eth_sendTransaction']);

class Refusal extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

type Reply = { readonly result: unknown } | { readonly error: { readonly code: number; readonly message: string } };

/** Source text, because it runs inside the page. It only relays requests to this process and responses back. */
function announcingScript(name: string, isSilent: boolean): string {
  return `{
    const provider = {
      async request({ method, params = [] }) {
        const reply = await window.__rigWallet(method, params);
        if (reply.error) throw Object.assign(new Error(reply.error.message), { code: reply.error.code });
        return reply.result;
      },
      on() { return provider; },
      removeListener() { return provider; },
    };
    if (${isSilent}) window.ethereum = provider;
    const icon = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>';
    const uuid = '0c7b9e8e-5f0a-4a53-8a51-6d5b2f8e9c11';
    const info = { uuid, name: ${JSON.stringify(name)}, icon, rdns: 'test.rig.wallet' };
    const announce = () => window.dispatchEvent(
      new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }));
    if (!${isSilent}) {
      window.addEventListener('eip6963:requestProvider', announce);
      announce();
    }
  }`;
}
