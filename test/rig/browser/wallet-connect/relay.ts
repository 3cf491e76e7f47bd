// A WalletConnect relay for one test, after its specification. It authenticates every client, and stores messages for
// absent subscribers. https://specs.walletconnect.com/2.0/specs/servers/relay/relay-server-rpc
import assert from 'node:assert/strict';
import { createPublicKey, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { base58 } from '@scure/base';
import { type ServerOptions, type WebSocket, WebSocketServer } from 'ws';

export interface RigRelay {
  /** `ws://localhost:…` */
  readonly url: string;
  /** All published messages, as the relay sees them. */
  readonly seen: readonly Parcel[];
  /** Breaks every connection. */
  breakAll(): void;
  /** While true, the relay rejects new connections. */
  refuses: boolean;
  close(): Promise<void>;
}

interface Parcel {
  readonly topic: string;
  readonly message: string;
  readonly tag: number;
  /** The sender's key. The relay does not deliver the message back to its sender. */
  readonly by: string;
}

interface Asked {
  readonly id: string | number;
  readonly method?: string;
  readonly params: {
    readonly topic: string;
    readonly topics: readonly string[];
    readonly message: string;
    readonly tag: number;
    readonly ttl: number;
    // Clients since 2.21 send the two fields below, which the specification does not describe.
    readonly pairingTopic: string;
    readonly sessionTopic: string;
    readonly sessionProposalResponse: string;
    readonly sessionSettlementRequest: string;
  };
}

export async function startRelay(projectId: string): Promise<RigRelay> {
  const rig = { refuses: false };
  const mayEnter = ({ url: path = '' }: IncomingMessage): boolean =>
    !rig.refuses && queryOf(path).get('projectId') === projectId && isGood(tokenIn(path), url);
  const verifyClient: ServerOptions['verifyClient'] = ({ req }, admit) => admit(mayEnter(req), 401);
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', verifyClient });
  await once(server, 'listening');
  const url = `ws://localhost:${(server.address() as AddressInfo).port}`;
  const exchange = new Exchange();
  server.on('connection', (socket, { url: path = '' }) => {
    const caller = { socket, key: claimsOf(tokenIn(path)).iss };
    socket.on('close', () => exchange.forget(caller));
    socket.on('message', (text) => {
      const asked = JSON.parse(String(text)) as Asked;
      if (asked.method === undefined) return;
      socket.send(JSON.stringify({ id: asked.id, jsonrpc: '2.0', result: answer(exchange, caller, asked) }));
    });
  });
  const breakAll = (): void => {
    for (const client of server.clients) client.terminate();
  };
  return Object.assign(rig, {
    url,
    seen: exchange.seen,
    breakAll,
    close: async () => {
      breakAll();
      server.close();
      await once(server, 'close');
    },
  });
}

interface Caller {
  readonly socket: WebSocket;
  /** Identifies the client across connections. */
  readonly key: string;
}

/**
 * The subscriptions to topics, and the messages stored for later subscribers. A sender does not receive its own
 * messages.
 */
class Exchange {
  readonly seen: Parcel[] = [];
  readonly #listeners = new Map<string, Set<Caller>>();
  readonly #kept = new Map<string, Parcel[]>();
  #lastId = 1_700_000_000_000_000_000n;

  publish(parcel: Parcel): void {
    this.seen.push(parcel);
    const all = [...(this.#listeners.get(parcel.topic) ?? [])];
    const others = all.filter(({ socket, key }) => key !== parcel.by && socket.readyState === socket.OPEN);
    for (const other of others) this.#deliver(other, parcel);
    if (others.length === 0) this.#kept.set(parcel.topic, [...(this.#kept.get(parcel.topic) ?? []), parcel]);
  }

  /** Returns the subscription's id. */
  subscribe(caller: Caller, topic: string): string {
    this.#listeners.set(topic, (this.#listeners.get(topic) ?? new Set()).add(caller));
    const kept = this.#kept.get(topic) ?? [];
    this.#kept.set(
      topic,
      kept.filter(({ by }) => by === caller.key),
    );
    for (const parcel of kept) if (parcel.by !== caller.key) this.#deliver(caller, parcel);
    return randomBytes(32).toString('hex');
  }

  forget(caller: Caller): void {
    for (const callers of this.#listeners.values()) callers.delete(caller);
  }

  #deliver({ socket }: Caller, { topic, message, tag }: Parcel): void {
    this.#lastId += 1n;
    const data = { topic, message, tag, publishedAt: Date.now(), attestation: null };
    const params = JSON.stringify({ id: randomBytes(32).toString('hex'), data });
    socket.send(`{"id":${this.#lastId},"jsonrpc":"2.0","method":"irn_subscription","params":${params}}`);
  }
}

function answer(exchange: Exchange, caller: Caller, { method, params }: Asked): unknown {
  const { topic, message, tag, ttl, pairingTopic, sessionTopic } = params;
  const by = caller.key;
  switch (method) {
    case 'irn_publish':
      assert.ok(ttl >= 30 && tag >= 1000, 'a message without a tag or a time to live');
      exchange.publish({ topic, message, tag, by });
      return true;
    case 'wc_approveSession':
      exchange.publish({ topic: pairingTopic, message: params.sessionProposalResponse, tag: 1101, by });
      exchange.publish({ topic: sessionTopic, message: params.sessionSettlementRequest, tag: 1102, by });
      return exchange.subscribe(caller, sessionTopic);
    case 'irn_subscribe':
      return exchange.subscribe(caller, topic);
    case 'irn_batchSubscribe':
      return params.topics.map((one) => exchange.subscribe(caller, one));
    case 'irn_batchFetchMessages':
      return { messages: [], hasMore: false };
    case 'irn_unsubscribe':
    case 'irn_batchUnsubscribe':
      return true;
    default:
      throw new Error(`The relay does not know ${method}.`);
  }
}

function queryOf(path: string): URLSearchParams {
  return new URL(path, 'ws://relay').searchParams;
}

function tokenIn(path: string): string {
  return queryOf(path).get('auth') ?? '';
}

interface Claims {
  readonly iss: string;
  readonly aud: string;
  /** Unix seconds. */
  readonly iat: number;
  readonly exp: number;
}

function claimsOf(token: string): Claims {
  return JSON.parse(String(Buffer.from(token.split('.')[1] ?? '', 'base64url')));
}

/** Whether the token is signed (EdDSA) by the key that it names, for this relay, and is not expired. */
function isGood(token: string, audience: string): boolean {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const { iss, aud, exp, iat } = claimsOf(token);
  const raw = Buffer.from(base58.decode(iss.replace('did:key:z', ''))).subarray(2);
  const key = createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') } });
  const isSigned = verify(null, Buffer.from(`${header}.${payload}`), key, Buffer.from(signature, 'base64url'));
  const now = Date.now() / 1000;
  return isSigned && aud === audience && iat <= now + 60 && exp > now;
}
