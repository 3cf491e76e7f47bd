// Measures how much space an unpaid sale takes and pruning frees: `npx node bench/growth/size-of-unpaid.ts [invoices]`.
import { type Json, ok } from '../../test/rig/client.ts';
import { localNetwork } from '../../test/rig/evm/local-network.ts';
import { createMerchant, type Merchant } from '../../test/rig/merchant.ts';
import { quittance } from '../../test/rig/service/command-line.ts';
import { startServiceProcess } from '../../test/rig/service/service-process.ts';
import { newAddress, newExtendedKey } from '../../test/rig/stage.ts';
import { benchDatabase, runSql } from '../bench-database.ts';
import { startEmptyChain } from '../cost/empty-chain.ts';

/** Concurrent sales. More would wait for each other. */
const atOnce = 6;
const tables = ['invoices', 'transactions', 'invoice_steps'] as const;

const count = Number(process.argv[2] ?? 1_500);
const database = await benchDatabase();
const chain = await startEmptyChain({ chainId: 31_337, blockSeconds: 12, speed: 1 });
const service = await startServiceProcess({
  databaseUrl: database.url,
  config: {
    networks: { local: localNetwork({ url: chain.url, chainId: 31_337 }, { poll_interval_ms: 5_000 }) },
    rates: { sources: [], fixed: { ETH: { USD: '2000' } } },
  },
  env: { LOG_LEVEL: 'warn' },
});
try {
  const merchant = await createMerchant(service, {
    accepts: [['ETH', 'local']],
    receives: [{ network: 'local', kind: 'xpub', value: newExtendedKey() }],
  });
  let sold = 0;
  const sellAll = async () => {
    while (sold < count) {
      sold += 1;
      await cancelOne(merchant, sold);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sellAll));
  await runSql(
    database.url,
    `update invoices set created_at = created_at - interval '40 days', updated_at = updated_at - interval '40 days'`,
  );
  const before = await sizes();
  const day = new Date(Date.now() - 31 * 86_400_000).toISOString().slice(0, 10);
  const { code, stdout, stderr } = await quittance(service, ['invoices', 'prune', '--before', day]);
  if (code !== 0) throw new Error(stdout + stderr);
  const after = await sizes();
  console.log(stdout.trim());
  const freed = tables.map((name) => (Number(before[name]) - Number(after[name])) / count / 1_000);
  for (const [index, name] of tables.entries()) console.log(`${name}: ${freed[index]?.toFixed(2)} KB`);
  console.log(`together ${freed.reduce((sum, one) => sum + one, 0).toFixed(2)} KB a sale`);
} finally {
  await service.stop();
  await chain.close();
  await database.drop();
}
process.exit(0);

/** An invoice with a reference and an e-mail, and one unpaid attempt, like most abandoned sales. */
async function cancelOne({ appApi }: Merchant, number: number): Promise<void> {
  const order = { reference: `order-${number}` };
  const customer = { email: `customer-${number}@example.com` };
  const invoice = await ok<Json>(appApi.post('/invoice', { total: '100.00', currency: 'USD', order, customer }));
  const params = { invoice_id: invoice.id, from: newAddress(), cryptocurrency: 'ETH', network: 'local' };
  await ok(appApi.post('/transaction', params));
  await ok(appApi.delete(`/invoice/${invoice.id}`));
}

/** In bytes with indexes, after compaction, so that free space for later rows does not count. */
async function sizes(): Promise<Record<string, string>> {
  for (const table of tables) await runSql(database.url, `vacuum full ${table}`);
  const shown = tables.map((table) => `pg_total_relation_size('${table}') as ${table}`);
  const [row] = await runSql<Record<string, string>>(database.url, `select ${shown.join(', ')}`);
  return row ?? {};
}
