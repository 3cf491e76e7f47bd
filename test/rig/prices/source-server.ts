// A server on loopback that imitates a source of prices.

import assert from 'node:assert/strict';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { formatRate } from '../../../src/core/money/rate.ts';
import type { RateSource } from '../../../src/io/rate-sources/rate-source.ts';
import { RateSourceFault } from '../../../src/io/rate-sources/rate-source.ts';

export interface Asked {
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface SourceServer {
  /** Without a trailing slash. */
  readonly url: string;
  readonly asked: Asked[];
  /** Text is sent unchanged, any other value as JSON. */
  answer: (asked: Asked) => { readonly status?: number; readonly body: unknown };
  close(): void;
}

export async function startSourceServer(): Promise<SourceServer> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const url = new URL(request.url ?? '', 'http://source.test');
      const asked = { url, headers: request.headers, body: Buffer.concat(parts).toString() };
      started.asked.push(asked);
      const { status = 200, body } = started.answer(asked);
      response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const started: SourceServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    answer: () => ({ status: 404, body: '' }),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return started;
}

/** Queries a source for pairs such as 'ETH/USD', and returns each price as text. */
export async function pricesOf(
  source: RateSource,
  ...pairs: string[]
): Promise<{ prices: string[]; refused: string[] }> {
  const asked = pairs.map((pair) => {
    const [cryptocurrency = '', currency = ''] = pair.split('/');
    return { cryptocurrency, currency };
  });
  const { prices, refused } = await source.fetch(asked, new AbortController().signal);
  return {
    prices: prices.map(({ cryptocurrency, currency, rate }) => `${cryptocurrency}/${currency} ${formatRate(rate)}`),
    refused: [...refused],
  };
}

/** Asserts that each of these responses causes the stated fault. */
export async function refusesAnswers(
  server: SourceServer,
  source: RateSource,
  pair: string,
  table: readonly (readonly [status: number, body: unknown, says: RegExp])[],
): Promise<void> {
  for (const [status, body, says] of table) {
    server.answer = () => ({ status, body });
    await assert.rejects(
      pricesOf(source, pair),
      (error) => error instanceof RateSourceFault && says.test(error.message),
      `${status} ${JSON.stringify(body).slice(0, 200)}`,
    );
  }
}
