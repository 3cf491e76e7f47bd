// Measures how much a database grows with sales, for each table: `npx node bench/growth/size-of-sales.ts [invoices]`.
import { type Json, ok, until } from '../../test/rig/client.ts';
import { localNetwork } from '../../test/rig/evm/local-network.ts';
import { createMerchant, type Merchant } from '../../test/rig/merchant.ts';
import { startReceiver } from '../../test/rig/receiver.ts';
import { startServiceProcess } from '../../test/rig/service/service-process.ts';
import { newAddress, newExtendedKey } from '../../test/rig/stage.ts';
import { benchDatabase, runSql } from '../bench-database.ts';
import { startEmptyChain } from '../cost/empty-chain.ts';

/** Concurrent sales. More would wait for each other. */
const atOnce = 6;

interface TableSize {
  readonly name: string;
  readonly table: string;
  readonly indexes: string;
  readonly rows: string;
}

const count = Number(process.argv[2] ?? 2_000);
const database = await benchDatabase();
const chain = await startEmptyChain({ chainId: 31_337, blockSeconds: 12, speed: 1 });
const receiver = await startReceiver();
const service = await startServiceProcess({
  databaseUrl: database.url,
  config: {
    networks: { local: localNetwork({ url: chain.url, chainId: 31_337 }, { poll_interval_ms: 5_000 }) },
    rates: { sources: [], fixed: { ETH: { USD: '2000' } } },
  },
  env: { LOG_LEVEL: 'warn', WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' },
});
try {
  const merchant = await createMerchant(service, {
    accepts: [['ETH', 'local']],
    receives: [{ network: 'local', kind: 'xpub', value: newExtendedKey() }],
  });
  await ok(merchant.appApi.post('/webhook', { url: receiver.url }));
  const before = await sizes();
  let sold = 0;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (sold < count) {
        sold += 1;
        await sellOne(merchant, sold);
      }
    }),
  );
  await until(async () => (await pending()) === 0, 'everything to be delivered', { withinMs: 300_000 });
  tell(before, await sizes());
} finally {
  await service.stop();
  await receiver.close();
  await chain.close();
  await database.drop();
}
process.exit(0);

/** An invoice with a reference and an e-mail, paid in full by one attempt, like most sales. */
async function sellOne(merchant: Merchant, number: number): Promise<void> {
  const order = { reference: `order-${number}` };
  const customer = { email: `customer-${number}@example.com` };
  const invoice = await ok<Json>(
    merchant.appApi.post('/invoice', { total: '100.00', currency: 'USD', order, customer }),
  );
  const params = { invoice_id: invoice.id, from: newAddress(), cryptocurrency: 'ETH', network: 'local' };
  const attempt = await ok<Json>(merchant.appApi.post('/transaction', params));
  await ok(merchant.appApi.post(`/sandbox/transaction/${attempt.id}/simulate`, { case: 'paid' }));
}

async function pending(): Promise<number> {
  const text = `select count(*)::int as left from deliveries where status = 'pending'`;
  return (await runSql<{ left: number }>(database.url, text))[0]?.left ?? 0;
}

function sizes(): Promise<TableSize[]> {
  return runSql<TableSize>(
    database.url,
    `select relname as name, pg_table_size(relid) as table, pg_indexes_size(relid) as indexes,
       (xpath('/row/c/text()', query_to_xml('select count(*) as c from ' || relname, false, true, '')))[1]::text as rows
     from pg_stat_user_tables order by relname`,
  );
}

/** In GB for a million invoices, largest first. */
function tell(before: readonly TableSize[], after: readonly TableSize[]): void {
  const grown = after.map((now) => {
    const then = before.find(({ name }) => name === now.name);
    const more = (of: 'table' | 'indexes' | 'rows') => (Number(now[of]) - Number(then?.[of] ?? 0)) / count;
    return { name: now.name, rows: more('rows'), table: more('table') / 1e3, indexes: more('indexes') / 1e3 };
  });
  const shown = grown.filter(({ table, indexes }) => table + indexes > 0.02);
  console.log('| Table | Rows of an invoice | Rows, GB | Indexes, GB |\n|---|---|---|---|');
  for (const one of shown.sort((a, b) => b.table + b.indexes - a.table - a.indexes))
    console.log(`| \`${one.name}\` | ${one.rows.toFixed(1)} | ${one.table.toFixed(2)} | ${one.indexes.toFixed(2)} |`);
  const sum = shown.reduce((total, { table, indexes }) => total + table + indexes, 0);
  console.log(`together ${sum.toFixed(2)} GB`);
}
