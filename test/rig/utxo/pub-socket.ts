// A PUB socket of ZMTP 3.0 without a password (ZeroMQ RFC 23, https://rfc.zeromq.org/spec/23/) that listens on
// loopback.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

export interface PubSocket {
  readonly port: number;
  /** Sends the parts as one message to each subscriber of a prefix of the first part. */
  send(parts: readonly Buffer[]): void;
  /** Closes each connection, and frees the port. */
  close(): Promise<void>;
}

const greetingLength = 64;
const [hasMore, isLong, isCommand] = [1, 2, 4];

/** Listens on the port; 0 means any free one. */
export async function openPubSocket(port = 0): Promise<PubSocket> {
  const subscribers = new Map<Socket, Set<string>>();
  const server = createServer((socket) => {
    const topics = new Set<string>();
    subscribers.set(socket, topics);
    socket.on('close', () => subscribers.delete(socket)).on('error', () => socket.destroy());
    serve(socket.setNoDelay(true), topics);
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    send(parts) {
      const bytes = parts.map((part, index) => frame(index < parts.length - 1 ? hasMore : 0, part));
      const first = parts[0]?.toString('latin1') ?? '';
      for (const [socket, topics] of subscribers)
        if ([...topics].some((topic) => first.startsWith(topic))) socket.write(Buffer.concat(bytes));
    },
    async close() {
      for (const socket of subscribers.keys()) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Greets, replies READY, and then records subscriptions. Closes connections with another protocol. */
function serve(socket: Socket, topics: Set<string>): void {
  let unread = Buffer.alloc(0);
  let isGreeted = false;
  let isReady = false;
  socket.write(Buffer.from('ff00000000000000017f', 'hex'));
  socket.on('data', (chunk: Buffer) => {
    unread = Buffer.concat([unread, chunk]);
    if (!isGreeted) {
      if (unread.length < greetingLength) return;
      const mechanism = unread.subarray(12, 32).toString('latin1').replace(/\0+$/, '');
      if (unread[0] !== 0xff || unread[9] !== 0x7f || (unread[10] ?? 0) < 3 || mechanism !== 'NULL') {
        socket.destroy();
        return;
      }
      isGreeted = true;
      socket.write(Buffer.concat([restOfGreeting(), ready('PUB')]));
      unread = unread.subarray(greetingLength);
    }
    for (let length = unread[1]; length !== undefined && unread.length >= 2 + length; length = unread[1]) {
      const [flags = 0, body] = [unread[0], unread.subarray(2, 2 + length)];
      unread = unread.subarray(2 + length);
      // Subscribers send only short frames: READY first, then a byte for the action and the topic.
      if (flags === isCommand && body.toString('latin1', 1, 6) === 'READY') isReady = true;
      else if (isReady && flags === 0 && body[0] === 1) topics.add(body.toString('latin1', 1));
      else if (isReady && flags === 0 && body[0] === 0) topics.delete(body.toString('latin1', 1));
      else {
        socket.destroy();
        return;
      }
    }
  });
}

/** Version 3.0, the mechanism NULL, and the client role. */
function restOfGreeting(): Buffer {
  const rest = Buffer.alloc(greetingLength - 10);
  rest[0] = 3;
  rest.write('NULL', 2, 'latin1');
  return rest;
}

function ready(socketType: string): Buffer {
  return frame(
    isCommand,
    Buffer.from(`\x05READY\x0bSocket-Type\0\0\0${String.fromCharCode(socketType.length)}${socketType}`),
  );
}

function frame(flags: number, body: Buffer): Buffer {
  if (body.length <= 255) return Buffer.concat([Buffer.of(flags, body.length), body]);
  const head = Buffer.alloc(9);
  head[0] = flags | isLong;
  head.writeBigUInt64BE(BigInt(body.length), 1);
  return Buffer.concat([head, body]);
}
