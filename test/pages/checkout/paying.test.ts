// The steps of a customer from the price to the payment. The page asks nothing before the price, offers a way to pay to
// each kind of customer, and shows codes that match its text.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { type Hex, parseUnits } from 'viem';
import { buildCheckout } from '../../../web/checkout/build.ts';
import { launchBrowser } from '../../rig/browser/browser.ts';
import {
  assertAccessible,
  factOnPage,
  seeHeading,
  type Visit,
  visitCheckout,
} from '../../rig/browser/checkout/checkout-visit.ts';
import { readShownCode } from '../../rig/browser/checkout/read-code.ts';
import { pageNetwork } from '../../rig/browser/page-network.ts';
import { injectWallet } from '../../rig/browser/wallet.ts';
import { type Client, type Json, ok, until } from '../../rig/client.ts';
import { type TestDatabase, testDatabase } from '../../rig/database.ts';
import { type Anvil, startAnvil } from '../../rig/evm/anvil.ts';
import { localNetwork, tether } from '../../rig/evm/local-network.ts';
import { createMerchant, type Merchant } from '../../rig/merchant.ts';
import { type ServiceClock, serviceClock } from '../../rig/run/service-clock.ts';
import { type ServiceProcess, startService } from '../../rig/service.ts';
import { blocksToMoveMedian, newExtendedKey } from '../../rig/stage.ts';

const confirmations = 2;
const customerKey = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d';

let anvil: Anvil;
let token: Hex;
let database: TestDatabase;
let service: ServiceProcess;
let clock: ServiceClock;
let merchant: Merchant;
/** Paid at fixed addresses, in two coins. */
let fixed: Client;
/** Paid at one address per transaction, in one coin. */
let derived: Client;
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
  clock = serviceClock();
  const config = { networks: { local }, rates };
  service = await startService({ databaseUrl: database.url, config, ...clock.options });
  const addresses = [4, 5, 6, 7, 8].map((index) => ({
    network: 'local',
    kind: 'address' as const,
    value: account(index),
  }));
  merchant = await createMerchant(service, {
    accepts: [
      ['ETH', 'local'],
      ['USDT', 'local'],
    ],
    receives: addresses,
  });
  fixed = merchant.appApi;
  const terms = { name: 'Derived', url: 'https://shop.example', environment: 'development' };
  const app = await ok<Json>(merchant.api.post('/app', terms));
  await ok(merchant.api.post('/app-cryptocurrency', { app_id: app.id, cryptocurrency: 'USDT', network: 'local' }));
  const key = { app_id: app.id, network: 'local', kind: 'xpub', value: newExtendedKey() };
  await ok(merchant.api.post('/app-address', key));
  derived = merchant.api.as(app.token);
});

afterEach(async () => {
  await Promise.all(contexts.splice(0).map((context) => context.close()));
});

after(async () => {
  await browser?.close();
  await service?.stop();
  clock?.close();
  await database?.drop();
  await anvil?.stop();
});

test('one click leads to code, amount and address, and every code says what the page says', async () => {
  const { page, requests, complaints } = await open(fixed, '49.90');
  await seeHeading(page, 'Pay $49.90');
  await page.getByRole('button', { name: /^USDT/ }).click();
  await seeHeading(page, /^Send 49\.9\d* USDT on Local chain$/);
  assert.equal(await page.getByRole('textbox').count(), 0, 'nothing is asked');
  const code = page.locator('svg.qr');
  const [to, amount] = [await addressOn(page), await amountOn(page)];
  assert.equal(await readShownCode(code), to, 'of a token the address alone');
  await page.getByRole('button', { name: 'QR code with amount' }).click();
  const units = parseUnits(amount, 6);
  const link = `ethereum:${token}@${anvil.chainId}/transfer?address=${to}&uint256=${units}`;
  assert.equal((await readShownCode(code)).toLowerCase(), link.toLowerCase());
  await page.getByRole('button', { name: 'QR code with address only' }).click();
  assert.equal(await readShownCode(code), to);
  await assertAccessible(page, 'awaiting');

  await page.getByRole('button', { name: 'Change payment method' }).click();
  await page.getByRole('button', { name: /I have not sent/ }).click();
  await page.getByRole('button', { name: /^ETH/ }).click();
  await seeHeading(page, /^Send .* ETH on Local chain$/);
  const [where, ether] = [await addressOn(page), await amountOn(page)];
  assert.equal(await readShownCode(code), `ethereum:${where}@${anvil.chainId}?value=${parseUnits(ether, 18)}`);
  const posts = requests.filter((request) => request.startsWith('POST'));
  assert.equal(posts.filter((request) => request.endsWith('/payment-request')).length, 2, posts.join('\n'));
  assert.deepEqual(complaints, []);
});

test('with one way to pay, its price is asked for without a click, once', async () => {
  const { page, requests } = await open(derived, '12.00');
  await seeHeading(page, 'Send 12 USDT on Local chain');
  assert.equal(await page.getByRole('button', { name: 'Change payment method' }).count(), 0, 'there is no other');
  await page.reload();
  await seeHeading(page, 'Send 12 USDT on Local chain');
  assert.equal(requests.filter((request) => request.endsWith('/payment-request')).length, 1);
});

test('what was told of the time before an attempt takes no place of it: nothing is asked for anew', async () => {
  const { page, requests } = await open(derived, '12.50');
  await seeHeading(page, 'Send 12.5 USDT on Local chain');
  const at = `/invoice/${idIn(page)}`;
  const old = { invoice: await ok<Json>(derived.get(at)), transactions: [], waiting: [], claims: [] };
  const stream = `event: invoice\ndata: ${JSON.stringify(old)}\n\n`;
  await page.route(`**${at}/events?*`, (route) => route.fulfill({ contentType: 'text/event-stream', body: stream }));
  // The page must not receive a newer state by a request either.
  await page.route(`**${at}?*`, (route) => route.abort());
  await page.reload();
  await page.getByText('The payment service does not answer').waitFor();
  // The browser reopens a closed stream. When it opens the third one, the page has read the second.
  const streams = () => requests.filter((request) => request.endsWith(`${at}/events`)).length;
  const before = streams();
  await until(() => streams() >= before + 2, 'the page to hear the old state twice more');
  await seeHeading(page, 'Send 12.5 USDT on Local chain');
  assert.equal(requests.filter((request) => request.endsWith('/payment-request')).length, 1);
});

test('an address that is selected is copied in one line, in either direction of writing', async () => {
  const { page } = await open(derived, '12.00');
  await seeHeading(page, 'Send 12 USDT on Local chain');
  const shown = await ok<Json[]>(derived.get('/transactions', { query: { invoice_id: idIn(page) } }));
  for (const direction of ['ltr', 'rtl']) {
    const selected = await page.evaluate<string>(`{
      document.documentElement.dir = '${direction}';
      getSelection().selectAllChildren(document.querySelector('.address'));
      getSelection().toString();
    }`);
    assert.equal(selected, shown[0]?.to, direction);
  }
});

test('the tabs are moved through with keys, and the one chosen last is open the next time', async () => {
  const { page } = await open(derived, '15.00');
  await seeHeading(page, 'Send 15 USDT on Local chain');
  const tab = (name: string) => page.getByRole('tab', { name, exact: true });
  await tab('Wallet app').focus();
  await page.keyboard.press('End');
  await page.getByText('No wallet for Local chain was found in this browser.').waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.getByLabel(/^Transaction hash/).waitFor();
  assert.equal(await tab('Exchange').getAttribute('aria-selected'), 'true');
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'Exchange', 'focus stays where the keys are');
  await page.reload();
  await page.getByLabel(/^Transaction hash/).waitFor();
  await assertAccessible(page, 'exchange');
});

test('an exchange’s customer has an hour at the same address, pays exactly, and is done', async () => {
  for (const shop of [fixed, derived]) {
    const { page, invoice } = await openAtExchange(shop, '20.00');
    const [to, amount] = [await addressOn(page), await amountOn(page)];
    const [quote] = await openQuotes(shop, invoice);
    assert.equal(Date.parse(quote?.expire_at) - Date.parse(quote?.created_at), 3_600_000);
    await page.getByText(`Make sure that ${amount} USDT arrives`).waitFor();
    await pay(to, parseUnits(amount, 6));
    await seeHeading(page, 'Paid, thank you');
    const [paid] = await ok<Json[]>(shop.get('/transactions', { query: { invoice_id: invoice.id } }));
    assert.ok(paid?.matched_by, 'the merchant sees why');
    assert.equal(paid?.from, account(9), 'the chain says who sent');
  }
});

test('an exchange’s customer whose fee was taken off is told what is left, and pays it', async () => {
  for (const shop of [fixed, derived]) {
    const { page, invoice } = await openAtExchange(shop, '20.00');
    await pay(await addressOn(page), parseUnits(await amountOn(page), 6) - 1_500_000n);
    await until(async () => (await ok<Json>(shop.get(`/invoice/${invoice.id}`))).status === 'partially_paid', 'a part');
    await seeHeading(page, 'Paid $18.50, $1.50 left');
    await page.getByRole('button', { name: 'Pay the rest' }).click();
    if (shop === fixed) await page.getByRole('button', { name: /^USDT/ }).click();
    await seeHeading(page, /^Send 1\.5\d* USDT on Local chain$/);
    await pay(await addressOn(page), parseUnits(await amountOn(page), 6));
    await seeHeading(page, 'Paid, thank you');
  }
});

test('an exchange that takes 40 minutes is in time; from a wallet that is late, told so, and still found', async () => {
  for (const shop of [fixed, derived]) {
    const slow = await openAtExchange(shop, '20.00');
    const [to, amount] = [await addressOn(slow.page), await amountOn(slow.page)];
    const late = await open(shop, '30.00');
    if (shop === fixed) await late.page.getByRole('button', { name: /^USDT/ }).click();
    await seeHeading(late.page, /^Send 30\d*(\.\d+)? USDT on Local chain$/);
    const [lateTo, lateAmount] = [await addressOn(late.page), await amountOn(late.page)];
    await clock.pass(2_400);
    await anvil.rpc('evm_increaseTime', [2_400]);
    await anvil.mine(blocksToMoveMedian);
    await late.page.getByText('The price in USDT expired.').first().waitFor();
    await pay(to, parseUnits(amount, 6));
    await pay(lateTo, parseUnits(lateAmount, 6));
    await seeHeading(slow.page, 'Paid, thank you');
    await seeHeading(late.page, 'Paid, thank you');
    const { exceptions } = await ok<Json>(shop.get(`/invoice/${slow.invoice.id}`));
    assert.deepEqual(exceptions, [], 'in time');
    const [paid] = await ok<Json[]>(shop.get('/transactions', { query: { invoice_id: late.invoice.id } }));
    assert.equal(paid?.reason, 'late');
  }
});

test('on a phone the page opens in a wallet’s own browser at a tap, and nobody is asked before', async () => {
  const phone = { viewport: { width: 375, height: 667 }, isPhone: true };
  const { page, foreign, invoice, complaints } = await open(derived, '18.00', phone);
  await seeHeading(page, 'Send 18 USDT on Local chain');
  const withoutScript = await browser.newContext({ ...touched, viewport: phone.viewport, javaScriptEnabled: false });
  contexts.push(withoutScript);
  const plain = await withoutScript.newPage();
  await plain.goto(invoice.checkout_url);
  const here = encodeURIComponent(invoice.checkout_url);
  const inOkx = encodeURIComponent(`okx://wallet/dapp/url?dappUrl=${here}`);
  const links = {
    MetaMask: `https://link.metamask.io/dapp/${invoice.checkout_url.replace('http://', '')}`,
    'Trust Wallet': `https://link.trustwallet.com/open_url?coin_id=60&url=${here}`,
    'Coinbase Wallet': `https://go.cb-w.com/dapp?cb_url=${here}`,
    'OKX Wallet': `https://web3.okx.com/download?deeplink=${inOkx}`,
  };
  for (const [name, href] of Object.entries(links)) {
    for (const one of [page, plain]) {
      const link = one.getByRole('link', { name: `Open in ${name}`, exact: true });
      assert.equal(await link.getAttribute('href'), href);
      const box = await link.boundingBox();
      assert.ok(box && box.y + box.height <= 667, `${name} is on the first screen`);
    }
  }
  for (const one of [plain, page]) {
    // A phone cannot scan its own screen.
    assert.equal(await one.locator('svg.qr').isVisible(), false);
    await one.getByText('Show the QR code').click();
    await one.locator('svg.qr').waitFor();
  }
  await assertAccessible(page, 'on a phone');
  // At any scroll position, no button is partly covered.
  for (const top of [200, 250, 460, 590]) {
    await page.evaluate(`scrollTo(0, ${top})`);
    await assertAccessible(page, `on a phone, scrolled by ${top} px`);
  }
  assert.deepEqual([foreign, complaints], [[], []]);
});

test('a wallet that announces nothing is found at window.ethereum, and is the way to pay at once', async () => {
  const visit = await visitor({});
  const facts = { privateKey: customerKey, rpcUrl: anvil.url, chainId: anvil.chainId, isSilent: true } as const;
  const wallet = await injectWallet(visit.page, facts);
  await anvil.call(token, 'Token.transfer', [wallet.address, parseUnits('100', 6)], { from: account(0) });
  await anvil.mine();
  await visit.page.goto((await invoiceOf(derived, '16.00')).checkout_url);
  await visit.page.getByRole('button', { name: 'Pay with Wallet' }).click();
  await until(() => wallet.sent.length > 0, 'the wallet to send');
  await anvil.mine(confirmations);
  await seeHeading(visit.page, 'Paid, thank you');
  assert.equal(wallet.sent.length, 1);
});

function account(index: number): Hex {
  return (anvil.accounts[index] as Anvil['accounts'][number]).address;
}

/** Pays from an undeclared address, as an exchange does, and mines until the payment counts. */
async function pay(to: string, units: bigint): Promise<void> {
  await anvil.call(token, 'Token.transfer', [account(9), units], { from: account(0) });
  await anvil.call(token, 'Token.transfer', [to, units], { from: account(9) });
  await anvil.mine(confirmations);
}

function invoiceOf(shop: Client, total: string): Promise<Json> {
  return ok(shop.post('/invoice', { total, currency: 'USD' }));
}

/** A phone's screen and pointer. */
const touched = { hasTouch: true, isMobile: true };

type Who = Pick<Parameters<typeof visitCheckout>[1], 'viewport' | 'isPhone'>;

/** A new visitor. The browser context is closed after the test. */
async function visitor(who: Who): Promise<Visit> {
  const visit = await visitCheckout(browser, { origin: service.url, ...who });
  contexts.push(visit.context);
  return visit;
}

async function open(shop: Client, total: string, who: Who = {}): Promise<Visit & { readonly invoice: Json }> {
  const [invoice, visit] = await Promise.all([invoiceOf(shop, total), visitor(who)]);
  await visit.page.goto(invoice.checkout_url);
  return { ...visit, invoice };
}

/** A customer who pays in USDT from an exchange. */
async function openAtExchange(shop: Client, total: string): Promise<Visit & { readonly invoice: Json }> {
  const visit = await open(shop, total);
  if (shop === fixed) await visit.page.getByRole('button', { name: /^USDT/ }).click();
  const address = visit.page.locator('.address').first();
  await address.waitFor();
  const before = await address.innerText();
  await visit.page.getByRole('tab', { name: 'Exchange' }).click();
  await until(async () => (await openQuotes(shop, visit.invoice)).some(isHeldAnHour), 'the price to be held');
  await visit.page.getByText('Withdraw USDT').waitFor();
  assert.equal(await address.innerText(), before, 'the address stays');
  return visit;
}

function isHeldAnHour({ expire_at, created_at }: Json): boolean {
  return Date.parse(expire_at) - Date.parse(created_at) === 3_600_000;
}

async function openQuotes(shop: Client, { id }: Json): Promise<Json[]> {
  const made = await ok<Json[]>(shop.get('/transactions', { query: { invoice_id: id } }));
  return made.filter((one) => one.status === 'processing');
}

const addressOn = (page: Page) => factOnPage(page, 'To this address');

async function amountOn(page: Page): Promise<string> {
  return (await factOnPage(page, 'Exactly this amount')).split(' ')[0] as string;
}

function idIn(page: Page): string {
  return page.url().split('/').at(-1) as string;
}
