// A connection, such as between a browser and the service, that can go silent: no data arrives, and no error occurs.

import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

export interface SilentProxy {
  /** Without a trailing slash. */
  readonly url: string;
  /** Discards all data of both sides, on existing and new connections. */
  fallSilent(): void;
  /** New connections work again; silent ones stay silent. */
  heal(): void;
  close(): Promise<void>;
}

export async function startSilentProxy(serviceUrl: string): Promise<SilentProxy> {
  const { hostname, port } = new URL(serviceUrl);
  const sockets = new Set<Socket>();
  let isSilent = false;
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  };
  const server = createServer((browser) => {
    keep(browser);
    if (isSilent) return;
    const service = keep(connect(Number(port), hostname));
    browser.pipe(service).pipe(browser);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fallSilent() {
      isSilent = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    heal() {
      isSilent = false;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
