// A wallet in an app, on this device or another, used through WalletConnect as a browser wallet is.
import { quantity } from '../../rules/payment-call.ts';
import { type Provider, WalletRefusal } from '../wallets.ts';
import { keptSeconds } from './channel.ts';
import type { RelaySettings } from './relay.ts';
import { type Inviting, inviteWallet, type Session, type WalletMetadata } from './session.ts';

/** The customer's next step. */
export type Step =
  | { readonly kind: 'opening' }
  /** Let the wallet read `link`. */
  | { readonly kind: 'invited'; readonly link: string }
  /** Confirm in the wallet called `name`; `link` opens it on this device, if the wallet gave one. */
  | { readonly kind: 'asked'; readonly name: string; readonly link: string | null };

export interface Relaying {
  /** The name under which the customer knows the service. */
  readonly service: string;
  readonly settings: RelaySettings;
  /** The payment's chain id (EIP-155). */
  readonly chainId: bigint;
  /** The page that asks, as the wallet shows it. */
  readonly page: { readonly name: string; readonly url: string };
  readonly tell: (step: Step) => void;
}

/**
 * An EIP-1193 provider: `eth_requestAccounts` invites a wallet and waits until it agrees. Aborting `ended` rejects
 * everything that waits, with its reason. Throws the wallet's errors, and WalletRefusal if the wallet does not answer.
 */
export function relayedProvider({ service, settings, chainId, page, tell }: Relaying, ended: AbortSignal): Provider {
  const over = new AbortController();
  ended.addEventListener('abort', () => over.abort(ended.reason));
  const whenOver = new Promise<never>((_, reject) => {
    over.signal.addEventListener('abort', () => reject(over.signal.reason));
  });
  whenOver.catch(() => {});
  if (ended.aborted) over.abort(ended.reason);
  let session: Session | null = null;
  const connect = async (): Promise<Session> => {
    const unanswered = giveUp(over, (words) => words.walletConnect?.nobodyCame ?? '');
    try {
      const inviting: Inviting = {
        settings,
        page,
        chain: `eip155:${chainId}`,
        methods: ['eth_sendTransaction'],
        random: (length) => crypto.getRandomValues(new Uint8Array(length)),
        invite: (link) => tell({ kind: 'invited', link }),
      };
      return await Promise.race([inviteWallet(inviting, over), whenOver]);
    } catch (error) {
      if (error instanceof WalletRefusal || !(error instanceof Error)) throw refusalOf(error);
      throw new WalletRefusal('failed', (words) => words.walletConnect?.unreachable({ service }) ?? '');
    } finally {
      clearTimeout(unanswered);
    }
  };
  return {
    request: async ({ method, params = [] }) => {
      if (method === 'eth_chainId') return quantity(chainId);
      session ??= await connect();
      const { accounts, wallet } = session;
      // The code of EIP-3326: the wallet agreed but has no account on this chain.
      if (accounts.length === 0) throw { code: 4902 };
      if (method === 'eth_requestAccounts') return accounts;
      const name = wallet.name ?? service;
      tell({ kind: 'asked', name, link: linkOf(wallet) });
      const unanswered = giveUp(over, (words) => words.wallet.noAnswer({ wallet: name }));
      try {
        return await Promise.race([session.request(method, params), whenOver]);
      } catch (error) {
        throw refusalOf(error);
      } finally {
        clearTimeout(unanswered);
      }
    },
  };
}

/** Ends the session once the relay has dropped the request. */
function giveUp(over: AbortController, say: WalletRefusal['say']): ReturnType<typeof setTimeout> {
  return setTimeout(() => over.abort(new WalletRefusal('failed', say)), keptSeconds * 1000);
}

/** 5000 to 5003: the user declined. https://specs.walletconnect.com/2.0/specs/clients/sign/error-codes */
function refusalOf(error: unknown): unknown {
  const { code = 0 } = (error ?? {}) as { code?: number };
  return code >= 5000 && code <= 5003 ? { code: 4001 } : error;
}

/** The wallet's own link, which opens it. Only a URL that a browser does not execute. */
function linkOf({ redirect }: WalletMetadata): string | null {
  const link = redirect?.universal || redirect?.native || '';
  return /^(https:\/\/|(?!javascript|data|vbscript|blob|file|http)[a-z][a-z0-9+.-]*:)/i.test(link) ? link : null;
}
