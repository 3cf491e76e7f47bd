// Expects outgoing transfers as a higher module would: registers them, and processes their changes in a separate task.
import {
  acceptAmount,
  type ExpectedReport,
  endWatches,
  expectTransfer,
  readReport,
  takeReport,
} from '../../../src/features/evidence/outgoing/expect-transfer.ts';
import { runTasks } from '../../../src/features/known/schedule/run-tasks.ts';
import { codecOf } from '../../../src/io/chains/codecs.ts';
import { readEnvironment } from '../../../src/io/environment.ts';
import { createLog } from '../../../src/io/log.ts';
import { loadSecretKey } from '../../../src/io/secrets/secret-key.ts';
import { openInstance } from '../../../src/roles/open-instance.ts';
import { until } from '../client.ts';
import type { TestDatabase } from '../database.ts';
import type { ServiceClock } from '../run/service-clock.ts';
import type { ServiceProcess } from '../service.ts';

const taskKind = 'story_refund';

/** `coin`: '<coin> on <network>'. `to`: as people enter it. `amount`: in smallest units. */
export interface Wanted {
  readonly coin: string;
  readonly to: string;
  readonly amount: bigint;
}

export interface ExpectedTransfers {
  expect(wanted: Wanted): Promise<string>;
  /** The report in the form of a higher module's API. */
  report(id: string): Promise<ExpectedReport>;
  /** Waits for this status and hash; '' means no hash. */
  becomes(id: string, status: string, hash?: string): Promise<ExpectedReport>;
  accept(id: string): Promise<boolean>;
  endWatch(id: string, until: Date): Promise<void>;
  /** Waits until the task has processed this state. Consecutive states may be processed as one. */
  taken(id: string, state: string): Promise<void>;
  close(): Promise<void>;
}

/** A stage with a service that has started once, so that its catalog and key exist. */
export interface Played {
  readonly service: ServiceProcess;
  readonly database: TestDatabase;
  readonly clock?: ServiceClock;
}

export async function expectTransfers({ service, database, clock }: Played): Promise<ExpectedTransfers> {
  const environment = readEnvironment(service.env);
  const open = await openInstance({
    environment,
    databaseUrl: database.url,
    log: createLog('warn'),
    secretKey: await loadSecretKey(service.dataDir, environment.secretKey),
    name: 'test',
    maxConnections: 4,
    asksRates: false,
    clockLead: clock?.options.clockLead,
  });
  const { instance } = open;
  const states = new Map<string, string>();
  const tasks = await runTasks(instance, {
    recurring: [],
    queued: [
      {
        kind: taskKind,
        async run(trx, id) {
          const report = await takeReport(trx, id);
          if (report !== null) states.set(id, report.status);
          return null;
        },
      },
    ],
  });
  const report = async (id: string) => {
    const found = await readReport(instance.db, id);
    if (found === null) throw new Error(`No transfer ${id} is expected.`);
    return found;
  };
  return {
    report,
    async expect({ coin, to, amount }) {
      const [symbol = '', network = ''] = coin.split(' on ');
      const asset = instance.catalog.asset(symbol, network);
      if (asset === null) throw new Error(`There is no ${coin}.`);
      const read = codecOf(asset.network.family).readAddress(to, asset.network.facts);
      if (!('canonical' in read)) throw new Error(`${to} is no address of ${network}.`);
      const wanted = { appId: null, asset, recipient: read.canonical, amount, leastAmount: 0n, taskKind };
      return instance.db.atomically((trx) => expectTransfer(trx, instance, wanted));
    },
    becomes: (id, status, hash) =>
      until(async () => {
        const now = await report(id);
        const isThere = now.status === status && (hash === undefined || (now.transfer?.txHash ?? '') === hash);
        return isThere ? now : null;
      }, `the expected transfer to be ${status}`),
    accept: (id) => instance.db.atomically((trx) => acceptAmount(trx, instance, id)),
    endWatch: (id, until) =>
      instance.db.atomically((trx) => endWatches(trx, instance, [id], async () => [{ id, until }])),
    async taken(id, state) {
      await until(() => states.get(id) === state, `the task to take that a transfer is ${state}`);
    },
    async close() {
      await tasks.stop();
      await open.close();
    },
  };
}
