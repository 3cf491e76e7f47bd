// Receives webhooks and records the arrival time of each.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Arrival {
  /** By performance.now(), when the request's head was read. */
  readonly at: number;
  readonly body: string;
}

export interface TimedReceiver {
  readonly url: string;
  /** The first arrival with both words in its body. Rejects if none comes within 30 s. */
  arrival(type: string, word: string): Promise<Arrival>;
  close(): Promise<void>;
}

const patienceMillis = 30_000;

export async function startTimedReceiver(): Promise<TimedReceiver> {
  const arrived: Arrival[] = [];
  const waiting = new Set<(arrival: Arrival) => void>();
  const server = createServer((request, response) => {
    const at = performance.now();
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      response.writeHead(200).end();
      const arrival = { at, body: Buffer.concat(parts).toString('utf8') };
      arrived.push(arrival);
      for (const hear of waiting) hear(arrival);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    arrival(type, word) {
      const isIt = ({ body }: Arrival) => body.includes(`"${type}"`) && body.includes(word);
      const found = arrived.find(isIt);
      if (found !== undefined) return Promise.resolve(found);
      return new Promise((resolve, reject) => {
        const late = setTimeout(() => {
          waiting.delete(hear);
          reject(new Error(`No ${type} of ${word} arrived`));
        }, patienceMillis);
        const hear = (arrival: Arrival) => {
          if (!isIt(arrival)) return;
          clearTimeout(late);
          waiting.delete(hear);
          resolve(arrival);
        };
        waiting.add(hear);
      });
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
