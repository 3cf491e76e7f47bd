// Says by ZMQ what litecoind has, as Bitcoin Core does with -zmqpubhashblock and -zmqpubrawtx: the litecoind that
// installs here was built without it. The socket is libzmq's own.
import { Publisher } from 'zeromq';
import { until } from '../client.ts';
import type { Litecoind } from './litecoind.ts';

export interface ZmqPublisher {
  /** tcp://host:port */
  readonly address: string;
  /** The newest block. */
  announceBlock(): Promise<void>;
  /** A chain transaction that waits. */
  announceTransaction(txid: string): Promise<void>;
  /** As a node that is started anew: at the same address. */
  restart(): Promise<void>;
  stop(): void;
}

export async function startZmqPublisher({ rpc }: Litecoind): Promise<ZmqPublisher> {
  let socket = new Publisher({ linger: 0 });
  await socket.bind('tcp://127.0.0.1:*');
  const address = socket.lastEndpoint as string;
  const counts = new Map<string, number>();
  const publish = async (topic: string, hex: string) => {
    const count = counts.get(topic) ?? 0;
    counts.set(topic, count + 1);
    const sequence = Buffer.alloc(4);
    sequence.writeUInt32LE(count);
    await socket.send([topic, Buffer.from(hex, 'hex'), sequence]);
  };
  return {
    address,
    announceBlock: async () => publish('hashblock', await rpc<string>('getbestblockhash')),
    announceTransaction: async (txid) => publish('rawtx', await rpc<string>('getrawtransaction', [txid])),
    async restart() {
      socket.close();
      socket = new Publisher({ linger: 0 });
      const isBound = () =>
        socket.bind(address).then(
          () => true,
          (error: NodeJS.ErrnoException) => {
            if (error.code === 'EADDRINUSE') return false;
            throw error;
          },
        );
      await until(isBound, `${address} to be free`);
    },
    stop: () => socket.close(),
  };
}
