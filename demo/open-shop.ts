// Opens the demo's shop: a chain, the service, a merchant with an app, and a receiver of its webhooks.
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Hex, parseUnits } from 'viem';
import { type Json, ok } from '../test/rig/client.ts';
import { type Anvil, startAnvil } from '../test/rig/evm/anvil.ts';
import { createMerchant, type Merchant } from '../test/rig/merchant.ts';
import { type DoorShop, openDoorShop } from './door-shop.ts';
import { startWebhookReceiver, type WebhookReceiver } from './events/webhook-receiver.ts';
import { freePort, wantedPort } from './free-port.ts';
import type { Narrator } from './narrator.ts';
import type { ServiceRunner } from './service/service-process.ts';
import { type Visitor, visitorPath } from './visitor/visitor-sign-in.ts';
import type { WalletFacts } from './wallet/wallet-rpc.ts';

export interface Shop {
  /** The folder of the demo's files. */
  readonly folder: string;
  /** The URL for browsers, without a trailing slash. */
  readonly url: string;
  /** A link that works once and signs its visitor in to the console as the merchant. */
  readonly visitorLink: string;
  readonly merchant: Merchant;
  readonly webhooks: WebhookReceiver;
  /** A shop that speaks other dialects, on the merchant's app. */
  readonly doors: DoorShop;
  readonly chain: Anvil;
  /** The contract of the local USDT, with 6 decimals. */
  readonly token: Hex;
  /** The customer's account, with ETH and USDT. The chain's node signs for it. */
  readonly customer: Hex;
  /** Rejects if the service fails while the shop is open. */
  readonly failure: Promise<never>;
  /** An invoice over this many US dollars, through the API. */
  createInvoice(total: string): Promise<Json>;
}

/** The shop's folder, and everything to close when the demo ends, even in the middle. */
export interface Premises {
  readonly folder: string;
  readonly belongings: AsyncDisposableStack;
}

export async function openShop(tell: Narrator, { folder, belongings }: Premises, runner: ServiceRunner): Promise<Shop> {
  const chain = await tell.step('starting a chain', () => startAnvil({ blockTimeSeconds: 1 }));
  belongings.defer(() => chain.stop());
  const customer = (chain.accounts[2] as Anvil['accounts'][number]).address;
  tell.happened('chain started', `anvil, chain id ${chain.chainId}, a block every second`);
  const token = await tell.step('compiling and deploying a token', () => mintToken(chain, customer));
  tell.happened('token deployed', `an ERC-20 called USDT, ${token}`);

  await runner.prepare(tell);
  const visitor = newVisitor();
  const place = await placeFor(tell, folder, { chain, token, customer });
  const { url, apiUrl } = place;
  const env = { ...place.env, DEMO_VISITOR: JSON.stringify(visitor) };
  const service = runner.start(env, folder);
  belongings.defer(service.stop);
  await tell.step('starting the service, which creates its database first', () => service.ready);
  tell.happened('service ready', `${url}, ${runner.about}`);

  const merchant = await tell.step('creating a merchant with the command line and the API', () =>
    createMerchant(
      { env, apiUrl, ...(service.commandLine === undefined ? {} : { commandLine: service.commandLine }) },
      {
        email: visitor.email,
        password: visitor.password,
        isAdmin: true,
        appName: 'Corner Shop',
        accepts: [
          ['ETH', 'local'],
          ['USDT', 'local'],
        ],
        receives: [
          { network: 'local', kind: 'address', value: (chain.accounts[5] as Anvil['accounts'][number]).address },
        ],
      },
    ),
  );
  tell.happened('merchant ready', 'the app Corner Shop accepts ETH and USDT at its own address');

  const webhooks = await startWebhookReceiver();
  belongings.defer(webhooks.close);
  const subscribe = () => ok(merchant.appApi.post('/webhook', { app_id: merchant.app.id, url: webhooks.url }));
  const { secret } = await tell.step('subscribing to webhooks', subscribe);
  webhooks.trust(secret);
  tell.happened('webhooks ready', webhooks.url);
  const doors = await tell.step('opening doors for other dialects', () => openDoorShop(apiUrl, merchant));
  belongings.defer(doors.close);

  return {
    visitorLink: `${url}${visitorPath}?token=${visitor.secret}`,
    folder,
    url,
    merchant,
    webhooks,
    doors,
    chain,
    token,
    customer,
    failure: service.failure,
    createInvoice: (total) => ok(merchant.appApi.post('/invoice', { total, currency: 'USD', order: orderOf(total) })),
  };
}

function newVisitor(): Visitor {
  const secret = () => randomBytes(16).toString('base64url');
  return { email: 'merchant@shop.example', password: secret(), secret: secret() };
}

async function mintToken(chain: Anvil, customer: Hex): Promise<Hex> {
  const token = await chain.deployToken({ name: 'Tether USD', symbol: 'USDT', decimals: 6 });
  await chain.call(token, 'Token.transfer', [customer, parseUnits('100000', 6)]);
  return token;
}

/** The service's port, and its environment for the demo. */
async function placeFor(
  tell: Narrator,
  folder: string,
  { chain, token, customer }: { readonly chain: Anvil; readonly token: Hex; readonly customer: Hex },
) {
  const wanted = wantedPort(process.env.PORT);
  const port = await freePort(wanted);
  if (port !== wanted && wanted !== 0) tell.happened('another port', `${wanted} is in use, so the demo uses ${port}`);
  const url = `http://localhost:${port}`;
  const config = join(folder, 'quittance.json');
  writeFileSync(config, JSON.stringify(configuration(chain, token), null, 2));
  const wallet: WalletFacts = { rpcUrl: chain.url, chainId: chain.chainId, address: customer };
  // Other variables are not inherited: the demo must not use your DATABASE_URL.
  const inherited = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'TZ'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const env = {
    ...Object.fromEntries(inherited),
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: url,
    DATA_DIR: join(folder, 'data'),
    CONFIG: config,
    // Visitors may also sign up and start with their own shop.
    SIGN_UP: 'open',
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    DEMO_FOLDER: folder,
    DEMO_WALLET: JSON.stringify(wallet),
  };
  return { url, apiUrl: `http://127.0.0.1:${port}/api`, env };
}

function configuration(chain: Anvil, token: Hex) {
  return {
    networks: {
      local: {
        type: 'EVM',
        name: 'Local chain',
        chain_id: chain.chainId,
        rpc: [chain.url],
        confirmations: 3,
        test: true,
        native: { symbol: 'ETH' },
        tokens: [{ symbol: 'USDT', name: 'Tether USD', contract: token, decimals: 6, stable: true }],
        poll_interval_ms: 200,
      },
    },
    rates: { sources: [], fixed: { ETH: { USD: '2000' }, USDT: { USD: '1' } } },
  };
}

function orderOf(total: string) {
  return { description: 'One bicycle bell', items: [{ name: 'Bicycle bell, brass', quantity: 1, price: total }] };
}
