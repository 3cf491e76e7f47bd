// The setup for tests of payments: a chain, a database, a running service, a merchant, and customers with their own
// keys.
import { randomBytes } from 'node:crypto';
import { encodeFunctionData, type Hex } from 'viem';
import { generatePrivateKey, HDKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { type Client, type Json, ok, until } from './client.ts';
import type { TestDatabase } from './database.ts';
import type { Anvil } from './evm/anvil.ts';
import { contract } from './evm/contracts.ts';
import { newAddress } from './evm/new-address.ts';
import { hasLooked, hasReadAll } from './following.ts';
import { checkLaws, checkReachable } from './laws.ts';
import { createMerchant, type Merchant } from './merchant.ts';
import { type ShopEvents, shopEvents } from './payment/shop-events.ts';
import { type StageReads, stageReads } from './payment/stage-reads.ts';
import { enterGround, type Ground, type GroundOptions } from './pool/evm-ground.ts';

export { newAddress } from './evm/new-address.ts';

/** A story that asks for nothing shares its service with others, one after the other. */
export interface StageOptions extends Omit<GroundOptions, 'env' | 'rateSources' | 'mayFail'> {
  /** 3 unless given. */
  readonly confirmations?: number;
  /** 16 where the service is shared. */
  readonly reorgDepth?: number;
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

export interface Stage extends StageReads, Omit<Ground, 'others' | 'leave'> {
  readonly merchant: Merchant;
  /** Calls without a token, as a customer. */
  readonly anyone: Client;
  shop(options?: ShopOptions): Promise<Shop>;
  /** Returns a customer with 100 ETH and a million of each token. */
  customer(): Promise<Customer>;
  attempt(invoice: Json, from: string, cryptocurrency?: string): Promise<Json>;
  /** Waits until the service has read every block of the chain. */
  caughtUp(): Promise<void>;
  /** Mines, and waits until the service has read the blocks. */
  mine(blocks?: number): Promise<void>;
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
  const ground = await enterGround(groundOptions(options));
  const { anvil, token, otherToken, database, clock, service } = ground;
  const merchant = await createMerchant(service, { isAdmin: true });
  const anyone = merchant.api.as(null);
  const caughtUp = () => hasReadAll(database, 'local', () => newestOf(anvil));
  const mine = async (blocks = 1) => {
    await anvil.mine(blocks);
    await caughtUp();
  };
  return {
    ...ground,
    merchant,
    anyone,
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
      let isSound = false;
      try {
        await anvil.mine();
        if (!isHalted) await caughtUp();
        await checkLaws(database.db, isHalted ? undefined : anvil);
        await checkReachable(database.db, anyone, ground.others);
        isSound = !isHalted;
      } finally {
        await ground.leave(isSound);
      }
    },
  };
}

function groundOptions({ confirmations, reorgDepth, env, network, ...rest }: StageOptions): GroundOptions {
  const isShared = [...Object.values(rest), confirmations, reorgDepth, env, network].every((one) => one === undefined);
  if (isShared) return {};
  const settings = {
    confirmations: confirmations ?? 3,
    ...(reorgDepth === undefined ? {} : { reorg_depth: reorgDepth }),
  };
  return {
    ...rest,
    ...(env === undefined ? {} : { env: () => env }),
    network: async (anvil) => ({ ...settings, ...(await network?.(anvil)) }),
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

/** An extended public key that nobody else uses. */
export function newExtendedKey(): string {
  return HDKey.fromMasterSeed(randomBytes(32)).derive("m/44'/60'/0'").publicExtendedKey;
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
