// Hears of blocks and payments as soon as a node has them, by ZMQ (-zmqpubhashblock, -zmqpubrawtx): it only says when
// to look, and the look itself asks as always.
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { ByteWalk } from '../blocks/byte-walk.ts';
import type { ScriptTable } from '../blocks/script-table.ts';
import { newPlaces, walkTransaction } from '../blocks/walk-transaction.ts';
import { PublishedMessages, subscriberGreeting, subscription } from './zmtp.ts';

export interface Listening {
  /** tcp://host:port, as the node's own options have it. */
  readonly addresses: readonly string[];
  readonly watched: ScriptTable;
  /** A block was found, or a chain transaction that concerns a watched script waits. */
  heard(): void;
  /** Hears, in sentences, which of them cannot be reached. */
  log(message: string): void;
}

/** A block's weight is bounded, and with it every chain transaction's size (BIP-141: 4 MB). */
const mostBytes = 4_100_000;
const firstWaitMillis = 1_000;
const longestWaitMillis = 60_000;
/** A node that says nothing for so long is called again: its firewall may have forgotten us. */
const silentMillis = 3_600_000;

/** Until `signal`: each address by itself, and again and again where its node is away. */
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
    if (failures === 0) listening.log(`Nothing is heard of zmq ${index + 1} (${fault}); it is called again and again`);
    const pause = Math.min(longestWaitMillis, firstWaitMillis * 2 ** Math.min(failures, 6));
    await delay(pause, undefined, { signal }).catch(() => undefined);
  }
}

/** Until the connection ends; answers why it did, without the address. */
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

/** What cannot be read is left to the next look. */
function concerns(watched: ScriptTable, topic: Buffer | undefined, body: Buffer | undefined): boolean {
  if (topic === undefined || body === undefined) return false;
  if (topic.toString('latin1') !== 'rawtx') return true;
  try {
    return walkTransaction(new ByteWalk(body), newPlaces(), watched);
  } catch {
    return false;
  }
}
