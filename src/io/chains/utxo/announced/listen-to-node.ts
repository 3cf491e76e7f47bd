// Receives a node's announcements of blocks and payments by ZMQ (-zmqpubhashblock, -zmqpubrawtx). They only trigger a
// poll; the poll reads the data as usual.
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { ByteWalk } from '../blocks/byte-walk.ts';
import type { ScriptTable } from '../blocks/script-table.ts';
import { newPlaces, walkTransaction } from '../blocks/walk-transaction.ts';
import { PublishedMessages, subscriberGreeting, subscription } from './zmtp.ts';

export interface Listening {
  /** tcp://host:port, as in the node's own options. */
  readonly addresses: readonly string[];
  readonly watched: ScriptTable;
  /** Called if a block was found, or a chain transaction in the mempool concerns a watched script. */
  heard(): void;
  /** Receives a sentence on an address that cannot be reached. */
  log(message: string): void;
}

/** The size of a chain transaction is limited by the weight of a block (BIP-141: 4 MB). */
const mostBytes = 4_100_000;
const firstWaitMillis = 1_000;
const longestWaitMillis = 60_000;
/** The connection is renewed after this long without a message, because a firewall may have dropped it. */
const silentMillis = 3_600_000;

/** Listens until `signal`. Each address has its own connection, which is opened again whenever it fails. */
export async function listenToNode(listening: Listening, signal: AbortSignal): Promise<void> {
  await Promise.all(listening.addresses.map((address, index) => listenAgain(listening, { address, index }, signal)));
}

interface Publisher {
  readonly address: string;
  readonly index: number;
}

async function listenAgain(listening: Listening, { address, index }: Publisher, signal: AbortSignal): Promise<void> {
  for (let failures = 0; !signal.aborted; failures += 1) {
    const fault = await listenOnce(listening, address, signal, () => {
      failures = 0;
    });
    if (signal.aborted) return;
    if (failures === 0) listening.log(`zmq ${index + 1} is disconnected (${fault}); the connection is retried`);
    const pause = Math.min(longestWaitMillis, firstWaitMillis * 2 ** Math.min(failures, 6));
    await delay(pause, undefined, { signal }).catch(() => undefined);
  }
}

/** Listens until the connection ends; resolves with the reason, without the address. */
function listenOnce(
  { watched, heard }: Listening,
  address: string,
  signal: AbortSignal,
  isThere: () => void,
): Promise<string> {
  const { hostname, port } = new URL(address);
  const messages = new PublishedMessages(mostBytes);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port) });
    const end = (why: string) => {
      signal.removeEventListener('abort', stop);
      socket.destroy();
      resolve(why);
    };
    const stop = () => end('stopped');
    signal.addEventListener('abort', stop, { once: true });
    socket
      .setNoDelay(true)
      .setKeepAlive(true, 60_000)
      .setTimeout(silentMillis, () => end('silent for an hour'));
    socket.on('connect', () => socket.write(subscriberGreeting()));
    socket.on('data', (chunk) => {
      try {
        const wasReady = messages.isReady;
        const published = messages.read(chunk);
        if (!wasReady && messages.isReady)
          socket.write(Buffer.concat([subscription('hashblock'), subscription('rawtx')]));
        for (const [topic, body] of published) {
          isThere();
          if (concerns(watched, topic, body)) heard();
        }
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        end(error.message);
      }
    });
    socket.on('error', (error: NodeJS.ErrnoException) => end(error.code ?? 'gone'));
    socket.on('close', () => end('closed'));
  });
}

/** Whether an announcement concerns a watched script. A malformed one is ignored and left to the next poll. */
function concerns(watched: ScriptTable, topic: Buffer | undefined, body: Buffer | undefined): boolean {
  if (topic === undefined || body === undefined) return false;
  if (topic.toString('latin1') !== 'rawtx') return true;
  try {
    return walkTransaction(new ByteWalk(body), newPlaces(), watched);
  } catch {
    return false;
  }
}
