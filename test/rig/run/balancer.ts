// A small load balancer as operators have one: round robin over the processes that /readyz says are ready.
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Balancer {
  /** Without a slash at the end. */
  readonly url: string;
  /** Those that were ready at the last look. */
  ready(): readonly string[];
  close(): Promise<void>;
}

const lookMillis = 100;
/** Who does not answer by then stays what it was: a machine that is busy is no reason to send callers away. */
const patienceMillis = 2_000;

/**
 * Sends each request to one process and never again to another: what fails there fails for the caller. Processes may be
 * added to the list later.
 */
export async function startBalancer(processes: readonly string[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  const ready = new Set<string>();
  const readyNow = () => processes.filter((url) => ready.has(url));
  const looking = new Set<string>();
  let turn = 0;
  // Each by itself: one that is slow to answer must not keep the others from being looked at.
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
  // A caller on this busy machine would meet an end of its connection that is ours: that says nothing of a process.
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

/** null where it did not answer in time. */
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
  /** Of the process. */
  readonly url: string;
  /** Called when it says that it takes no more by this connection. */
  leaves(): void;
}

function passOn({ agent, url, leaves }: Target, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method, headers } = incoming;
  const sent = request(
    url + incoming.url,
    { agent, ...(method === undefined ? {} : { method }), headers },
    (answer) => {
      // Of this connection alone, not of the caller's.
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
