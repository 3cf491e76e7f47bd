// Sends requests at a fixed rate, independent of earlier ones, like many users.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

export interface Requests {
  /** The counts so far, as text. */
  told(): string;
  /** Waits for the last responses. */
  end(): Promise<{ readonly sent: number; readonly failed: number; readonly slowestMillis: number }>;
}

export interface RequestOptions {
  /** Requests per second. */
  readonly rate: number;
  /** An app token. */
  readonly token: string;
}

/**
 * Alternates between reads and new invoices. Any status other than 2xx is a failure, and the first failures are
 * printed.
 */
export function requestsAtRate(url: string, { rate, token }: RequestOptions): Requests {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const kinds: readonly (readonly [path: string, init: () => RequestInit])[] = [
    ['/currencies', () => ({})],
    ['/invoices', () => ({ headers })],
    [
      '/invoice',
      () => ({
        method: 'POST',
        headers: { ...headers, 'idempotency-key': randomUUID() },
        body: JSON.stringify({ total: '10.00', currency: 'USD' }),
      }),
    ],
  ];
  const waiting = new Set<Promise<void>>();
  let [sent, failed, slowestMillis, isOver] = [0, 0, 0, false];
  const ask = async (path: string, init: RequestInit) => {
    const startedAt = performance.now();
    const fault = await fetch(`${url}/api${path}?v=1`, init).then(
      async (answer) => {
        const text = await answer.text();
        return answer.ok ? null : `${answer.status} ${text}`;
      },
      (error: Error) => `${error.message} ${String(error.cause ?? '')}`,
    );
    slowestMillis = Math.max(slowestMillis, Math.round(performance.now() - startedAt));
    if (fault === null) return;
    failed += 1;
    if (failed <= 10) console.error(`${path}: ${fault}`);
  };
  const begin = performance.now();
  const run = async () => {
    while (!isOver) {
      const due = Math.floor(((performance.now() - begin) / 1000) * rate);
      for (; sent < due; sent += 1) {
        const [path, init] = kinds[sent % kinds.length] as (typeof kinds)[number];
        const asked = ask(path, init()).finally(() => waiting.delete(asked));
        waiting.add(asked);
      }
      await delay(5);
    }
  };
  const running = run();
  return {
    told: () => `${sent} requests, ${failed} failed, slowest ${slowestMillis} ms`,
    async end() {
      isOver = true;
      await running;
      await Promise.all(waiting);
      return { sent, failed, slowestMillis };
    },
  };
}
