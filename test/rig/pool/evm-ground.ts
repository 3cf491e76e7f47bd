// The parts of a story on an EVM chain: a node with two tokens, a database, and a service that follows the node.
// Stories without special options share them, one after the other.
import { randomBytes, randomUUID } from 'node:crypto';
import type { Hex } from 'viem';
import { until } from '../client.ts';
import { type TestDatabase, testDatabase } from '../database.ts';
import { type Anvil, startAnvil } from '../evm/anvil.ts';
import { localNetwork, tether } from '../evm/local-network.ts';
import { processClock, type ServiceClock, serviceClock } from '../run/service-clock.ts';
import { type ServiceOptions, type ServiceProcess, startService } from '../service.ts';
import { leasedService } from './leased-service.ts';
import { endWebhooks } from './office.ts';
import { borrow, type Poolable } from './pool.ts';

export interface GroundOptions extends Pick<ServiceOptions, 'own' | 'killed' | 'mayFail'> {
  /**
   * The reason why no other story may use this service: "its rows are changed". It still runs in the test's process.
   */
  readonly apart?: string;
  /** Further settings of the network, such as endpoints in front of the node. */
  readonly network?: (anvil: Anvil) => Promise<object>;
  /** Further networks of quittance.json, and fixed prices of their coins. */
  readonly networks?: object;
  readonly rates?: object;
  /** Replaces the fixed rates. */
  readonly rateSources?: object;
  readonly env?: (anvil: Anvil) => Readonly<Record<string, string>>;
}

export interface Ground {
  readonly anvil: Anvil;
  /** USDT and USDC, 6 decimals, at par. */
  readonly token: Hex;
  readonly otherToken: Hex;
  readonly database: TestDatabase;
  readonly clock: ServiceClock;
  readonly service: ServiceProcess;
  /** The options for another service on the same database. */
  readonly options: ServiceOptions;
  /** The apps of earlier stories. */
  readonly others: readonly string[];
  /** `isSound`: whether another story can begin here. Throws if the service failed unexpectedly. */
  leave(isSound: boolean): Promise<void>;
}

/** Fixed prices per unit: one like a token of a merchant, and one like Bitcoin. */
const rates = {
  ETH: { USD: '2000', EUR: '1800', CHF: '88000', KWD: '613.7' },
  USDT: { USD: '1', JPY: '151.3' },
  USDC: { USD: '1' },
};

/** Three confirmations, and two if an app asks for fewer; a reorg deeper than sixteen blocks halts the network. */
export const sharedNetwork = { confirmations: 3, confirmations_floor: 2, reorg_depth: 16 };

/** Returns the shared parts if no option asks for others. */
export async function enterGround(options: GroundOptions): Promise<Ground> {
  const isShared = Object.values(options).every((value) => value === undefined || value === false);
  return isShared ? borrowGround() : openGround(options);
}

async function borrowGround(): Promise<Ground> {
  const { part, end } = await borrow('EVM ground', async () =>
    poolable(await openGround({ network: async () => sharedNetwork })),
  );
  const service = leasedService(part.ground.service);
  const apps = await part.ground.database.db.query<{ id: string }>('select id from apps');
  return {
    ...part.ground,
    service,
    others: apps.map(({ id }) => id),
    async leave(isSound) {
      let isUnbroken = false;
      try {
        service.assertUnbroken();
        isUnbroken = true;
      } finally {
        // A moved clock cannot go back, and neither can the chain's.
        await end(isSound && isUnbroken && part.ground.clock.ahead() === 0);
      }
    },
  };
}

function poolable(ground: Ground): Poolable & { readonly ground: Ground } {
  const { db } = ground.database;
  let presence: { leave(): Promise<void> } | null = null;
  return {
    ground,
    async rest() {
      await ground.database.assertNoDeadlock();
      await endWebhooks(ground.database);
      // No reorg of the next story reaches blocks of this one.
      await ground.anvil.mine(sharedNetwork.reorg_depth);
      // The lease belongs to another process, so the service polls once a second instead of twenty times.
      const owner = randomUUID();
      presence = await db.attend(owner);
      await db.query(`update network_cursors set lease_owner = $1, lease_until = now() + interval '1 day'`, [owner]);
    },
    async wake() {
      await db.query('update network_cursors set lease_owner = null, lease_until = null');
      await presence?.leave();
      presence = null;
    },
    async close() {
      await presence?.leave();
      await ground.leave(false);
    },
  };
}

async function openGround(options: GroundOptions): Promise<Ground> {
  const anvil = await startAnvil();
  const token = await anvil.deployToken({ symbol: 'USDT' });
  const otherToken = await anvil.deployToken({ symbol: 'USDC' });
  // Simulated payments are in block 0, which no service reads on a chain that is older than this story.
  await anvil.mine(20);
  const database = await testDatabase();
  const clock = options.own === undefined ? serviceClock() : processClock();
  const serviceOptions: ServiceOptions = {
    ...clock.options,
    ...(options.own === undefined ? {} : { own: options.own }),
    ...(options.mayFail === undefined ? {} : { mayFail: options.mayFail }),
    killed: options.killed === true,
    databaseUrl: database.url,
    config: configuration(anvil, [token, otherToken], options, (await options.network?.(anvil)) ?? {}),
    env: {
      WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
      SECRET_KEY: randomBytes(32).toString('base64'),
      TRUST_PROXY: '127.0.0.1',
      ...clock.options.env,
      ...options.env?.(anvil),
    },
  };
  const service = await startService(serviceOptions);
  // The service answers before its watcher follows the chain, long before on a busy machine.
  await until(
    () => service.lines.some((line) => line.includes('watcher started')),
    () => `the watcher to start; the last lines of the service:\n${service.lines.slice(-20).join('\n')}`,
    { withinMs: 60_000 },
  );
  return {
    ...{ anvil, token, otherToken, database, clock, service, options: serviceOptions, others: [] },
    async leave() {
      try {
        await service.stop();
      } finally {
        await anvil.stop();
        await database.drop();
        clock.close();
      }
    },
  };
}

function configuration(
  anvil: Anvil,
  [token, otherToken]: readonly [Hex, Hex],
  options: GroundOptions,
  more: object,
): object {
  const usdc = { symbol: 'USDC', name: 'USD Coin', contract: otherToken, decimals: 6, stable: true };
  return {
    networks: { local: localNetwork(anvil, { tokens: [tether(token), usdc], ...more }), ...options.networks },
    rates: options.rateSources ?? { sources: [], fixed: { ...rates, ...options.rates } },
  };
}
