// WalletConnect's relay: it forwards encrypted messages and keeps them for an absent end.
// https://specs.walletconnect.com/2.0/specs/servers/relay/relay-server-rpc
import { bytesToHex } from '@noble/hashes/utils.js';
import { relayToken } from './relay-token.ts';

export interface RelaySettings {
  /** Its address, `wss://…`, without a query. */
  readonly relay: string;
  /** The operator's project id at the relay's provider. */
  readonly project_id: string;
}

export interface Parcel {
  readonly topic: string;
  /** An encrypted envelope. */
  readonly message: string;
  /** The kind of message, as the specification of sessions numbers them. */
  readonly tag: number;
  /** Seconds for which the relay keeps it. */
  readonly ttl: number;
}

type Heard = (parcel: Pick<Parcel, 'topic' | 'message'>) => void;

export interface Relay {
  /** Resolves once the relay has the message. Rejects if the relay does not accept it. */
  publish(parcel: Parcel): Promise<unknown>;
  /** Delivers the messages from now on, and the ones that the relay kept. */
  subscribe(topic: string): Promise<unknown>;
  close(): void;
}

interface Question {
  readonly text: string;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

const mostMilliseconds = 15_000;
const againMilliseconds = 1000;

/**
 * Connects, and reconnects whenever the connection breaks, as it does on a phone that shows the wallet. After a
 * reconnect it subscribes to the same topics and repeats unanswered calls. `random` returns that many random bytes.
 * Rejects if the relay cannot be reached within 15 seconds.
 */
export function openRelay(
  settings: RelaySettings,
  random: (length: number) => Uint8Array,
  heard: Heard,
): Promise<Relay> {
  const secret = random(32);
  const topics = new Set<string>();
  let socket: WebSocket | undefined;
  let isClosed = false;
  const calls = callsOver((text) => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(text);
  }, heard);
  const relay: Relay = {
    publish: (parcel) => calls.ask('irn_publish', parcel),
    subscribe: (topic) => {
      topics.add(topic);
      return calls.ask('irn_subscribe', { topic });
    },
    close: () => {
      isClosed = true;
      socket?.close();
    },
  };
  const connect = (opened: () => void): void => {
    if (isClosed) return;
    const now = Math.floor(Date.now() / 1000);
    const auth = relayToken({ secret, subject: bytesToHex(random(32)), audience: settings.relay, now });
    socket = new WebSocket(`${settings.relay}/?${new URLSearchParams({ auth, projectId: settings.project_id })}`);
    socket.onopen = () => {
      calls.repeat();
      // A refused subscription delivers nothing; the callers have their own time limits.
      for (const topic of topics) calls.ask('irn_subscribe', { topic }).catch(() => {});
      opened();
    };
    socket.onmessage = ({ data }) => calls.receive(String(data));
    socket.onclose = () => setTimeout(connect, againMilliseconds, opened);
  };
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      relay.close();
      reject(new Error('The relay does not answer.'));
    }, mostMilliseconds);
    connect(() => {
      clearTimeout(timer);
      resolve(relay);
    });
  });
}

interface Calls {
  ask(method: string, params: object): Promise<unknown>;
  /** Sends unanswered calls again. */
  repeat(): void;
  receive(text: string): void;
}

/** JSON-RPC in both directions; `send` may lose messages. */
function callsOver(send: (text: string) => void, heard: Heard): Calls {
  const questions = new Map<string, Question>();
  let count = 0;
  return {
    ask: (method, params) =>
      new Promise((resolve, reject) => {
        count += 1;
        const id = `${Date.now()}${String(count).padStart(6, '0')}`;
        const text = JSON.stringify({ id, jsonrpc: '2.0', method, params });
        questions.set(id, { text, resolve, reject });
        send(text);
      }),
    repeat: () => {
      for (const { text } of questions.values()) send(text);
    },
    receive: (text) => {
      const told = parse(text);
      if (told?.method === 'irn_subscription') {
        send(`{"id":${told.id},"jsonrpc":"2.0","result":true}`);
        if (told.params?.data) heard(told.params.data);
        return;
      }
      const question = questions.get(told?.id ?? '');
      if (told === null || question === undefined) return;
      questions.delete(told.id);
      if (told.error === undefined) question.resolve(told.result);
      else question.reject(told.error);
    },
  };
}

interface Told {
  /** As a string of digits. */
  readonly id: string;
  readonly method?: string;
  readonly params?: { readonly data?: Pick<Parcel, 'topic' | 'message'> };
  readonly result?: unknown;
  readonly error?: unknown;
}

/** The relay's ids have 19 digits, more than a JavaScript number holds. Null for anything that is no message. */
function parse(text: string): Told | null {
  const exact = text.replace(/(?<=[:[,]\s*)\d{16,}(?=\s*[,}\]])/g, '"$&"');
  try {
    const told = JSON.parse(exact) as Partial<Told>;
    return /^\d+$/.test(String(told.id)) ? { ...told, id: String(told.id) } : null;
  } catch {
    return null;
  }
}
