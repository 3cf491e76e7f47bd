// A name for a service of a story: passkeys belong to one, and browsers make none for an address like 127.0.0.1.
import { type AddressInfo, connect, createServer } from 'node:net';

export interface LocalDoor {
  /** As in 'http://localhost:40123'; to be the service's PUBLIC_URL. */
  readonly origin: string;
  /** Where what comes in is passed on to. */
  leadTo(url: string): void;
  close(): void;
}

export async function localDoor(): Promise<LocalDoor> {
  let port = 0;
  const server = createServer((socket) => {
    const inside = connect(port, '127.0.0.1');
    socket.pipe(inside).pipe(socket);
    socket.on('error', () => inside.destroy());
    inside.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    leadTo(url) {
      port = Number(new URL(url).port);
    },
    close: () => void server.close(),
  };
}
