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

/** Sends each request to one process and never again to another: what fails there fails for the caller. */
export async function startBalancer(processes: readonly string[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  let ready: readonly string[] = [];
  let turn = 0;
  const look = async () => {
    const answers = await Promise.all(processes.map((url) => fetch(`${url}/readyz`).catch(() => null)));
    ready = processes.filter((_, i) => answers[i]?.ok === true);
  };
  let isClosing = false;
  const lookAgain = async (): Promise<void> => {
    await look();
    if (!isClosing) setTimeout(() => void lookAgain(), lookMillis);
  };
  await lookAgain();
  const server = createServer((incoming, outgoing) => {
    const url = ready[turn++ % ready.length];
    if (url === undefined) outgoing.writeHead(502).end('no process is ready');
    else passOn(agent, url, incoming, outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ready: () => ready,
    close: () =>
      new Promise((resolve) => {
        isClosing = true;
        agent.destroy();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function passOn(agent: Agent, url: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method, headers } = incoming;
  const sent = request(
    url + incoming.url,
    { agent, ...(method === undefined ? {} : { method }), headers },
    (answer) => {
      // Of this connection alone, not of the caller's.
      const { connection: _, 'keep-alive': __, ...told } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 502, told);
      answer.pipe(outgoing);
    },
  );
  sent.on('error', (error) => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end(String(error))));
  incoming.pipe(sent);
}
