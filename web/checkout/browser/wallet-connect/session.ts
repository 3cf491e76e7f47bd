// A session with one wallet: a code invites it, both ends agree on a key, and it is asked to pay.
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
  /** Who asks, as the wallet shows it. */
  readonly page: { readonly name: string; readonly url: string };
  /** So many bytes. */
  readonly random: (length: number) => Uint8Array;
  /** Is given what the wallet is to read: a `wc:` link (https://eips.ethereum.org/EIPS/eip-1328). */
  readonly invite: (link: string) => void;
}

export interface Session {
  /** The wallet's accounts on the chain, as it spells them. */
  readonly accounts: readonly string[];
  readonly wallet: WalletMetadata;
  /** What the wallet answers. Rejects with its `{ code, message }`. */
  request(method: string, params: unknown): Promise<unknown>;
}

/** What a wallet says of itself. */
export interface WalletMetadata {
  readonly name?: string;
  readonly redirect?: { readonly native?: string; readonly universal?: string };
}

interface Settlement {
  readonly controller: { readonly metadata?: WalletMetadata };
  readonly namespaces: Readonly<Record<string, { readonly accounts: readonly string[] }>>;
}

/**
 * Invites, and waits until a wallet agrees. Rejects with the wallet's `{ code, message }` where it does not, and where
 * the relay cannot be reached. When `over` is aborted, by the caller or because the wallet leaves, it says goodbye and
 * hangs up; what was asked is never answered then.
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
      // A wallet that does not know the chain may agree nevertheless: then it can be said what it lacks.
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

/** As a wallet that is asked and declines: https://eips.ethereum.org/EIPS/eip-1193#provider-errors */
const declined = 4001;
const goodbye: Call = { method: 'wc_sessionDelete', params: { code: 6000, message: 'User disconnected.' } };

/** Seconds since 1970. */
function whenForgotten(): number {
  return Math.floor(Date.now() / 1000) + keptSeconds;
}

/** Accounts are spelled as CAIP-10: 'eip155:1:0x…'. */
function accountsOn(chain: string, namespaces: Settlement['namespaces']): readonly string[] {
  const all = Object.values(namespaces).flatMap(({ accounts }) => accounts);
  return all.filter((account) => account.startsWith(`${chain}:`)).map((account) => account.slice(chain.length + 1));
}
