// The floor for latency: poll, look up, one committed INSERT, one signed post. It does not check, store or retry
// anything else.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { Pool } from 'undici';
import { newWebhookSecret, signatureHeaders } from '../../src/io/outbound/webhook-signature.ts';

export type FloorOrder =
  | {
      readonly what: 'start';
      readonly rpcUrl: string;
      readonly databaseUrl: string;
      readonly hookUrl: string;
      readonly pollMillis: number;
    }
  | { readonly what: 'watch'; readonly addresses: readonly string[] }
  | { readonly what: 'rest' };

interface Block {
  readonly transactions: readonly { readonly to: string | null; readonly hash: string }[];
}

const watched = new Set<string>();
const secret = newWebhookSecret();
let isResting = true;

async function poll(order: Extract<FloorOrder, { what: 'start' }>): Promise<void> {
  const rpc = new Pool(new URL(order.rpcUrl).origin, { connections: 2 });
  const hook = new URL(order.hookUrl);
  const hooks = new Pool(hook.origin, { connections: 4 });
  const database = new pg.Client({ connectionString: order.databaseUrl });
  await database.connect();
  await database.query(
    'create table bench_seen (id uuid primary key, hash text not null, created_at timestamptz not null)',
  );
  let id = 0;
  const call = async <Result>(method: string, params: readonly unknown[]): Promise<Result> => {
    id += 1;
    const body = JSON.stringify({ jsonrpc: '2.0', id, method, params });
    const headers = { 'content-type': 'application/json' };
    const answer = await rpc.request({ path: '/', method: 'POST', headers, body });
    return ((await answer.body.json()) as { result: Result }).result;
  };
  const post = async (hash: string) => {
    const webhookId = randomUUID();
    await database.query({
      name: 'seen',
      text: 'insert into bench_seen values ($1, $2, $3)',
      values: [webhookId, hash, new Date()],
    });
    const body = JSON.stringify({ type: 'transaction.detected', data: { hash } });
    const headers = signatureHeaders(webhookId, new Date(), body, [secret]);
    const answer = await hooks.request({ path: hook.pathname, method: 'POST', headers, body });
    await answer.body.dump();
  };
  let read: number | null = null;
  for (;;) {
    await delay(order.pollMillis);
    if (isResting) {
      read = null;
      continue;
    }
    const head = Number(await call<string>('eth_blockNumber', []));
    for (read ??= head; read < head; read += 1) {
      const block = await call<Block>('eth_getBlockByNumber', [`0x${(read + 1).toString(16)}`, true]);
      for (const { to, hash } of block.transactions) if (to !== null && watched.has(to)) await post(hash);
    }
  }
}

process.on('message', (order: FloorOrder) => {
  if (order.what === 'start') void poll(order);
  if (order.what === 'watch') for (const address of order.addresses) watched.add(address.toLowerCase());
  isResting = order.what !== 'watch';
  process.send?.({});
});
