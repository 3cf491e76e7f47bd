// `npm run roll`: repeatedly replaces two processes of each role while customers pay. No request may fail.
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { type Json, ok, until } from '../test/rig/client.ts';
import { prepareTestServer, testDatabase } from '../test/rig/database.ts';
import { startAnvil } from '../test/rig/evm/anvil.ts';
import { localNetwork } from '../test/rig/evm/local-network.ts';
import { checkLaws } from '../test/rig/laws.ts';
import { createMerchant } from '../test/rig/merchant.ts';
import { startReceiver } from '../test/rig/receiver.ts';
import { startBalancer } from '../test/rig/run/balancer.ts';
import { openScratchSpace } from '../test/rig/run/scratch-space.ts';
import { startServiceProcess } from '../test/rig/service/service-process.ts';
import type { ServiceProcess } from '../test/rig/service.ts';
import { newExtendedKey, units } from '../test/rig/stage.ts';
import { requestsAtRate } from './requests.ts';

const usage = `npm run roll -- [--restarts 20] [--rate 100]
  Two API processes behind a balancer, two watchers and two workers are replaced one after the other, --restarts times
  each, during --rate requests a second and payments of invoices. Exits with 1 if a request failed.`;
const { values } = parseArgs({
  options: {
    restarts: { type: 'string', default: '20' },
    rate: { type: 'string', default: '100' },
    help: { type: 'boolean' },
  },
});
const [restarts, rate] = [Number(values.restarts), Number(values.rate)];
if (values.help === true || !(restarts > 0) || !(rate > 0)) {
  console.error(usage);
  process.exit(values.help === true ? 0 : 2);
}

/** On a busy machine a start may take this long. */
const patienceMillis = 180_000;
// A separate database server without other work, as in a test run.
const scratch = openScratchSpace();
const server = await prepareTestServer();
process.env.TEST_DATABASE_URL = server.url;
const [anvil, database, receiver] = await Promise.all([startAnvil(), testDatabase(), startReceiver()]);
const config = {
  networks: { local: localNetwork(anvil, { poll_interval_ms: 200 }) },
  rates: { sources: [], fixed: { ETH: { USD: '2000' } } },
};
const env = {
  SECRET_KEY: randomBytes(32).toString('base64'),
  WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
  DRAIN_SECONDS: '3',
};
const processes: ServiceProcess[] = [];
for (const roles of ['api', 'api', 'watcher', 'watcher', 'worker', 'worker'])
  processes.push(await startServiceProcess({ databaseUrl: database.url, config, roles, env }));
const [first, second] = processes as [ServiceProcess, ServiceProcess, ...ServiceProcess[]];
const balancer = await startBalancer([first.url, second.url]);
const merchant = await createMerchant(first, {
  accepts: [['ETH', 'local']],
  receives: [{ network: 'local', kind: 'xpub', value: newExtendedKey() }],
});
await ok(merchant.appApi.post('/webhook', { app_id: merchant.app.id, url: `${receiver.url}/roll` }));

const load = requestsAtRate(balancer.url, { rate, token: merchant.app.token });
const payments = payInvoices();
for (let round = 1; round <= restarts; round += 1) {
  for (const one of processes) {
    await until(() => balancer.ready().length === 2, 'both API processes to be ready', { withinMs: patienceMillis });
    await one.restart();
  }
  console.log(`round ${round} of ${restarts}: ${load.told()}, ${payments.paid()} invoices paid`);
}
const [{ sent, failed, slowestMillis }, paid] = [await load.end(), await payments.end()];
await anvil.mine();
await until(
  async () => (await database.db.query(`select 1 from deliveries where status = 'pending'`)).length === 0,
  'every webhook to have arrived',
  { withinMs: patienceMillis },
);
await checkLaws(database.db, anvil);
console.log(
  `requests ${sent}, slowest ${slowestMillis} ms, invoices paid ${paid}, webhooks ${receiver.received.length}`,
);
console.log('every law holds');
console.log(`failed ${failed}`);

await balancer.close();
await Promise.all(processes.map((one) => one.stop()));
await Promise.all([anvil.stop(), receiver.close()]);
await database.drop();
await server.stop();
scratch.close();
process.exit(failed === 0 ? 0 : 1);

/** Pays invoices one after the other, and waits for each. */
function payInvoices() {
  let isOver = false;
  let count = 0;
  const pay = async () => {
    const customer = anvil.accounts[1]?.address as `0x${string}`;
    while (!isOver) {
      const invoice = await call('/invoice', { total: '10.00', currency: 'USD' });
      const attempt = await call('/transaction', {
        invoice_id: invoice.id,
        from: customer,
        cryptocurrency: 'ETH',
        network: 'local',
      });
      await anvil.send({ from: customer, to: attempt.to, value: units(attempt.amount, 18) });
      await until(
        async () => {
          await anvil.mine();
          const answer = await fetch(`${balancer.url}/api/invoice/${invoice.id}?v=1`);
          return answer.ok && ((await answer.json()) as Json).status === 'paid';
        },
        `invoice ${invoice.id} to be paid`,
        { withinMs: patienceMillis, everyMs: 250 },
      );
      count += 1;
    }
  };
  const call = async (path: string, body: object): Promise<Json> => {
    const answer = await fetch(`${balancer.url}/api${path}?v=1`, {
      method: 'POST',
      headers: { authorization: `Bearer ${merchant.app.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  const done = pay();
  return {
    paid: () => count,
    async end() {
      isOver = true;
      await done;
      return count;
    },
  };
}
