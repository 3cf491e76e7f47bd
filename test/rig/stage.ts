// The setup for tests of payments: a chain, a database, a running service, a merchant, and customers with their own
// keys.
import { randomBytes } from 'node:crypto';
import { encodeFunctionData, type Hex } from 'viem';
import { generatePrivateKey, HDKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { type Client, type Json, ok, until } from './client.ts';
import { type TestDatabase, testDatabase } from './database.ts';
import { type Anvil, startAnvil } from './evm/anvil.ts';
import { contract } from './evm/contracts.ts';
import { localNetwork, tether } from './evm/local-network.ts';
import { hasLooked, hasReadAll } from './following.ts';
import { checkLaws, checkReachable } from './laws.ts';
import { createMerchant, type Merchant } from './merchant.ts';
import { type ShopEvents, shopEvents } from './payment/shop-events.ts';
import { type StageReads, stageReads } from './payment/stage-reads.ts';
import { processClock, type ServiceClock, serviceClock } from './run/service-clock.ts';
import { type ServiceOptions, type ServiceProcess, startService } from './service.ts';

export interface StageOptions extends Pick<ServiceOptions, 'own' | 'killed'> {
  /** 3 unless given. */
  readonly confirmations?: number;
  readonly reorgDepth?: number;
  /** More of the network's settings, such as endpoints in front of the node. */
  readonly network?: (anvil: Anvil) => Promise<object>;
  /** Further networks of quittance.json, and fixed prices of their coins. */
  readonly networks?: object;
  readonly rates?: object;
  readonly env?: Readonly<Record<string, string>>;
}

export interface ShopOptions {
  /** A new address by default; 'xpub' for one address per attempt. */
  readonly receives?: string;
  readonly settings?: Json;
}

export interface Shop extends ShopEvents {
  readonly app: Json;
  /** Calls with the app's own token. */
  readonly api: Client;
  /** Creates an invoice over this many USD. */
  invoice(total: string, more?: Json): Promise<Json>;
}

/** A customer with a key that no other test uses. */
export type Customer = PrivateKeyAccount & {
  /** Signs and sends a native payment. Returns its hash and the signed form, which can be mined again after a reorg. */
  pay(to: Hex, units: bigint): Promise<Sent>;
  /** Like `pay`, with the stage's token or another one. */
  payToken(to: Hex, units: bigint, token?: Hex): Promise<Sent>;
  /** Calls a contract. */
  call(to: Hex, data: Hex, value?: bigint): Promise<Sent>;
};

export interface Sent {
  readonly hash: Hex;
  readonly raw: Hex;
}

export interface Stage extends StageReads {
  readonly anvil: Anvil;
  readonly database: TestDatabase;
  readonly service: ServiceProcess;
  /** USDT, 6 decimals, at par. */
  readonly token: Hex;
  /** USDC, 6 decimals, at par: of a known kind, but not what is quoted. */
  readonly otherToken: Hex;
  readonly merchant: Merchant;
  /** Calls without a token, as a customer. */
  readonly anyone: Client;
  /** What another service on the same database needs. */
  readonly options: ServiceOptions;
  shop(options?: ShopOptions): Promise<Shop>;
  /** Returns a customer with 100 ETH and a million of each token. */
  customer(): Promise<Customer>;
  attempt(invoice: Json, from: string, cryptocurrency?: string): Promise<Json>;
  /** Waits until the service has read every block of the chain. */
  caughtUp(): Promise<void>;
  /** Mines, and waits until the service has read the blocks. */
  mine(blocks?: number): Promise<void>;
  /** The service's own clock. */
  readonly clock: ServiceClock;
  /** Moves the service's clock and the chain's on, and mines until the chain's median time past has followed. */
  pass(seconds: number): Promise<void>;
  /** Waits until the service has polled the chain this many more times. */
  rounds(count: number): Promise<void>;
  /**
   * Kills the service, as a power failure would. It must be `killed` or have its `own` process. Its leases end at once
   * instead of by their timeout.
   */
  crash(): Promise<void>;
  /** Mines one more block, which the service must read unless it has halted, and checks all invariants. */
  close(end?: { readonly isHalted: boolean }): Promise<void>;
}

/** Rates are fixed: 1 ETH is 2,000 USD, 1 USDT and 1 USDC are 1 USD. */
export async function startStage(options: StageOptions = {}): Promise<Stage> {
  const anvil = await startAnvil();
  const token = await anvil.deployToken({ symbol: 'USDT' });
  const otherToken = await anvil.deployToken({ symbol: 'USDC' });
  const database = await testDatabase();
  const clock = options.own === undefined ? serviceClock() : processClock();
  const serviceOptions: ServiceOptions = {
    ...clock.options,
    ...(options.own === undefined ? {} : { own: options.own }),
    killed: options.killed === true,
    databaseUrl: database.url,
    config: configuration(anvil, { token, otherToken }, options, (await options.network?.(anvil)) ?? {}),
    env: {
      WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
      SECRET_KEY: randomBytes(32).toString('base64'),
      ...clock.options.env,
      ...options.env,
    },
  };
  const service = await startService(serviceOptions);
  const merchant = await createMerchant(service, { isAdmin: true });
  const anyone = merchant.api.as(null);
  const caughtUp = () => hasReadAll(database, 'local', () => newestOf(anvil));
  const mine = async (blocks = 1) => {
    await anvil.mine(blocks);
    await caughtUp();
  };
  return {
    anvil,
    database,
    service,
    clock,
    token,
    otherToken,
    merchant,
    anyone,
    options: serviceOptions,
    ...stageReads(anyone),
    caughtUp,
    shop: (terms = {}) => openShop(merchant, terms),
    customer: () => newCustomer(anvil, [token, otherToken]),
    attempt: (invoice, from, cryptocurrency = 'ETH') =>
      ok(anyone.post('/transaction', { invoice_id: invoice.id, from, cryptocurrency, network: 'local' })),
    mine,
    async pass(seconds) {
      await clock.pass(seconds);
      await anvil.rpc('evm_increaseTime', [seconds]);
      await mine(blocksToMoveMedian);
    },
    rounds: (count) => hasLooked(database, 'local', count),
    async crash() {
      await service.kill('SIGKILL');
      await endLeases(database);
    },
    async close({ isHalted } = { isHalted: false }) {
      try {
        await anvil.mine();
        if (!isHalted) await caughtUp();
        await checkLaws(database.db, isHalted ? undefined : anvil);
        await checkReachable(database.db, anyone);
      } finally {
        await service.stop();
        await anvil.stop();
        await database.drop();
        clock.close();
      }
    },
  };
}

/** So many of the newest eleven blocks must be later for their median to be. */
export const blocksToMoveMedian = 6;

/** Units of ETH for this many USD at the stage's rate. */
export function etherFor(dollars: string): bigint {
  const [whole = '0', cents = ''] = dollars.split('.');
  return (BigInt(whole + cents.padEnd(2, '0')) * 10n ** 16n) / 2000n;
}

/** Units of a decimal amount in the API's format. */
export function units(amount: string, decimals: number): bigint {
  const [whole = '0', part = ''] = amount.split('.');
  return BigInt(whole + part.padEnd(decimals, '0'));
}

/** An address that nobody else uses. */
export function newAddress(): Hex {
  return `0x${randomBytes(20).toString('hex')}`;
}

/** An extended public key that nobody else uses. */
export function newExtendedKey(): string {
  return HDKey.fromMasterSeed(randomBytes(32)).derive("m/44'/60'/0'").publicExtendedKey;
}

function configuration(
  anvil: Anvil,
  { token, otherToken }: { readonly token: Hex; readonly otherToken: Hex },
  options: StageOptions,
  more: object,
): object {
  return {
    networks: {
      local: localNetwork(anvil, {
        confirmations: options.confirmations ?? 3,
        tokens: [tether(token), { symbol: 'USDC', name: 'USD Coin', contract: otherToken, decimals: 6, stable: true }],
        ...(options.reorgDepth === undefined ? {} : { reorg_depth: options.reorgDepth }),
        ...more,
      }),
      ...options.networks,
    },
    rates: { sources: [], fixed: { ETH: { USD: '2000' }, USDT: { USD: '1' }, USDC: { USD: '1' }, ...options.rates } },
  };
}

async function openShop(merchant: Merchant, options: ShopOptions): Promise<Shop> {
  await until(async () => {
    const networks = await ok<Json[]>(merchant.api.get('/networks'));
    return networks.some(({ symbol, available }) => symbol === 'local' && available);
  }, 'the service to reach the network');
  const name = `Shop ${randomBytes(4).toString('hex')}`;
  const app = await ok(merchant.api.post('/app', { name, url: 'https://shop.example', environment: 'development' }));
  for (const cryptocurrency of ['ETH', 'USDT']) {
    await ok(merchant.api.post('/app-cryptocurrency', { app_id: app.id, cryptocurrency, network: 'local' }));
  }
  const place =
    options.receives === 'xpub'
      ? { kind: 'xpub', value: newExtendedKey() }
      : { kind: 'address', value: options.receives ?? newAddress(), confirm: options.receives !== undefined };
  await ok(merchant.api.post('/app-address', { app_id: app.id, network: 'local', ...place }));
  // Tests decide about payments with the app token.
  const settings = { app_token_may: ['settle', 'assign'], ...options.settings };
  await ok(merchant.api.put(`/app/${app.id}/settings`, settings));
  const api = merchant.api.as(app.token);
  return {
    app,
    api,
    invoice: (total, more = {}) => ok(api.post('/invoice', { total, currency: 'USD', ...more })),
    ...shopEvents(api, app.id),
  };
}

async function newCustomer(anvil: Anvil, tokens: readonly Hex[]): Promise<Customer> {
  const account = privateKeyToAccount(generatePrivateKey());
  await anvil.setBalance(account.address, 100n * 10n ** 18n);
  for (const token of tokens) await anvil.call(token, 'Token.transfer', [account.address, 10n ** 12n]);
  await anvil.mine();
  let nonce = 0;
  const send = async (call: { to: Hex; value?: bigint; data?: Hex; gas: bigint }): Promise<Sent> => {
    const terms = { chainId: anvil.chainId, maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 10n ** 9n, nonce };
    const raw = await account.signTransaction({ type: 'eip1559', ...terms, ...call });
    const hash = await anvil.rpc<Hex>('eth_sendRawTransaction', [raw]);
    nonce += 1;
    return { hash, raw };
  };
  return {
    ...account,
    pay: (to, value) => send({ to, value, gas: 60_000n }),
    call: (to, data, value = 0n) => send({ to, data, value, gas: 500_000n }),
    payToken: (to, amount, token = tokens[0] as Hex) =>
      send({
        to: token,
        gas: 120_000n,
        data: encodeFunctionData({ abi: contract('Token').abi, functionName: 'transfer', args: [to, amount] }),
      }),
  };
}

async function newestOf(anvil: Anvil): Promise<string> {
  return (await anvil.rpc<{ hash: string }>('eth_getBlockByNumber', ['latest', false])).hash;
}

/** Only after the process that held them has ended. */
export async function endLeases({ db }: TestDatabase): Promise<void> {
  await db.query('update network_cursors set lease_until = now() where lease_until > now()');
  await db.query('update deliveries set lease_until = null where lease_until is not null');
  await db.query(`update deliveries set next_attempt_at = now() where status = 'pending' and next_attempt_at > now()`);
}
