// JSON-RPC calls between the two ends of a session, encrypted and sent through the relay.
// https://specs.walletconnect.com/2.0/specs/clients/sign/rpc-methods
import { open, type SharedKey, seal } from './envelope.ts';
import { openRelay, type RelaySettings } from './relay.ts';

/** A request or notification of the other end; it is answered with `true`. */
export interface Call {
  readonly method: string;
  readonly params: unknown;
}

export interface Channel {
  /** Receives messages from now on, and the ones that the relay kept. */
  listen(key: SharedKey): Promise<void>;
  /**
   * Returns the other end's answer. Rejects with its `{ code, message }`, or if the relay does not accept the message.
   */
  ask(key: SharedKey, call: Call): Promise<unknown>;
  /** Pending calls are never answered. Sends `last` first, if it is given. */
  close(last?: { readonly key: SharedKey; readonly call: Call }): void;
}

interface Message extends Partial<Call> {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: unknown;
}

/** The tag of each method's request; the response's tag is one higher. */
const tags: Readonly<Record<string, number>> = {
  wc_sessionPropose: 1100,
  wc_sessionSettle: 1102,
  wc_sessionUpdate: 1104,
  wc_sessionExtend: 1106,
  wc_sessionRequest: 1108,
  wc_sessionEvent: 1110,
  wc_sessionDelete: 1112,
  wc_sessionPing: 1114,
};

/** Seconds for which the relay keeps a message for an absent end. No call here waits longer. */
export const keptSeconds = 300;
const goodbyeMilliseconds = 10_000;

/** `random` returns that many random bytes. Rejects if the relay cannot be reached. */
export async function openChannel(
  settings: RelaySettings,
  random: (length: number) => Uint8Array,
  told: (call: Call) => void,
): Promise<Channel> {
  const keys = new Map<string, SharedKey>();
  const asked = new Map<number, { resolve: (result: unknown) => void; reject: (error: unknown) => void }>();
  let lastId = 0;

  const send = async (to: SharedKey, tag: number, message: object): Promise<void> => {
    const sealed = seal(to, JSON.stringify({ jsonrpc: '2.0', ...message }), random(12));
    await relay.publish({ topic: to.topic, message: sealed, tag, ttl: keptSeconds });
  };
  /** Microseconds since 1970, as the specification requires; no two are equal. */
  const newId = (): number => {
    lastId = Math.max(Date.now() * 1000, lastId + 1);
    return lastId;
  };
  const call = (to: SharedKey, id: number, { method, params }: Call): Promise<void> =>
    send(to, tags[method] as number, { id, method, params });
  const relay = await openRelay(settings, random, ({ topic, message }) => {
    const key = keys.get(topic);
    const said = key === undefined ? null : read(key, message);
    if (key === undefined || said === null) return;
    const { id, method, params, result, error } = said;
    if (method === undefined) {
      const question = asked.get(id);
      asked.delete(id);
      if (error === undefined) question?.resolve(result);
      else question?.reject(error);
      return;
    }
    const tag = tags[method];
    if (tag === undefined) return;
    send(key, tag + 1, { id, result: true }).catch(() => {});
    told({ method, params });
  });
  return {
    listen: async (key) => {
      keys.set(key.topic, key);
      await relay.subscribe(key.topic);
    },
    ask: (key, question) =>
      new Promise((resolve, reject) => {
        const id = newId();
        asked.set(id, { resolve, reject });
        call(key, id, question).catch(reject);
      }),
    close: (last) => {
      if (last === undefined) return relay.close();
      call(last.key, newId(), last.call)
        .catch(() => {})
        .finally(relay.close);
      // An unreachable relay must not keep the page trying for ever.
      setTimeout(relay.close, goodbyeMilliseconds);
    },
  };
}

/** Null for a message from anyone without the key. */
function read(key: SharedKey, envelope: string): Message | null {
  try {
    return JSON.parse(open(key, envelope)) as Message;
  } catch {
    return null;
  }
}
