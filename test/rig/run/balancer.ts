// A small load balancer, as operators use: round robin over the processes that /readyz reports as ready.
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Balancer {
  /** Without a trailing slash. */
  readonly url: string;
  /** The processes that were ready at the last check. */
  ready(): readonly string[];
  close(): Promise<void>;
}

const lookMillis = 100;
/** A process that does not respond in time keeps its state, because a busy machine is no reason to redirect callers. */
const patienceMillis = 2_000;

/**
 * Sends each request to one process without a retry, so that a failure there reaches the caller. Processes may be added
 * to the list later.
 */
export async function startBalancer(processes: readonly string[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  const ready = new Set<string>();
  const readyNow = () => processes.filter((url) => ready.has(url));
  const looking = new Set<string>();
  let turn = 0;
  // Checks run independently, so that a slow process does not delay the others.
  const look = async (url: string) => {
    if (looking.has(url)) return;
    looking.add(url);
    const isReady = await asksReady(url).finally(() => looking.delete(url));
    if (isReady === true) ready.add(url);
    if (isReady === false) ready.delete(url);
  };
  await Promise.all(processes.map(look));
  const looks = setInterval(() => processes.forEach((url) => void look(url)), lookMillis);
  const server = createServer((incoming, outgoing) => {
    const now = readyNow();
    const url = now[turn++ % now.length];
    if (url === undefined) outgoing.writeHead(502).end('no process is ready');
    else passOn({ agent, url, leaves: () => ready.delete(url) }, incoming, outgoing);
  });
  // The balancer's own timeouts are off: on a busy machine they would close connections, which proves nothing about a
  // process.
  Object.assign(server, { keepAliveTimeout: 0, headersTimeout: 0, requestTimeout: 0 });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ready: readyNow,
    close: () =>
      new Promise((resolve) => {
        clearInterval(looks);
        agent.destroy();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** null if it did not respond in time. */
async function asksReady(url: string): Promise<boolean | null> {
  try {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(patienceMillis) });
    await answer.arrayBuffer();
    return answer.ok;
  } catch (error) {
    return (error as Error).name === 'TimeoutError' ? null : false;
  }
}

interface Target {
  readonly agent: Agent;
  /** The URL of the process. */
  readonly url: string;
  /** Called when the process announces that it will close this connection. */
  leaves(): void;
}

function passOn({ agent, url, leaves }: Target, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method, headers } = incoming;
  const sent = request(
    url + incoming.url,
    { agent, ...(method === undefined ? {} : { method }), headers },
    (answer) => {
      // These headers concern only the connection to the process, not the caller's.
      const { connection, 'keep-alive': _, ...told } = answer.headers;
      if (connection === 'close') leaves();
      outgoing.writeHead(answer.statusCode ?? 502, told);
      answer.pipe(outgoing);
    },
  );
  sent.on('error', (error) =>
    outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end(`${url}: ${error}`),
  );
  incoming.pipe(sent);
}
