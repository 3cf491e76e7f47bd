// The checkout on a phone: the line of shop and total that stays and covers nothing, and the networks of a coin.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { type Hex, parseUnits } from 'viem';
import { buildCheckout } from '../../web/checkout/build.ts';
import { launchBrowser } from '../rig/browser/browser.ts';
import { assertAccessible, seeHeading } from '../rig/browser/checkout/checkout-visit.ts';
import { lookAtState } from '../rig/browser/checkout/state-pictures.ts';
import { type Json, ok, until } from '../rig/client.ts';
import { type TestDatabase, testDatabase } from '../rig/database.ts';
import { type Anvil, startAnvil } from '../rig/evm/anvil.ts';
import { createMerchant, type Merchant } from '../rig/merchant.ts';
import { type ServiceProcess, startService } from '../rig/service.ts';

let chains: readonly Anvil[];
let database: TestDatabase;
let service: ServiceProcess;
let merchant: Merchant;
let browser: Browser;
const contexts: BrowserContext[] = [];

before(async () => {
  [chains, database, browser] = await Promise.all([
    Promise.all([1337, 1338].map((chainId) => startAnvil({ chainId, blockTimeSeconds: 1 }))),
    testDatabase(),
    launchBrowser(),
    buildCheckout({ if: 'missing or stale' }),
  ]);
  const [first, second] = await Promise.all(chains.map(networkOf));
  const networks = {
    first: { ...first, name: 'Ether chain', native: { symbol: 'ETH' } },
    second: { ...second, name: 'Smart coin chain', native: { symbol: 'BNB' } },
  };
  const rates = { sources: [], fixed: { ETH: { USD: '2000' }, BNB: { USD: '600' }, USDT: { USD: '1' } } };
  service = await startService({ databaseUrl: database.url, config: { networks, rates } });
  merchant = await createMerchant(service, {
    accepts: [
      ['BNB', 'second'],
      ['ETH', 'first'],
      ['USDT', 'first'],
      ['USDT', 'second'],
    ],
    receives: ['first', 'second'].map((network) => ({
      ...{ network, kind: 'address' as const, value: chains[0]?.accounts[5]?.address as Hex },
    })),
  });
});

afterEach(async () => {
  await Promise.all(contexts.splice(0).map((context) => context.close()));
});

after(async () => {
  await browser?.close();
  await service?.stop();
  await database?.drop();
  await Promise.all((chains ?? []).map((chain) => chain.stop()));
});

test('on a phone shop and total stay in sight, and unfold, with a script and without one', async () => {
  const { checkout_url } = await awaited();
  for (const javaScriptEnabled of [true, false])
    for (const look of looks) {
      const page = await phone({ ...look, javaScriptEnabled });
      await page.goto(`${checkout_url}?still&lang=${look.language}`);
      await page.mouse.wheel(0, 600);
      const line = page.locator('.slip > summary');
      const name = JSON.stringify({ ...look, javaScriptEnabled });
      await page.waitForFunction('scrollY > 100');
      assert.deepEqual(await placeOf(line), { top: 0, height: 56 }, name);
      assert.match(await line.innerText(), /25[.,٫]00|٢٥|۲۵/, name);
      assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0, name);
      assert.equal(await page.getByText('Linen shirt').isVisible(), false, name);
      await line.click();
      await page.getByText('Linen shirt').waitFor();
      assert.deepEqual(await placeOf(line), { top: 0, height: 56 }, name);
    }
});

test('what the keyboard comes to is never below the line, nor below the slip that was unfolded', async () => {
  const { checkout_url } = await awaited();
  for (const look of looks)
    for (const unfolds of [false, true]) {
      const page = await phone(look);
      await page.goto(`${checkout_url}?lang=${look.language}`);
      await page.getByRole('tablist').waitFor();
      if (unfolds) await page.locator('.slip > summary').click();
      for (const key of ['Tab', 'Shift+Tab'])
        for (let presses = 0; presses < 24; presses += 1) {
          await page.keyboard.press(key);
          assert.equal(await page.evaluate(covered), null, `${JSON.stringify(look)}, ${key} ${presses}, ${unfolds}`);
        }
    }
});

test('where the page is so much enlarged that the window is low, the line scrolls away', async () => {
  const { checkout_url } = await awaited();
  const page = await phone({ width: 320, height: 256 });
  await page.goto(checkout_url);
  await page.mouse.wheel(0, 600);
  await page.waitForFunction('scrollY > 100');
  assert.ok((await placeOf(page.locator('.slip > summary'))).top < -40);
});

test('a coin on several networks says on each what sending costs there', async () => {
  await until(async () => (await feesTold()).length === 2, 'both networks to tell what sending costs');
  for (const { coin, token } of await feesTold()) {
    const [ofCoin, ofToken] = [coin, token].map((fee) => parseUnits(fee, 18)) as [bigint, bigint];
    assert.ok(ofCoin > 0n);
    assert.equal(ofToken * 21n, ofCoin * 65n, 'as much more as a token takes more gas than the coin');
  }
  const invoice = await newInvoice();
  const page = await phone({ width: 375, height: 667 });
  await page.goto(invoice.checkout_url);
  await seeHeading(page, 'Pay $25.00');
  await lookAtState(page, 'choosing');
  await page.getByText('2 networks').click();
  await page.getByRole('button', { name: /^USDT Ether chain fee ≈ \$0\.\d\d$/ }).waitFor();
  await page.getByRole('button', { name: /^USDT Smart coin chain fee ≈ \$0\.\d\d$/ }).waitFor();
  await lookAtState(page, 'choosing-network');
  await page.setViewportSize({ width: 320, height: 568 });
  await assertAccessible(page, 'choosing a network, 320 px');
  await page.getByRole('button', { name: /USDT Smart coin chain/ }).click();
  await seeHeading(page, 'Send 25 USDT on Smart coin chain');

  const other = await phone({ width: 375, height: 667, javaScriptEnabled: false });
  await other.goto(`${(await newInvoice()).checkout_url}?lang=de`);
  await other.getByText('2 Netzwerke').click();
  await other.getByRole('button', { name: /^USDT Ether chain Gebühr ≈ 0,\d\d\s\$$/ }).waitFor();
});

async function feesTold(): Promise<Json[]> {
  const networks = await ok<Json[]>(merchant.api.as(null).get('/networks'));
  return networks.flatMap((one) => one.transfer_fees ?? []);
}

interface Look {
  readonly width: number;
  readonly height: number;
  readonly colorScheme?: 'light' | 'dark';
  readonly javaScriptEnabled?: boolean;
}

/** The last one is a phone of 750 px at 200 %. */
const looks = [
  { width: 375, height: 667, colorScheme: 'light', language: 'en' },
  { width: 320, height: 568, colorScheme: 'dark', language: 'ar' },
  { width: 188, height: 334, colorScheme: 'light', language: 'en' },
] as const;

/** How many pixels of the focused element's first line the slip lies over, where it does; in the page's own words. */
const covered = `(() => {
  const at = document.activeElement;
  const slip = document.querySelector('.receipt');
  if (at === document.body || slip.contains(at)) return null;
  const box = at.getBoundingClientRect();
  const over = slip.getBoundingClientRect().bottom - box.top;
  return over > 0 && box.bottom > 0 ? at.outerHTML.slice(0, 120) + ' ' + over : null;
})()`;

async function placeOf(line: ReturnType<Page['locator']>): Promise<{ top: number; height: number }> {
  const { y = Number.NaN, height = Number.NaN } = (await line.boundingBox()) ?? {};
  return { top: Math.round(y), height: Math.round(height) };
}

async function networkOf(chain: Anvil) {
  const contract = await chain.deployToken({ symbol: 'USDT', decimals: 6 });
  return {
    ...{ type: 'EVM', chain_id: chain.chainId, rpc: [chain.url], confirmations: 2, test: true },
    tokens: [{ symbol: 'USDT', name: 'Tether USD', contract, decimals: 6, stable: true }],
  };
}

function newInvoice(): Promise<Json> {
  const order = { reference: randomUUID(), items: [{ name: 'Linen shirt', quantity: 1, price: '25.00' }] };
  return ok(merchant.appApi.post('/invoice', { total: '25.00', currency: 'USD', order }));
}

/** An invoice with an attempt in USDT. */
async function awaited(): Promise<Json> {
  const invoice = await newInvoice();
  const coin = { cryptocurrency: 'USDT', network: 'first' };
  await ok(merchant.api.as(null).post(`/invoice/${invoice.id}/payment-request`, coin));
  return invoice;
}

/** Closed when its test is over. */
async function phone({ width, height, ...look }: Look): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height }, ...look });
  contexts.push(context);
  return context.newPage();
}
