// A server that implements just enough of PostgreSQL's protocol (version 3) to report an outdated version.
import { createServer, type Socket } from 'node:net';

export interface OldPostgres {
  readonly url: string;
  close(): Promise<void>;
}

/** Accepts every login, and answers every query with one row: version_num and version. */
export function startOldPostgres(versionNumber: string, version: string): Promise<OldPostgres> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let isIn = false;
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      if (!isIn) {
        isIn = true;
        socket.write(Buffer.concat([message('R', int32(0)), ready]));
      } else if (bytes[0] === 0x51) {
        socket.write(Buffer.concat([described, row([versionNumber, version]), message('C', text('SELECT 1')), ready]));
      } else if (bytes[0] === 0x58) socket.end();
    });
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      resolve({
        url: `postgres://anyone:hidden-password@127.0.0.1:${port}/old`,
        close: () =>
          new Promise((closed) => {
            for (const socket of sockets) socket.destroy();
            server.close(() => closed());
          }),
      });
    });
  });
}

// The layouts of messages: https://www.postgresql.org/docs/current/protocol-message-formats.html
function message(kind: string, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(kind), int32(body.length + 4), body]);
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function text(value: string): Buffer {
  return Buffer.from(`${value}\0`);
}

function row(values: readonly string[]): Buffer {
  const cells = values.map((value) => Buffer.concat([int32(Buffer.byteLength(value)), Buffer.from(value)]));
  return message('D', Buffer.concat([int16(values.length), ...cells]));
}

const ready = message('Z', Buffer.from('I'));
const textType = 25;
const described = message(
  'T',
  Buffer.concat([
    int16(2),
    ...['number', 'shown'].map((name) =>
      Buffer.concat([text(name), int32(0), int16(0), int32(textType), int16(-1), int32(-1), int16(0)]),
    ),
  ]),
);
