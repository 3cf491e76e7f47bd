// A wallet app: WalletConnect's own client, as wallets use it, with a key that signs for real.
import { SignClient } from '@walletconnect/sign-client';
import { createWalletClient, type Hex, http } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';

export interface WalletApp {
  readonly address: Hex;
  /** What its owner does next. */
  readonly mood: { agrees: boolean; pays: boolean; chains: readonly number[] };
  /** What it was asked to send. */
  readonly asked: { readonly to: Hex; readonly value: Hex; readonly data: Hex }[];
  /** The hashes of what it sent. */
  readonly sent: Hex[];
  /** Who asked, as it shows it. */
  readonly peers: string[];
  /** How many sessions it holds. */
  sessions(): number;
  /** Reads a code. */
  scan(link: string): Promise<void>;
  close(): Promise<void>;
}

interface WalletAppFacts {
  readonly relay: string;
  readonly projectId: string;
  readonly privateKey: Hex;
  readonly chainId: number;
  /** JSON-RPC endpoint of the chain that it sends on. */
  readonly rpcUrl: string;
}

export async function startWalletApp({
  relay,
  projectId,
  privateKey,
  chainId,
  rpcUrl,
}: WalletAppFacts): Promise<WalletApp> {
  const account = privateKeyToAccount(privateKey);
  const client = createWalletClient({ account, transport: http(rpcUrl) });
  const metadata = {
    ...{ name: 'Pocket wallet', description: '', url: 'https://pocket.example', icons: [] },
    redirect: { native: 'pocket://' },
  };
  const settings = { relayUrl: relay, projectId, telemetryEnabled: false, logger: 'silent' };
  const sign = await SignClient.init({ ...settings, metadata });
  const { core } = sign;
  // It would ask a third party who the page is.
  core.verify.resolve = async () => ({ origin: '' });
  const app: Omit<WalletApp, 'sessions' | 'scan' | 'close'> = {
    address: account.address,
    mood: { agrees: true, pays: true, chains: [chainId] },
    ...{ asked: [], sent: [], peers: [] },
  };
  sign.on('session_proposal', async ({ id, params }) => {
    app.peers.push(params.proposer.metadata.name);
    if (!app.mood.agrees) return sign.reject({ id, reason: { code: 5000, message: 'User rejected.' } });
    const accounts = app.mood.chains.map((chain) => `eip155:${chain}:${account.address}`);
    const events = ['accountsChanged', 'chainChanged'];
    await sign.approve({ id, namespaces: { eip155: { accounts, methods: ['eth_sendTransaction'], events } } });
  });
  sign.on('session_request', async ({ id, topic, params }) => {
    const [call] = params.request.params;
    app.asked.push(call);
    const respond = (response: object) =>
      sign.respond({ topic, response: { id, jsonrpc: '2.0', ...response } as never });
    if (!app.mood.pays) return respond({ error: { code: 5000, message: 'User rejected.' } });
    const hash = await client.sendTransaction({ chain: null, to: call.to, value: BigInt(call.value), data: call.data });
    app.sent.push(hash);
    await respond({ result: hash });
  });
  return Object.assign(app, {
    sessions: () => sign.session.length,
    scan: async (link: string) => {
      await core.pairing.pair({ uri: link });
    },
    close: async () => {
      await core.relayer.transportClose();
      core.heartbeat.stop();
    },
  });
}
