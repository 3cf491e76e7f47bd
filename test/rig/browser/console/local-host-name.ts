// A host name for a service under test. Passkeys need one, because browsers create none for an IP address such as
// 127.0.0.1.
import { type AddressInfo, connect, createServer } from 'node:net';

export interface LocalDoor {
  /** Such as 'http://localhost:40123', to use as PUBLIC_URL of the service. */
  readonly origin: string;
  /** Sets the URL that connections are forwarded to. */
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
