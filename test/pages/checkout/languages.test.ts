// The checkout in the customer's language: a real service, a real browser, and a page that is read from right to left.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { buildCheckout } from '../../../web/checkout/build.ts';
import { launchBrowser } from '../../rig/browser/browser.ts';
import { assertAccessible, visitCheckout } from '../../rig/browser/checkout/checkout-visit.ts';
import { ok } from '../../rig/client.ts';
import { type TestDatabase, testDatabase } from '../../rig/database.ts';
import { type Anvil, startAnvil } from '../../rig/evm/anvil.ts';
import { localNetwork } from '../../rig/evm/local-network.ts';
import { createMerchant, type Merchant } from '../../rig/merchant.ts';
import { type ServiceProcess, startService } from '../../rig/service.ts';
import { languages } from '../../rig/words/locales.ts';

let anvil: Anvil;
let database: TestDatabase;
let service: ServiceProcess;
let merchant: Merchant;
let browser: Browser;
const contexts: BrowserContext[] = [];

before(async () => {
  [anvil, database, browser] = await Promise.all([
    startAnvil(),
    testDatabase(),
    launchBrowser(),
    buildCheckout({ if: 'missing or stale' }),
  ]);
  const local = localNetwork(anvil, { confirmations: 2, poll_interval_ms: 1000 });
  const rates = { sources: [], fixed: { ETH: { USD: '2000' } } };
  service = await startService({ databaseUrl: database.url, config: { networks: { local }, rates } });
  merchant = await createMerchant(service, {
    accepts: [['ETH', 'local']],
    receives: [{ network: 'local', kind: 'address', value: anvil.accounts[5]?.address as string }],
  });
});

afterEach(async () => {
  await Promise.all(contexts.splice(0).map((context) => context.close()));
});

after(async () => {
  await browser?.close();
  await service?.stop();
  await database?.drop();
  await anvil?.stop();
});

test('right to left, the page is turned round, but an address still reads from left to right', async () => {
  const { checkout_url, to } = await attempt();
  const page = await visitor();
  for (const language of ['ar', 'he', 'fa'] as const) {
    await page.goto(`${checkout_url}?lang=${language}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    assert.deepEqual(
      await page.evaluate(`[document.documentElement.lang, getComputedStyle(document.body).direction]`),
      [language, 'rtl'],
    );
    const address = page.locator('.address').first();
    assert.equal((await address.innerText()).replaceAll(/\s/g, ''), to);
    assert.equal(await page.evaluate(`getComputedStyle(document.querySelector('.address')).direction`), 'ltr');
    await assertAccessible(page, `awaiting, ${language}`);
  }
});

test('the switch on the page keeps the state of the payment, and is remembered', async () => {
  const { checkout_url, to } = await attempt();
  const page = await visitor();
  await page.goto(`${checkout_url}?lang=de`);
  await page.getByText('Sprache: Deutsch').click();
  await page.getByRole('link', { name: '日本語' }).click();
  await page.getByRole('heading', { level: 1, name: /を送る$/ }).waitFor();
  assert.equal(await page.getAttribute('html', 'lang'), 'ja');
  assert.equal((await page.locator('.address').first().innerText()).replaceAll(/\s/g, ''), to);
  await page.goto(checkout_url);
  assert.equal(await page.getAttribute('html', 'lang'), 'ja', 'chosen on the page');
  // A language in a shop's link is not remembered.
  const other = await visitor();
  await other.goto(`${checkout_url}?lang=de`);
  await other.goto(checkout_url);
  assert.equal(await other.getAttribute('html', 'lang'), 'en', 'asked for by a link only');
});

test('every language is drawn on the narrowest phone without a complaint, and nothing is cut off', async () => {
  const { checkout_url } = await attempt();
  const { context, page, complaints } = await visitCheckout(browser, {
    origin: service.url,
    viewport: { width: 320, height: 640 },
  });
  contexts.push(context);
  for (const language of languages.map(({ code }) => code)) {
    await page.goto(`${checkout_url}?lang=${language}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    assert.equal(await page.getAttribute('html', 'lang'), language);
    assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0, language);
  }
  assert.deepEqual(complaints, []);
});

/** An invoice that awaits its payment: the URL of its page, and the address to pay to. */
async function attempt(): Promise<{ checkout_url: string; to: string }> {
  const order = { reference: randomUUID().slice(0, 8), items: [{ name: 'Linen shirt', quantity: 2, price: '24.95' }] };
  const invoice = await ok(merchant.appApi.post('/invoice', { total: '49.90', currency: 'USD', order }));
  const asked = { cryptocurrency: 'ETH', network: 'local' };
  const { to } = await ok(merchant.appApi.post(`/invoice/${invoice.id}/payment-request`, asked));
  return { checkout_url: invoice.checkout_url, to };
}

/** A new visitor. The browser context is closed after the test. */
async function visitor(viewport = { width: 1280, height: 860 }): Promise<Page> {
  const { context, page } = await visitCheckout(browser, { origin: service.url, viewport });
  contexts.push(context);
  return page;
}
