// A wallet app with a real signing key.
import { createWalletClient, type Hex, http } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { startWalletPeer, type WalletCall, type WalletPeer } from './wallet-peer.ts';

export interface WalletApp extends WalletPeer {
  readonly address: Hex;
  /** The next decisions of its owner. */
  readonly mood: { agrees: boolean; pays: boolean; chains: readonly number[] };
  /** The payments it was asked to send. */
  readonly asked: WalletCall[];
  /** The hashes of the transactions that it sent. */
  readonly sent: Hex[];
  /** The names of the requesting sites, as it shows them. */
  readonly peers: string[];
}

interface WalletAppFacts {
  readonly relay: string;
  readonly projectId: string;
  readonly privateKey: Hex;
  readonly chainId: number;
  /** The JSON-RPC endpoint of the chain that it sends on. */
  readonly rpcUrl: string;
}

const declined = { code: 5000, message: 'User rejected.' };

export async function startWalletApp({
  relay,
  projectId,
  privateKey,
  chainId,
  rpcUrl,
}: WalletAppFacts): Promise<WalletApp> {
  const account = privateKeyToAccount(privateKey);
  const client = createWalletClient({ account, transport: http(rpcUrl) });
  const app: Omit<WalletApp, keyof WalletPeer> = {
    address: account.address,
    mood: { agrees: true, pays: true, chains: [chainId] },
    asked: [],
    sent: [],
    peers: [],
  };
  const peer = await startWalletPeer({
    relay,
    projectId,
    agree: ({ name }) => {
      app.peers.push(name);
      return app.mood.agrees ? app.mood.chains.map((chain) => `eip155:${chain}:${account.address}`) : declined;
    },
    pay: async (call) => {
      app.asked.push(call);
      if (!app.mood.pays) return declined;
      const { to, value, data } = call;
      const hash = await client.sendTransaction({ chain: null, to, value: BigInt(value), data });
      app.sent.push(hash);
      return hash;
    },
  });
  return Object.assign(app, peer);
}
