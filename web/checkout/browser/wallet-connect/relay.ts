// WalletConnect's relay: it passes sealed messages on, and keeps them for who is away.
// https://specs.walletconnect.com/2.0/specs/servers/relay/relay-server-rpc
import { bytesToHex } from '@noble/hashes/utils.js';
import { relayToken } from './relay-token.ts';

export interface RelaySettings {
  /** Its address, `wss://…`, without a query. */
  readonly relay: string;
  /** The operator's, as the keeper of the relay gave it out. */
  readonly project_id: string;
}

export interface Parcel {
  readonly topic: string;
  /** A sealed envelope. */
  readonly message: string;
  /** What kind of message it is, as the specification of sessions numbers them. */
  readonly tag: number;
  /** Seconds for which the relay keeps it. */
  readonly ttl: number;
}

type Heard = (parcel: Pick<Parcel, 'topic' | 'message'>) => void;

export interface Relay {
  /** Done once the relay has it. Rejects where it does not take it. */
  publish(parcel: Parcel): Promise<unknown>;
  /** Tells what comes from now on, and what was kept until now. */
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
 * Connects, and again whenever the connection breaks, as it does on a phone while it shows the wallet: the same topics
 * are listened to then, and what was not answered is asked again. `random` gives so many bytes. Rejects where the relay
 * cannot be reached within 15 seconds.
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
      // Refused, it is only not heard of; whoever waits for an answer gives up in time.
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
  /** Asks again what was not answered. */
  repeat(): void;
  receive(text: string): void;
}

/** JSON-RPC in both directions; `send` may lose what it is given. */
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
  /** Its digits. */
  readonly id: string;
  readonly method?: string;
  readonly params?: { readonly data?: Pick<Parcel, 'topic' | 'message'> };
  readonly result?: unknown;
  readonly error?: unknown;
}

/** The relay numbers what it says with 19 digits, which no number of JavaScript holds. null for what is no message. */
function parse(text: string): Told | null {
  const exact = text.replace(/(?<=[:[,]\s*)\d{16,}(?=\s*[,}\]])/g, '"$&"');
  try {
    const told = JSON.parse(exact) as Partial<Told>;
    return /^\d+$/.test(String(told.id)) ? { ...told, id: String(told.id) } : null;
  } catch {
    return null;
  }
}
