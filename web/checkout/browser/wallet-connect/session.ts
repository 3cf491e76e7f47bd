// A session with one wallet: a code invites it, both ends agree on a key, and the page requests payments.
// https://specs.walletconnect.com/2.0/specs/clients/sign/session-proposal
import { bytesToHex } from '@noble/hashes/utils.js';
import { type Call, keptSeconds, openChannel } from './channel.ts';
import { agreedKey, publicKeyOf, type SharedKey, sharedKey } from './envelope.ts';
import type { RelaySettings } from './relay.ts';

export interface Inviting {
  readonly settings: RelaySettings;
  /** CAIP-2: 'eip155:1'. */
  readonly chain: string;
  readonly methods: readonly string[];
  /** The page that asks, as the wallet shows it. */
  readonly page: { readonly name: string; readonly url: string };
  /** Returns that many random bytes. */
  readonly random: (length: number) => Uint8Array;
  /** Receives the link for the wallet: a `wc:` URI (https://eips.ethereum.org/EIPS/eip-1328). */
  readonly invite: (link: string) => void;
}

export interface Session {
  /** The wallet's accounts on the chain, as it spells them. */
  readonly accounts: readonly string[];
  readonly wallet: WalletMetadata;
  /** Returns the wallet's answer. Rejects with its `{ code, message }`. */
  request(method: string, params: unknown): Promise<unknown>;
}

/** The wallet's description of itself. */
export interface WalletMetadata {
  readonly name?: string;
  readonly redirect?: { readonly native?: string; readonly universal?: string };
}

interface Settlement {
  readonly controller: { readonly metadata?: WalletMetadata };
  readonly namespaces: Readonly<Record<string, { readonly accounts: readonly string[] }>>;
}

/**
 * Invites a wallet and waits until one agrees. Rejects with the wallet's `{ code, message }` if it declines, and if the
 * relay cannot be reached. Aborting `over`, by the caller or because the wallet leaves, ends the session; pending calls
 * are then never answered.
 */
export async function inviteWallet(inviting: Inviting, over: AbortController): Promise<Session> {
  const { settings, chain, methods, page, random, invite } = inviting;
  let settle = (_: Settlement): void => {};
  const settlement = new Promise<Settlement>((resolve) => {
    settle = resolve;
  });
  const channel = await openChannel(settings, random, ({ method, params }) => {
    if (method === 'wc_sessionSettle') settle(params as Settlement);
    if (method === 'wc_sessionDelete') over.abort({ code: declined });
  });
  let session: SharedKey | null = null;
  const hangUp = (): void => channel.close(session === null ? undefined : { key: session, call: goodbye });
  if (over.signal.aborted) hangUp();
  over.signal.addEventListener('abort', hangUp);

  const [pairing, secret] = [sharedKey(random(32)), random(32)];
  await channel.listen(pairing);
  const expiryTimestamp = whenForgotten();
  const agreement = channel.ask(pairing, {
    method: 'wc_sessionPropose',
    params: {
      relays: [{ protocol: 'irn' }],
      proposer: { publicKey: publicKeyOf(secret), metadata: { ...page, description: '', icons: [] } },
      requiredNamespaces: {},
      // A wallet without this chain may agree nevertheless, so that the page can name the missing chain.
      optionalNamespaces: { eip155: { chains: [chain], methods, events: ['accountsChanged', 'chainChanged'] } },
      expiryTimestamp,
      pairingTopic: pairing.topic,
    },
  });
  const terms = { expiryTimestamp: `${expiryTimestamp}`, 'relay-protocol': 'irn', symKey: bytesToHex(pairing.key) };
  invite(`wc:${pairing.topic}@2?${new URLSearchParams(terms)}`);

  const { responderPublicKey } = (await agreement) as { responderPublicKey: string };
  const key = agreedKey(secret, responderPublicKey);
  session = key;
  await channel.listen(key);
  const { namespaces, controller } = await settlement;
  return {
    accounts: accountsOn(chain, namespaces),
    wallet: controller.metadata ?? {},
    request: (method, params) => {
      const request = { method, params, expiryTimestamp: whenForgotten() };
      return channel.ask(key, { method: 'wc_sessionRequest', params: { request, chainId: chain } });
    },
  };
}

/** The code of a wallet whose user declines: https://eips.ethereum.org/EIPS/eip-1193#provider-errors */
const declined = 4001;
const goodbye: Call = { method: 'wc_sessionDelete', params: { code: 6000, message: 'User disconnected.' } };

/** Seconds since 1970. */
function whenForgotten(): number {
  return Math.floor(Date.now() / 1000) + keptSeconds;
}

/** Accounts are in CAIP-10 form: 'eip155:1:0x…'. */
function accountsOn(chain: string, namespaces: Settlement['namespaces']): readonly string[] {
  const all = Object.values(namespaces).flatMap(({ accounts }) => accounts);
  return all.filter((account) => account.startsWith(`${chain}:`)).map((account) => account.slice(chain.length + 1));
}
