// Records visits of a page to a wallet that runs WalletConnect's own client. The client is not a dependency, since it
// brings 82 packages. Install it before recording: npm install --no-save @walletconnect/sign-client@2.21.8
import { execFileSync } from 'node:child_process';
import { writeFileSync, writeSync } from 'node:fs';
import { mock } from 'node:test';
import {
  chainId,
  type Frame,
  projectId,
  type RecordedVisit,
  type Recording,
  recordingFile,
  visitWallet,
} from '../../test/rig/browser/wallet-connect/recorded-visit.ts';
import { startRelay } from '../../test/rig/browser/wallet-connect/relay.ts';

const client = '@walletconnect/sign-client';
const version = '2.21.8';
const declined = { code: 5000, message: 'User rejected.' };

interface Mood {
  readonly agrees: boolean;
  readonly pays: boolean;
  readonly chain: number;
}

const moods: Readonly<Record<string, Mood>> = {
  pays: { agrees: true, pays: true, chain: chainId },
  'declines the payment': { agrees: true, pays: false, chain: chainId },
  'declines the session': { agrees: false, pays: true, chain: chainId },
  'has no account on the chain': { agrees: true, pays: true, chain: 1 },
};

const [, self = '', visit, time] = process.argv;
if (visit === undefined) {
  const now = Math.floor(Date.now() / 1000) * 1000;
  // The client supports only one wallet for each process.
  const recorded = Object.keys(moods).map((name) =>
    execFileSync(process.execPath, [self, name, String(now)], { encoding: 'utf8' }),
  );
  const recording: Recording = {
    wallet: `${client} ${version}`,
    now,
    visits: recorded.map((text) => JSON.parse(text) as RecordedVisit),
  };
  writeFileSync(recordingFile, `${JSON.stringify(recording, null, 1)}\n`);
} else {
  mock.timers.enable({ apis: ['Date'], now: Number(time) });
  writeSync(process.stdout.fd, JSON.stringify(await record(visit, moods[visit] as Mood)));
}
process.exit();

async function record(name: string, mood: Mood): Promise<RecordedVisit> {
  const relay = await startRelay(projectId);
  const wallet = await openWallet(relay.url, mood);
  const { frames, closed } = tapSockets();
  const outcome = await visitWallet(relay.url, name, (uri) => void wallet.core.pairing.pair({ uri }));
  await closed;
  await wallet.core.relayer.transportClose();
  await relay.close();
  return { name, frames, outcome };
}

async function openWallet(relayUrl: string, mood: Mood) {
  const { SignClient } = await import(client);
  const metadata = {
    name: 'Pocket wallet',
    description: '',
    url: 'https://pocket.example',
    icons: [],
    redirect: { native: 'pocket://' },
  };
  const settings = { relayUrl, projectId, telemetryEnabled: false, logger: 'silent' };
  const storageOptions = { database: ':memory:' };
  const sign = await SignClient.init({ ...settings, storageOptions, metadata });
  // Without this, the client would send the page's origin to a third party.
  sign.core.verify.resolve = async () => ({ origin: '' });
  sign.on('session_proposal', async ({ id }: { id: number }) => {
    if (!mood.agrees) return sign.reject({ id, reason: declined });
    const accounts = [`eip155:${mood.chain}:0x${'1'.repeat(40)}`];
    const events = ['accountsChanged', 'chainChanged'];
    await sign.approve({ id, namespaces: { eip155: { accounts, methods: ['eth_sendTransaction'], events } } });
  });
  sign.on('session_request', async ({ id, topic }: { id: number; topic: string }) => {
    const answer = mood.pays ? { result: `0x${'3'.repeat(64)}` } : { error: declined };
    await sign.respond({ topic, response: { id, jsonrpc: '2.0', ...answer } });
  });
  return sign;
}

/** The frames of the page's next socket, and the end of that socket. */
function tapSockets(): { readonly frames: readonly Frame[]; readonly closed: Promise<void> } {
  const frames: Frame[] = [];
  const closing = Promise.withResolvers<void>();
  const Plain = globalThis.WebSocket;
  globalThis.WebSocket = class extends Plain {
    constructor(url: string | URL) {
      super(url);
      globalThis.WebSocket = Plain;
      this.addEventListener('message', ({ data }) => frames.push({ from: 'relay', text: String(data) }));
      this.addEventListener('close', () => closing.resolve());
    }
    override send(text: string): void {
      frames.push({ from: 'page', text });
      super.send(text);
    }
  };
  return { frames, closed: closing.promise };
}
