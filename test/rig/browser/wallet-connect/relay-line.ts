// A wallet's connection to the relay, which reconnects after each failure.
// https://specs.walletconnect.com/2.0/specs/servers/relay/relay-server-rpc and …/clients/core/relay/relay-client-auth
import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { once } from 'node:events';
import { base58 } from '@scure/base';
import { WebSocket } from 'ws';

export interface RelayLine {
  publish(parcel: { topic: string; message: string; tag: number; ttl: number }): Promise<unknown>;
  subscribe(topic: string): Promise<unknown>;
  close(): Promise<void>;
}

interface Told {
  readonly id: number | string;
  readonly method?: string;
  readonly params?: { readonly data: { readonly topic: string; readonly message: string } };
}

/** Calls without a response are sent again after a reconnect. */
export async function openRelayLine(
  relay: string,
  projectId: string,
  heard: (topic: string, message: string) => void,
): Promise<RelayLine> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const waiting = new Map<string, { readonly text: string; readonly answered: (told: Told) => void }>();
  const topics = new Set<string>();
  let isClosed = false;
  let socket: WebSocket;
  let count = 0;
  const call = (method: string, params: object): Promise<unknown> =>
    new Promise((answered) => {
      count += 1;
      const id = `${count}`;
      const text = JSON.stringify({ id, jsonrpc: '2.0', method, params });
      waiting.set(id, { text, answered });
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    });
  const hear = (text: string): void => {
    // The relay's ids have 19 digits, which exceeds the precision of a JavaScript number.
    const told = JSON.parse(text.replace(/^\{"id":(\d+)/, '{"id":"$1"')) as Told;
    if (told.params === undefined) {
      waiting.get(`${told.id}`)?.answered(told);
      waiting.delete(`${told.id}`);
      return;
    }
    socket.send(`{"id":${told.id},"jsonrpc":"2.0","result":true}`);
    heard(told.params.data.topic, told.params.data.message);
  };
  const connect = (): void => {
    const auth = tokenOf({ privateKey, publicKey }, relay);
    socket = new WebSocket(`${relay}/?${new URLSearchParams({ auth, projectId })}`);
    socket.on('message', (text) => hear(String(text)));
    socket.on('open', () => {
      for (const { text } of waiting.values()) socket.send(text);
      for (const topic of topics) void call('irn_subscribe', { topic });
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      if (!isClosed) setTimeout(connect, 100);
    });
  };
  connect();
  return {
    publish: (parcel) => call('irn_publish', parcel),
    subscribe: (topic) => {
      topics.add(topic);
      return call('irn_subscribe', { topic });
    },
    close: async () => {
      isClosed = true;
      if (socket.readyState === WebSocket.CLOSED) return;
      socket.close();
      await once(socket, 'close');
    },
  };
}

/** A JWT, signed by the key that it names (did:key). */
function tokenOf(key: { readonly privateKey: KeyObject; readonly publicKey: KeyObject }, audience: string): string {
  const raw = Buffer.from(key.publicKey.export({ format: 'jwk' }).x as string, 'base64url');
  const iat = Math.floor(Date.now() / 1000);
  const claims = {
    iss: `did:key:z${base58.encode(Uint8Array.of(0xed, 0x01, ...raw))}`,
    sub: randomBytes(32).toString('hex'),
    aud: audience,
    iat,
    exp: iat + 86_400,
  };
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const said = `${part({ alg: 'EdDSA', typ: 'JWT' })}.${part(claims)}`;
  return `${said}.${sign(null, Buffer.from(said), key.privateKey).toString('base64url')}`;
}
