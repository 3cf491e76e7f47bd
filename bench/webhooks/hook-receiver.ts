// Receives webhooks in a separate process: one port replies at once, another accepts and never replies.
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ReceiverOrder = { readonly what: 'start' } | { readonly what: 'take' };

export interface Started {
  readonly healthy: number;
  readonly silent: number;
}

export interface Taken {
  /** webhook-id and arrival time (Unix milliseconds) since the last query. */
  readonly arrivals: readonly (readonly [string, number])[];
}

let arrivals: [string, number][] = [];

async function listen(answer: RequestListener): Promise<number> {
  const server = createServer({ requestTimeout: 0 }, answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

process.on('message', async (order: ReceiverOrder) => {
  if (order.what === 'start') {
    const healthy = await listen((request, response) => {
      arrivals.push([String(request.headers['webhook-id']), performance.timeOrigin + performance.now()]);
      request.resume().on('end', () => response.writeHead(204).end());
    });
    process.send?.({ healthy, silent: await listen((request) => void request.resume()) } satisfies Started);
    return;
  }
  process.send?.({ arrivals } satisfies Taken);
  arrivals = [];
});
