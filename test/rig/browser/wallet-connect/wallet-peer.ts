// The wallet's side of WalletConnect, written from the published protocol with Node's own ciphers and without code of
// the page. wallet-connect.test.ts compares it with the recorded official client.
// https://specs.walletconnect.com/2.0/specs/clients/sign/session-proposal and …/rpc-methods
import assert from 'node:assert/strict';
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
} from 'node:crypto';
import { openRelayLine, type RelayLine } from './relay-line.ts';

export interface WalletFacts {
  readonly relay: string;
  readonly projectId: string;
  /** Called for each proposal. Returns the accounts (CAIP-10), or an error for the page. */
  readonly agree: (proposer: { readonly name: string }) => readonly string[] | Refusal;
  /** Called for each payment. Returns the hash, or an error for the page. */
  readonly pay: (call: WalletCall) => Promise<string | Refusal>;
}

export interface Refusal {
  readonly code: number;
  readonly message: string;
}

export interface WalletCall {
  readonly from: string;
  readonly to: `0x${string}`;
  readonly value: `0x${string}`;
  readonly data: `0x${string}`;
}

export interface WalletPeer {
  sessions(): number;
  /** Reads the link of a QR code, and replies to the proposal. */
  scan(link: string): Promise<void>;
  close(): Promise<void>;
}

interface Message {
  readonly id: number;
  readonly method?: string;
  readonly params?: {
    readonly proposer: { readonly publicKey: string; readonly metadata: { readonly name: string } };
    readonly request: { readonly method: string; readonly params: readonly [WalletCall] };
  };
}

const metadata = {
  name: 'Pocket wallet',
  description: '',
  url: 'https://pocket.example',
  icons: [''],
  redirect: { native: 'pocket://' },
};
const sessionSeconds = 7 * 86_400;

export async function startWalletPeer({ relay, projectId, agree, pay }: WalletFacts): Promise<WalletPeer> {
  const keys = new Map<string, Buffer>();
  const sessions = new Set<string>();
  const hear = async (topic: string, envelope: string): Promise<void> => {
    const key = keys.get(topic);
    assert.ok(key !== undefined, 'a message of another topic');
    const message = JSON.parse(opened(key, envelope)) as Message;
    const answer = (tag: number, body: object) => say(topic, tag, { id: message.id, ...body });
    if (message.method === 'wc_sessionPropose') await settle(message, answer);
    if (message.method === 'wc_sessionRequest') {
      const paid = await pay((message.params?.request.params as [WalletCall])[0]);
      await answer(1109, typeof paid === 'string' ? { result: paid } : { error: paid });
    }
    if (message.method === 'wc_sessionDelete') {
      sessions.delete(topic);
      await answer(1113, { result: true });
    }
  };
  const line: RelayLine = await openRelayLine(relay, projectId, (topic, message) => void hear(topic, message));
  const say = (topic: string, tag: number, body: object) =>
    line.publish({ topic, tag, ttl: 300, message: sealed(keys.get(topic) as Buffer, body) });
  const listen = async (key: Buffer): Promise<string> => {
    const topic = createHash('sha256').update(key).digest('hex');
    keys.set(topic, key);
    await line.subscribe(topic);
    return topic;
  };
  const settle = async ({ params }: Message, answer: (tag: number, body: object) => Promise<unknown>) => {
    assert.ok(params !== undefined);
    const accounts = agree(params.proposer.metadata);
    if ('code' in accounts) return answer(1101, { error: accounts });
    const pair = agreedKey(params.proposer.publicKey);
    const topic = await listen(pair.key);
    sessions.add(topic);
    await answer(1101, { result: { relay: { protocol: 'irn' }, responderPublicKey: pair.publicKey } });
    const eip155 = { accounts, methods: ['eth_sendTransaction'], events: ['accountsChanged', 'chainChanged'] };
    const settlement = {
      relay: { protocol: 'irn' },
      controller: { publicKey: pair.publicKey, metadata },
      namespaces: { eip155 },
      expiry: Math.floor(Date.now() / 1000) + sessionSeconds,
    };
    return say(topic, 1102, { id: Date.now() * 1000, method: 'wc_sessionSettle', params: settlement });
  };
  return {
    sessions: () => sessions.size,
    scan: async (link) => {
      const [, topic, key] = /^wc:([0-9a-f]{64})@2\?.*\bsymKey=([0-9a-f]{64})\b/.exec(link) ?? assert.fail(link);
      assert.equal(await listen(Buffer.from(key as string, 'hex')), topic);
    },
    close: line.close,
  };
}

/** X25519 and HKDF, with a key pair for one session. */
function agreedKey(theirs: string): { readonly publicKey: string; readonly key: Buffer } {
  const own = generateKeyPairSync('x25519');
  const x = Buffer.from(theirs, 'hex').toString('base64url');
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'X25519', x } });
  const secret = diffieHellman({ privateKey: own.privateKey, publicKey });
  const key = Buffer.from(hkdfSync('sha256', secret, '', '', 32));
  const shown = own.publicKey.export({ format: 'jwk' }).x as string;
  return { publicKey: Buffer.from(shown, 'base64url').toString('hex'), key };
}

const cipher = 'chacha20-poly1305';
const [nonceBytes, tagBytes] = [12, 16];

/** An envelope of type 0: its type, the nonce, the ciphertext, and its tag. */
function sealed(key: Buffer, body: object): string {
  const nonce = randomBytes(nonceBytes);
  const making = createCipheriv(cipher, key, nonce, { authTagLength: tagBytes });
  const text = Buffer.concat([making.update(JSON.stringify({ jsonrpc: '2.0', ...body })), making.final()]);
  return Buffer.concat([Buffer.of(0), nonce, text, making.getAuthTag()]).toString('base64');
}

function opened(key: Buffer, envelope: string): string {
  const bytes = Buffer.from(envelope, 'base64');
  assert.equal(bytes[0], 0, 'the type of the envelope');
  const opening = createDecipheriv(cipher, key, bytes.subarray(1, 1 + nonceBytes), { authTagLength: tagBytes });
  opening.setAuthTag(bytes.subarray(-tagBytes));
  return Buffer.concat([opening.update(bytes.subarray(1 + nonceBytes, -tagBytes)), opening.final()]).toString();
}
