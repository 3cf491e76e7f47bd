// Finds a port for the demo's service.
import { createServer } from 'node:net';

/** `wanted` if it is free on this machine, otherwise a port that the system chooses. */
export async function freePort(wanted: number): Promise<number> {
  // A browser may resolve `localhost` to ::1 first, and would then reach another program on that port.
  const isFree = (await tryPort(wanted, '127.0.0.1')) !== null && (await tryPort(wanted, '::1')) !== null;
  const port = isFree && wanted !== 0 ? wanted : await tryPort(0, '127.0.0.1');
  if (port === null) throw new Error('no port of 127.0.0.1 is free');
  return port;
}

/** PORT in the service's format; 3000 if it is not set. */
export function wantedPort(text: string | undefined): number {
  if (text === undefined || text.trim() === '') return 3000;
  if (/^\d{1,5}$/.test(text.trim()) && Number(text) <= 65_535) return Number(text);
  throw new Error(`PORT must be a port from 0 to 65535, not "${text}".`);
}

/** The port, or null if it is in use. An address that this machine does not have counts as free. */
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
