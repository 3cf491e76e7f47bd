// The embedded servers of this process, for an exit that cannot wait for them.
import { livingServer, signal } from './server-process.ts';

const clusters = new Set<string>();

/** Remembers a cluster until the returned function is called. */
export function rememberServer(cluster: string): () => void {
  clusters.add(cluster);
  return () => clusters.delete(cluster);
}

/**
 * Asks each server to stop (a fast shutdown: it ends all connections and writes everything), and does not wait for it.
 * Another process that uses the same server starts it again.
 */
export function abandonServers(): void {
  for (const cluster of clusters) {
    const server = livingServer(cluster);
    if (server !== null) signal(server.pid, 'SIGINT');
  }
}
