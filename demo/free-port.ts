// Finds the port that the demo's service listens on.
import { createServer } from 'node:net';

/** `wanted` if nothing on this machine listens there, else one that the system chooses. */
export async function freePort(wanted: number): Promise<number> {
  // A browser may take `localhost` for ::1 first, and would meet whoever listens there.
  const isFree = (await tryPort(wanted, '127.0.0.1')) !== null && (await tryPort(wanted, '::1')) !== null;
  const port = isFree && wanted !== 0 ? wanted : await tryPort(0, '127.0.0.1');
  if (port === null) throw new Error('no port of 127.0.0.1 is free');
  return port;
}

/** PORT as the service reads it: 3000 where it is not set. */
export function wantedPort(text: string | undefined): number {
  if (text === undefined || text.trim() === '') return 3000;
  if (/^\d{1,5}$/.test(text.trim()) && Number(text) <= 65_535) return Number(text);
  throw new Error(`PORT must be a port from 0 to 65535, not "${text}".`);
}

/** The port, or null where it is taken. An address that this machine does not have counts as free. */
function tryPort(port: number, host: string): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      resolve(error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT' ? port : null);
    });
    server.listen(port, host, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : null));
    });
  });
}
