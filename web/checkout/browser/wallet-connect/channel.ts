// Calls between the two ends of a session: JSON-RPC in sealed envelopes, by way of the relay.
// https://specs.walletconnect.com/2.0/specs/clients/sign/rpc-methods
import { open, type SharedKey, seal } from './envelope.ts';
import { openRelay, type RelaySettings } from './relay.ts';

/** What the other end asks or tells of its own; it is answered `true`. */
export interface Call {
  readonly method: string;
  readonly params: unknown;
}

export interface Channel {
  /** From now on, and what was kept until now. */
  listen(key: SharedKey): Promise<void>;
  /** What the other end answers. Rejects with its `{ code, message }`, or where the relay does not take it. */
  ask(key: SharedKey, call: Call): Promise<unknown>;
  /** What is still asked is never answered. Where there is something left to tell, it is told before. */
  close(last?: { readonly key: SharedKey; readonly call: Call }): void;
}

interface Message extends Partial<Call> {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: unknown;
}

/** The tag of each method's call; that of its answer is one more. */
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

/** Seconds for which the relay keeps a message for who is away; nothing here is waited for any longer. */
export const keptSeconds = 300;
const goodbyeMilliseconds = 10_000;

/** `random` gives so many bytes. Rejects where the relay cannot be reached. */
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
  /** Microseconds since 1970, as the specification wants them; no two are the same. */
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
      // A relay that is away is not called for ever.
      setTimeout(relay.close, goodbyeMilliseconds);
    },
  };
}

/** null for what somebody without the key put there. */
function read(key: SharedKey, envelope: string): Message | null {
  try {
    return JSON.parse(open(key, envelope)) as Message;
  } catch {
    return null;
  }
}
