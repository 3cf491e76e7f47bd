// Measures the transferred bytes of the customer's page and its time to the largest paint on a slow phone, in a real
// Chromium.
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../../test/rig/browser/browser.ts';
import { measureBytes, visitCheckout } from '../../test/rig/browser/checkout/checkout-visit.ts';
import { type Json, ok } from '../../test/rig/client.ts';
import { type Anvil, startAnvil } from '../../test/rig/evm/anvil.ts';
import { createMerchant, type Merchant } from '../../test/rig/merchant.ts';
import { startServiceProcess } from '../../test/rig/service/service-process.ts';
import type { ServiceProcess } from '../../test/rig/service.ts';
import { buildCheckout } from '../../web/checkout/build.ts';
import { benchDatabase } from '../bench-database.ts';
import { figure, type Row } from '../table.ts';

const rounds = 5;
const recipient = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';
const phone = { width: 375, height: 667 };
/** Chromium's "Slow 4G": 562.5 ms latency, nine tenths of 1.6 and 0.75 Mbit/s, and a quarter of this CPU's speed. */
const slow4G = { latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375, offline: false };
const cpuSlowdown = 4;
/** The time after loading for requests that the page makes later. */
const settleMillis = 3000;

interface Look {
  /** Transferred bytes: headers and bodies of all responses except the event stream. */
  readonly bytes: number;
  readonly requests: number;
  /** Milliseconds until the largest contentful paint. */
  readonly paint: number;
}

export async function benchPage(tell: (line: string) => void): Promise<Row[]> {
  tell('starting a chain, the service and a browser');
  await buildCheckout({ if: 'missing or stale' });
  const database = await benchDatabase();
  const [anvil, browser] = await Promise.all([startAnvil(), launchBrowser()]);
  let service: ServiceProcess | null = null;
  try {
    const token = await anvil.deployToken({ symbol: 'USDT', decimals: 6 });
    const env = { LOG_LEVEL: 'warn' };
    service = await startServiceProcess({ databaseUrl: database.url, config: configOf(anvil, token), env });
    const merchant = await createMerchant(service, {
      accepts: [
        ['ETH', 'local'],
        ['USDT', 'local'],
      ],
      receives: [{ network: 'local', kind: 'address', value: recipient }],
    });
    return await measure(browser, { merchant, origin: service.url }, tell);
  } finally {
    await browser.close();
    await service?.stop();
    await anvil.stop();
    await database.drop();
  }
}

function configOf(anvil: Anvil, contract: string): object {
  const local = {
    type: 'EVM',
    name: 'Local chain',
    chain_id: anvil.chainId,
    rpc: [anvil.url],
    confirmations: 3,
    test: true,
    native: { symbol: 'ETH' },
    tokens: [{ symbol: 'USDT', name: 'Tether USD', contract, decimals: 6, stable: true }],
  };
  return {
    networks: { local },
    rates: { sources: [], fixed: { ETH: { USD: '2000' }, USDT: { USD: '1' } } },
  };
}

interface Shop {
  readonly merchant: Merchant;
  readonly origin: string;
}

async function measure(browser: Browser, shop: Shop, tell: (line: string) => void): Promise<Row[]> {
  const order = { items: [{ name: 'Linen shirt', quantity: 1, price: '5.00' }] };
  const { appApi } = shop.merchant;
  const invoice = await ok<Json>(appApi.post('/invoice', { total: '5.00', currency: 'USD', order }));
  const choosing = await looksAt(browser, shop, invoice, tell);
  const coin = { cryptocurrency: 'USDT', network: 'local' };
  await ok(appApi.post(`/invoice/${invoice.id}/payment-request`, coin));
  const awaiting = await looksAt(browser, shop, invoice, tell);
  await ok(shop.merchant.api.post(`/invoice/${invoice.id}/settle`, { reason: 'paid' }));
  const paid = await looksAt(browser, shop, invoice, tell);
  return [...rowsOf('choosing', choosing), ...rowsOf('awaiting', awaiting), ...rowsOf('paid', paid)];
}

async function looksAt(browser: Browser, shop: Shop, invoice: Json, tell: (line: string) => void): Promise<Look[]> {
  const looks: Look[] = [];
  for (let round = 1; round <= rounds; round++) looks.push(await lookAt(browser, shop, invoice.checkout_url));
  const told = looks.map(({ bytes, requests, paint }) => `${bytes} B, ${requests} requests, ${paint.toFixed(0)} ms`);
  tell(told.join('; '));
  return looks;
}

/** With an empty browser cache, and no interaction with the page. */
async function lookAt(browser: Browser, { origin }: Shop, url: string): Promise<Look> {
  const { context, page, requests } = await visitCheckout(browser, { origin, viewport: phone, isPhone: true });
  try {
    const wire = await measureBytes(page);
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', slow4G);
    await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
    await page.goto(url, { waitUntil: 'load' });
    await page.waitForTimeout(settleMillis);
    const bytes = [...wire.values()].reduce((sum, weight) => sum + weight, 0);
    return { bytes, requests: requests.length, paint: await largestPaint(page) };
  } finally {
    await context.close();
  }
}

function largestPaint(page: Page): Promise<number> {
  return page.evaluate<number>(`new Promise((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime))
      .observe({ type: 'largest-contentful-paint', buffered: true });
  })`);
}

function rowsOf(state: string, looks: readonly Look[]): Row[] {
  const row = (what: string, unit: string, of: (look: Look) => number, most: number): Row => ({
    goal: 'P1',
    what: `${state}: ${what}`,
    product: figure(unit, looks.map(of)),
    floor: null,
    judged: 'product',
    better: 'lower',
    must: most,
    promised: most,
  });
  return [
    row('on the wire', 'kB', ({ bytes }) => bytes / 1000, 30),
    row('requests', '', ({ requests }) => requests, 4),
    row('largest paint, slow 4G, a quarter of the CPU', 'ms', ({ paint }) => paint, 1300),
  ];
}
