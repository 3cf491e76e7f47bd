// Publishes litecoind's data by ZMQ, as Bitcoin Core does with -zmqpubhashblock and -zmqpubrawtx. The packaged
// litecoind is built without ZMQ.
import type { Litecoind } from './litecoind.ts';
import { openPubSocket } from './pub-socket.ts';

export interface ZmqPublisher {
  /** tcp://host:port */
  readonly address: string;
  /** Publishes the newest block. */
  announceBlock(): Promise<void>;
  /** Publishes an unmined chain transaction. */
  announceTransaction(txid: string): Promise<void>;
  /** Restarts at the same address, like a restarted node. */
  restart(): Promise<void>;
  stop(): void;
}

export async function startZmqPublisher({ rpc }: Litecoind): Promise<ZmqPublisher> {
  let socket = await openPubSocket();
  const { port } = socket;
  const counts = new Map<string, number>();
  const publish = (topic: string, hex: string) => {
    const count = counts.get(topic) ?? 0;
    counts.set(topic, count + 1);
    const sequence = Buffer.alloc(4);
    sequence.writeUInt32LE(count);
    socket.send([Buffer.from(topic), Buffer.from(hex, 'hex'), sequence]);
  };
  return {
    address: `tcp://127.0.0.1:${port}`,
    announceBlock: async () => publish('hashblock', await rpc<string>('getbestblockhash')),
    announceTransaction: async (txid) => publish('rawtx', await rpc<string>('getrawtransaction', [txid])),
    async restart() {
      await socket.close();
      socket = await openPubSocket(port);
    },
    stop: () => void socket.close(),
  };
}
