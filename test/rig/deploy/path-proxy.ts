// A reverse proxy that publishes a service below a path of its host, with another site at the root.
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface PathProxy {
  /** Such as 'http://localhost:40123'. */
  readonly origin: string;
  /** Forwards requests below `path`, with the path unchanged or removed. */
  publish(service: { readonly url: string; readonly path: string; readonly strips: boolean }): void;
  close(): void;
}

/** Requests outside of the path get 404 'the shop', which reveals links that leave the path. */
export async function startPathProxy(): Promise<PathProxy> {
  let published = { url: '', path: '/nothing', strips: false };
  const server = createServer((incoming, outgoing) => {
    const { url, path, strips } = published;
    const asked = incoming.url ?? '/';
    if (asked !== path && !asked.startsWith(`${path}/`) && !asked.startsWith(`${path}?`)) {
      outgoing.writeHead(404, { 'content-type': 'text/plain' }).end('the shop');
      return;
    }
    const rest = asked.slice(path.length);
    const target = strips ? (rest.startsWith('/') ? rest : `/${rest}`) : asked;
    const { hostname, port } = new URL(url);
    const passed = request(
      { hostname, port, path: target, method: incoming.method, headers: incoming.headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    passed.on('error', () => outgoing.destroy());
    outgoing.on('close', () => passed.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    publish(service) {
      published = service;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
