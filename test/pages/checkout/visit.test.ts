// A customer's visit to the checkout: a real service, a real chain, a real browser, and a wallet that signs.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { parseUnits } from 'viem';
import { buildCheckout } from '../../../web/checkout/build.ts';
import { launchBrowser } from '../../rig/browser/browser.ts';
import {
  assertAccessible,
  measureBytes,
  seeHeading,
  type Visit,
  visitCheckout,
} from '../../rig/browser/checkout/checkout-visit.ts';
import { pageNetwork } from '../../rig/browser/page-network.ts';
import { injectWallet, type RigWallet } from '../../rig/browser/wallet.ts';
import { type Json, ok, until } from '../../rig/client.ts';
import { type TestDatabase, testDatabase } from '../../rig/database.ts';
import { type Anvil, startAnvil } from '../../rig/evm/anvil.ts';
import { localNetwork, tether } from '../../rig/evm/local-network.ts';
import { createMerchant, type Merchant } from '../../rig/merchant.ts';
import { openStreams } from '../../rig/payment/invoice-streams.ts';
import { type ServiceProcess, startService } from '../../rig/service.ts';

const confirmations = 2;
const customerKey = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d';

let anvil: Anvil;
let token: `0x${string}`;
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
  token = await anvil.deployToken({ symbol: 'USDT', decimals: 6 });
  const local = localNetwork(anvil, { ...pageNetwork, confirmations, tokens: [tether(token)] });
  const rates = { sources: [], fixed: { ETH: { USD: '2000' }, USDT: { USD: '1' } } };
  service = await startService({ databaseUrl: database.url, config: { networks: { local }, rates } });
  merchant = await createMerchant(service, {
    accepts: [
      ['ETH', 'local'],
      ['USDT', 'local'],
    ],
    receives: [{ network: 'local', kind: 'address', value: account(5) }],
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

test('a customer pays with a browser wallet, in one go, and nobody else hears of it', async () => {
  const invoice = await createInvoice('25.00');
  const visit = await visitor();
  const wallet = await injectWallet(visit.page, { privateKey: customerKey, rpcUrl: anvil.url, chainId: anvil.chainId });
  await visit.page.goto(invoice.checkout_url);
  await chooseCoin(visit.page, 'ETH');
  await visit.page.getByRole('button', { name: 'Pay with Rig wallet' }).click();
  await isMinedOnceSent(wallet);
  await seeHeading(visit.page, 'Paid, thank you');

  const back = visit.page.getByRole('link', { name: 'Return to the merchant' });
  assert.equal(await back.getAttribute('href'), 'https://shop.example/thanks');
  assert.equal(wallet.sent.length, 1);
  const [transaction] = await ok(merchant.api.get(`/transactions?invoice_id=${invoice.id}`));
  assert.equal(transaction.hash, wallet.sent[0]);
  assert.equal((await ok(merchant.api.get(`/invoice/${invoice.id}`))).status, 'paid');
  assert.deepEqual(visit.foreign, []);
  assert.deepEqual(visit.complaints, []);
});

test('a customer who sent too little is told what is left, pays the rest in another coin, and is done', async () => {
  // A payment of another amount is matched only at an address that no other customer was shown lately.
  const own = account(9);
  await ok(
    merchant.api.post('/app-address', { app_id: merchant.app.id, network: 'local', kind: 'address', value: own }),
  );
  const invoice = await createInvoice('40.00');
  const { page, complaints } = await visitor({ width: 360, height: 800 });
  const wallet = await injectWallet(page, { privateKey: customerKey, rpcUrl: anvil.url, chainId: anvil.chainId });
  await page.goto(invoice.checkout_url);
  await chooseCoin(page, 'USDT');
  await seeHeading(page, /^Send 40(\.\d+)? USDT on /);
  await anvil.call(token, 'Token.transfer', [own, parseUnits('15', 6)], { from: account(0) });
  await anvil.mine(confirmations);

  // With this heading the page has processed the payment, so the choice of a coin is not reset afterwards.
  await seeHeading(page, /^(Paid \$15\.00, \$25\.00 left|Pay \$25\.00)$/);
  await seeHeading(page, 'Pay $25.00', () => page.getByRole('button', { name: 'Pay the rest' }));
  await chooseCoin(page, 'ETH');
  await page.getByRole('button', { name: 'Pay with Rig wallet' }).click();
  await isMinedOnceSent(wallet);
  await seeHeading(page, 'Paid, thank you');

  assert.equal(wallet.sent.length, 1);
  assert.equal(await page.getByRole('region', { name: 'Your payments' }).getByRole('listitem').count(), 2);
  const paid = await ok(merchant.api.get(`/invoice/${invoice.id}`));
  assert.deepEqual([paid.status, paid.paid, paid.remaining], ['paid', '40.00', '0.00']);
  assert.deepEqual(complaints, []);
});

test('a customer who declines in the wallet, or is on another network, is told so and can go on', async () => {
  const invoice = await createInvoice('10.00');
  const { page } = await visitor();
  const wallet = await injectWallet(page, { privateKey: customerKey, rpcUrl: anvil.url, chainId: anvil.chainId });
  await page.goto(invoice.checkout_url);
  await chooseCoin(page, 'ETH');
  const pay = page.getByRole('button', { name: 'Pay with Rig wallet' });
  wallet.mood.rejectNext = true;
  await pay.click();
  await page.getByRole('alert').filter({ hasText: 'You declined in Rig wallet' }).waitFor();

  wallet.mood.chainId = 1;
  wallet.mood.knownChains = [1];
  await pay.click();
  await page.getByRole('alert').filter({ hasText: 'is not on Local chain' }).waitFor();
  assert.equal(wallet.sent.length, 0);

  wallet.mood.knownChains = [1, anvil.chainId];
  await pay.click();
  await isMinedOnceSent(wallet);
  await seeHeading(page, 'Paid, thank you');
  assert.equal(wallet.sent.length, 1);
});

test('where a proxy swallows event streams, or the clock is wrong, the page still follows the payment', async () => {
  const settings = (quote_window: number) => ok(merchant.api.put(`/app/${merchant.app.id}/settings`, { quote_window }));
  await settings(300);
  const invoice = await createInvoice('10.00');
  const { page, context } = await visitor();
  await context.route('**/events?*', (route) => route.fulfill({ status: 502, body: 'no streams here' }));
  await page.clock.install({ time: Date.now() - 5 * 3600_000 });
  await page.goto(invoice.checkout_url);
  await chooseCoin(page, 'ETH');
  await seeHeading(page, /^Send .* ETH on /);
  assert.match(await page.getByRole('timer').innerText(), /^[45]:\d\d$/);
  await settings(900);
  const [quote] = await ok(merchant.api.get(`/transactions?invoice_id=${invoice.id}`));
  await anvil.send({ from: account(2), to: account(5), value: parseUnits(quote.amount, 18) });
  await anvil.mine(confirmations);
  await seeHeading(page, 'Paid, thank you');
});

test('T2-polling: a page without a stream polls instead, and still shows changes', async () => {
  const invoice = await createInvoice('10.00');
  const streams = await openStreams(service, invoice.id, Array<string>(20).fill('127.0.0.1'));
  const { page } = await visitor();
  const refused = page.waitForResponse((response) => response.url().includes('/events?'));
  await page.goto(invoice.checkout_url);
  assert.equal((await refused).status(), 503);
  await seeHeading(page, /^Pay /);
  await ok(merchant.appApi.delete(`/invoice/${invoice.id}`));
  await seeHeading(page, /cancel/i);
  for (const { close } of streams) close();
});

test('every screen keeps to WCAG 2.2 AA as far as a machine can tell, in the dark', async () => {
  const invoice = await createInvoice('30.00');
  const { page } = await visitor({ width: 390, height: 844 }, 'dark');
  await page.goto(invoice.checkout_url);
  await seeHeading(page, 'Pay $30.00');
  await assertAccessible(page, 'choosing, dark');
  await chooseCoin(page, 'ETH');
  await seeHeading(page, /^Send /);
  await assertAccessible(page, 'awaiting, dark');
  await ok(merchant.api.post(`/invoice/${invoice.id}/settle`, { reason: 'paid in the shop' }));
  await seeHeading(page, 'Paid, thank you');
  await assertAccessible(page, 'paid, dark');
});

/** Headers and bodies of all responses as transferred, including the page's initial data. */
const mostOnTheWire = 30_000;

test('in each state the page needs at most 30 kB and four requests', async (t) => {
  const invoice = await createInvoice('5.00');
  const states: readonly [heading: string | RegExp, kinds: readonly string[], next: () => Promise<unknown>][] = [
    ['Pay $5.00', ['document', 'js', 'js'], () => askForPrice(invoice)],
    [/^Send /, ['document', 'js'], () => ok(merchant.api.post(`/invoice/${invoice.id}/settle`, { reason: 'paid' }))],
    ['Paid, thank you', ['document', 'js'], async () => undefined],
  ];
  for (const [heading, kinds, next] of states) {
    const { page, requests } = await visitor();
    const wire = await measureBytes(page);
    await page.goto(invoice.checkout_url);
    await seeHeading(page, heading);
    await until(() => requests.some((one) => one.endsWith('/events')), 'the page to follow its invoice');
    // Chromium sends this event for a resting mouse. It is no action of the customer, so the page must fetch nothing
    // more.
    await page.evaluate("dispatchEvent(new PointerEvent('pointermove', { pointerType: 'mouse' }))");
    await until(() => wire.size >= kinds.length, 'what the page asked for to arrive');
    const kindOf = (url: string) => (url === invoice.checkout_url ? 'document' : url.replace(/^.*\./, ''));
    if (kinds.length === 2 && heading !== 'Paid, thank you') await runsDown(page.getByRole('timer'));
    assert.deepEqual([...wire.keys()].map(kindOf).sort(), kinds);
    const total = [...wire.values()].reduce((sum, bytes) => sum + bytes, 0);
    t.diagnostic(`${total} bytes on the wire`);
    assert.ok(total <= mostOnTheWire, JSON.stringify([...wire]));
    assert.ok(requests.length <= 4, requests.join('\n'));
    await next();
    // An event within the first second after the page opened arrives like any later one.
    if (heading === 'Pay $5.00') await seeHeading(page, /^Send /);
  }
});

/** Mines the payment that the wallet sends, and enough blocks to confirm it. */
async function isMinedOnceSent(wallet: RigWallet): Promise<void> {
  await until(() => wallet.sent.length > 0, 'the wallet to send');
  await anvil.mine(confirmations);
}

/** The countdown runs from the start, before the rest of the script is needed. */
async function runsDown(timer: Locator): Promise<void> {
  const left = async () => Number((await timer.innerText()).replace(':', ''));
  const first = await left();
  assert.ok(first > 1400 && first < 1500, String(first));
  await until(async () => (await left()) < first, 'the countdown to run');
}

function askForPrice(invoice: Json): Promise<Json> {
  return ok(merchant.api.post(`/invoice/${invoice.id}/payment-request`, { cryptocurrency: 'ETH', network: 'local' }));
}

function account(index: number): `0x${string}` {
  return (anvil.accounts[index] as Anvil['accounts'][number]).address;
}

function createInvoice(total: string): Promise<Json> {
  const order = { items: [{ name: 'Linen shirt', quantity: 1, price: total }] };
  const success_url = 'https://shop.example/thanks';
  return ok(merchant.appApi.post('/invoice', { total, currency: 'USD', order, success_url }));
}

async function chooseCoin(page: Page, symbol: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${symbol}`) }).click();
}

/** A new visitor. The browser context is closed after the test. */
async function visitor(
  viewport = { width: 1280, height: 860 },
  colorScheme: 'light' | 'dark' = 'light',
): Promise<Visit> {
  const visit = await visitCheckout(browser, { origin: service.url, viewport, colorScheme });
  contexts.push(visit.context);
  return visit;
}
