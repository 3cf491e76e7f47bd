// One invoice, paid in a browser in three coins on three families of networks, and the texts of the page on each.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { parseUnits } from 'viem';
import { buildCheckout } from '../../web/checkout/build.ts';
import { launchBrowser } from '../rig/browser/browser.ts';
import {
  assertAccessible,
  factOnPage,
  seeHeading,
  type Visit,
  visitCheckout,
} from '../rig/browser/checkout/checkout-visit.ts';
import { readShownCode } from '../rig/browser/checkout/read-code.ts';
import { type FamilyStage, startFamilyStage } from '../rig/browser/family-stage.ts';
import { injectTronLink } from '../rig/browser/tron-link.ts';
import { injectWallet, type RigWallet } from '../rig/browser/wallet.ts';
import { type Json, ok, until } from '../rig/client.ts';
import { type Received, type Receiver, startReceiver, verify } from '../rig/receiver.ts';
import { solidAfter, usdt } from '../rig/tron/tron-stage.ts';

const customerKey = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d';
const phone = { width: 390, height: 844 };

let stage: FamilyStage;
let browser: Browser;
let receiver: Receiver;
const contexts: BrowserContext[] = [];

before(async () => {
  [stage, browser, receiver] = await Promise.all([
    startFamilyStage(),
    launchBrowser(),
    startReceiver(),
    buildCheckout({ if: 'missing or stale' }),
  ]);
});

afterEach(async () => {
  await Promise.all(contexts.splice(0).map((context) => context.close()));
});

after(async () => {
  await browser?.close();
  await receiver?.close();
  await stage?.close();
});

test('ETH from a browser wallet, LTC from a node’s purse, USDT on TRON: one invoice, three parts, paid', async () => {
  const webhook = await ok<Json>(
    stage.merchant.appApi.post('/webhook', { app_id: stage.merchant.app.id, url: receiver.url }),
  );
  const invoice = await stage.invoice('100.00');
  const { page, complaints, foreign } = await visit();
  const wallet = await injectWallet(page, {
    privateKey: customerKey,
    rpcUrl: stage.anvil.url,
    chainId: stage.anvil.chainId,
  });
  const hashes = [
    await payPartInEther(page, wallet, invoice),
    await payPartInLitecoin(page),
    await payRestOnTron(page),
  ];
  await seeHeading(page, 'Paid, thank you');
  assert.equal(await page.getByRole('region', { name: 'Your payments' }).getByRole('listitem').count(), 3);
  const paid = await ok<Json>(stage.anyone.get(`/invoice/${invoice.id}`));
  assert.deepEqual([paid.status, paid.paid, paid.pending, paid.exceptions], ['paid', '100.00', '0.00', []]);
  const parts = await ok<Json[]>(stage.anyone.get('/transactions', { query: { invoice_id: invoice.id } }));
  assert.deepEqual(
    parts.reverse().map((one) => [one.network.type, one.status, one.hash]),
    [
      ['EVM', 'success', hashes[0]],
      ['UTXO', 'success', hashes[1]],
      ['TRON', 'success', hashes[2]],
    ],
  );
  // Deliveries to one endpoint run in parallel, so the last one sent may not arrive last.
  const heard = (type: string) =>
    receiver.received.filter((request) => (JSON.parse(request.body) as { type: string }).type === type).length;
  const steps = ['created', 'detected', 'succeeded'] as const;
  await until(() => steps.every((what) => heard(`transaction.${what}`) >= 3), 'three webhooks of each step');
  const told = (await webhooksUntil('invoice.paid')).map((request) => verify(request, webhook.secret));
  for (const type of ['transaction.created', 'transaction.detected', 'transaction.succeeded'])
    assert.equal(told.filter((event) => event.type === type).length, 3, type);
  assert.equal(told.filter((event) => event.type === 'invoice.paid').length, 1);
  assert.deepEqual([complaints, foreign], [[], []]);
});

test('C1-replaced-to-self: the page takes back the replaced payment, and shows the next one as usual', async () => {
  const invoice = await stage.invoice('100.00');
  const { page } = await visit();
  await page.goto(invoice.checkout_url);
  await quoteInLitecoin(page);
  const to = await factOnPage(page, 'To this address');
  const first = await stage.litecoin.pay(to, parseUnits('1', 8));
  await seeHeading(page, 'Confirming payment');
  await page.getByText('Seen, waiting to be mined.').first().waitFor();
  await stage.litecoin.send(await stage.litecoin.conflictWith(first));
  await seeHeading(page, /^Send 1 LTC on /);
  await page.getByText('Your payment was replaced by another transaction').waitFor();
  await assertAccessible(page, 'replaced');
  assert.equal(await factOnPage(page, 'To this address'), to, 'the same address still takes it');
  await stage.litecoin.pay(to, parseUnits('1', 8));
  await seeHeading(page, 'Confirming payment');
  await stage.litecoin.mine(2);
  await seeHeading(page, 'Paid, thank you');
});

test('C5-unconfirmed-elsewhere: only networks with a readable mempool can accept unconfirmed payments', async () => {
  const offers = await ok<Json[]>(
    stage.merchant.api.get('/app-cryptocurrencies', { query: { app_id: stage.merchant.app.id } }),
  );
  const body = { accept_unconfirmed_up_to: '20.00' };
  for (const { id, network } of offers) {
    const answer = await stage.merchant.api.put<Json>(`/app-cryptocurrency/${id}`, body);
    const wanted = network.type === 'UTXO' ? [200, undefined] : [422, 'accept_unconfirmed_up_to not_on_network'];
    const [fault] = answer.body.errors ?? [];
    assert.deepEqual([answer.status, fault && `${fault.field} ${fault.code}`], wanted, network.symbol);
    await ok(stage.merchant.api.put(`/app-cryptocurrency/${id}`, { accept_unconfirmed_up_to: null }));
  }
});

test('C5-unconfirmed-page: the page shows that the merchant has accepted the payment', async () => {
  const query = { app_id: stage.merchant.app.id };
  const offers = await ok<Json[]>(stage.merchant.api.get('/app-cryptocurrencies', { query }));
  const path = `/app-cryptocurrency/${offers.find((one) => one.network.type === 'UTXO')?.id}`;
  await ok(stage.merchant.api.put(path, { accept_unconfirmed_up_to: '20' }));
  const invoice = await stage.invoice('20.00', { success_url: 'https://shop.example/thanks' });
  const { page, complaints } = await visit();
  await page.goto(invoice.checkout_url);
  await quoteInLitecoin(page);
  const paying = await stage.litecoin.pay(await factOnPage(page, 'To this address'), parseUnits('0.2', 8));
  await seeHeading(page, 'Payment accepted');
  await page.getByText('Seen, waiting to be mined.').first().waitFor();
  const back = page.getByRole('link', { name: 'Return to the merchant' });
  assert.equal(await back.getAttribute('href'), 'https://shop.example/thanks');
  await assertAccessible(page, 'accepted unconfirmed');
  await stage.litecoin.send(await stage.litecoin.conflictWith(paying));
  await seeHeading(page, /^Send .* LTC on /);
  await page.getByText('Your payment was replaced by another transaction').waitFor();
  await stage.litecoin.mine();
  await stage.litecoin.pay(await factOnPage(page, 'To this address'), parseUnits('0.2', 8));
  await seeHeading(page, 'Payment accepted');
  await stage.litecoin.mine(2);
  await seeHeading(page, 'Paid, thank you');
  assert.deepEqual(complaints, []);
  await ok(stage.merchant.api.put(path, { accept_unconfirmed_up_to: null }));
});

test('a customer whose payment could be for two invoices names its hash and signs, and the page shows it', async () => {
  const [invoice, other] = [await stage.invoice('30.00'), await stage.invoice('20.00')];
  const customer = await stage.tronCustomer();
  const wish = { invoice_id: other.id, from: customer.address, cryptocurrency: 'USDT', network: 'nile' };
  await ok(stage.anyone.post('/transaction', wish));
  const { page } = await visit();
  await page.goto(invoice.checkout_url);
  await chooseCoin(page, 'USDT');
  await seeHeading(page, /^Send 30.* USDT on /);
  const hash = await customer.payToken(usdt, await factOnPage(page, 'To this address'), 31_000_000n);
  await stage.tron.mine();
  await stage.caughtUp();
  await page.getByText('I paid, but it isn’t showing').click();
  const claim = page.getByRole('button', { name: 'Find my payment' });
  await page.getByLabel(/^Transaction hash/).fill('not a hash');
  await claim.click();
  await until(async () => (await faultOf(page)) !== '', 'the fault to be told');
  await assertAccessible(page, 'claiming');
  await page.getByLabel(/^Transaction hash/).fill(`  ${hash}`);
  await claim.click();
  await page.getByText('Noted.').waitFor();
  await assertAccessible(page, 'proving a claim');
  const text = await page.locator('.claim .mono').innerText();
  assert.ok(text.includes(hash), 'the text names the hash');
  await page.getByLabel('Its signature').fill(customer.key.signText(text));
  await page.getByRole('button', { name: 'Send' }).click();
  await seeHeading(page, 'Confirming payment');
  await stage.tron.mine(solidAfter);
  await seeHeading(page, 'Paid, thank you');
  assert.equal((await ok<Json>(stage.anyone.get(`/invoice/${other.id}`))).paid, '0.00');
});

test('TronLink is put on the right network, pays a token at a click, and the page finds it', async () => {
  const invoice = await stage.invoice('12.50');
  const { page, complaints } = await visit();
  const tronLink = await injectTronLink(page, { tron: stage.tron, wallet: await stage.tronCustomer() });
  await page.goto(invoice.checkout_url);
  await chooseCoin(page, 'USDT');
  await page.getByRole('button', { name: 'Pay with TronLink' }).click();
  await until(() => tronLink.asked.length >= 2, 'the wallet to be asked');
  await page.getByText('Sent. Waiting for').waitFor();
  await stage.tron.mine(2);
  await seeHeading(page, 'Confirming payment');
  await stage.tron.mine(solidAfter);
  await seeHeading(page, 'Paid, thank you');
  assert.deepEqual(tronLink.asked, ['eth_requestAccounts', 'wallet_switchEthereumChain']);
  assert.deepEqual(complaints, []);
});

test('the merchant’s colour is worn, as far as it can be read, in light and dark', async () => {
  const settings = { branding: { color: '#ffd400' }, support_contact: 'help@shop.example' };
  await ok(stage.merchant.api.put(`/app/${stage.merchant.app.id}/settings`, settings));
  const invoice = await stage.invoice('10.00');
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page, complaints } = await visit(colorScheme);
    await page.goto(invoice.checkout_url);
    await page.getByRole('link', { name: 'help@shop.example' }).waitFor();
    const accent = await page.evaluate("getComputedStyle(document.querySelector('.foot a')).color");
    if (colorScheme === 'dark') assert.equal(accent, 'rgb(255, 212, 0)');
    else assert.notEqual(accent, 'rgb(255, 212, 0)', 'yellow on white could not be read');
    await assertAccessible(page, `branded, ${colorScheme}`);
    assert.deepEqual(complaints, []);
  }
});

/** 40 of 100 dollars: the wallet's owner signs less than the requested amount. */
async function payPartInEther(page: Page, wallet: RigWallet, invoice: Json): Promise<string> {
  await page.goto(invoice.checkout_url);
  await chooseCoin(page, 'ETH');
  wallet.mood.valueInstead = parseUnits('0.02', 18);
  await page.getByRole('button', { name: 'Pay with Rig wallet' }).click();
  await until(() => wallet.sent.length > 0, 'the wallet to send');
  await stage.anvil.mine(2);
  await seeHeading(page, 'Pay $60.00', payTheRest(page));
  return String(wallet.sent[0]);
}

/** 30 of the 60 dollars that are left, to the address that the page shows. */
async function payPartInLitecoin(page: Page): Promise<string> {
  await quoteInLitecoin(page);
  await seeHeading(page, /^Send 0.6 LTC on /);
  const to = await factOnPage(page, 'To this address');
  const { isvalid } = await stage.litecoin.rpc<Json>('validateaddress', [to]);
  assert.ok(isvalid, to);
  assert.equal(await factOnPage(page, 'Exactly this amount'), '0.6 LTC');
  await assertPaymentCode(page, `litecoin:${to}?amount=0.60000000`);
  await assertAccessible(page, 'awaiting LTC');
  const hash = await stage.litecoin.pay(to, parseUnits('0.3', 8));
  await seeHeading(page, 'Confirming partial payment');
  await page.getByText('Seen, waiting to be mined.').first().waitFor();
  await assertAccessible(page, 'waiting to be mined');
  await stage.litecoin.mine();
  await page.getByText('1 of 2 confirmations.').first().waitFor();
  await stage.litecoin.mine();
  await seeHeading(page, 'Pay $30.00', payTheRest(page));
  return hash;
}

async function payRestOnTron(page: Page): Promise<string> {
  const customer = await stage.tronCustomer();
  await chooseCoin(page, 'USDT');
  await seeHeading(page, /^Send 30 USDT on /);
  assert.equal(
    await page.getByRole('button', { name: /^Pay with/ }).count(),
    0,
    'no wallet of another family is offered',
  );
  const to = await factOnPage(page, 'To this address');
  await assertPaymentCode(page, to);
  await page.getByText('Token contract').click();
  await page.getByText(usdt).waitFor();
  await assertAccessible(page, 'awaiting USDT on TRON');
  const hash = await customer.payToken(usdt, to, 30_000_000n);
  await stage.tron.mine(2);
  await seeHeading(page, 'Confirming payment');
  await page.getByText('Waiting for a solidified block.').first().waitFor();
  await assertAccessible(page, 'waiting for a solidified block');
  await stage.tron.mine(solidAfter);
  return hash;
}

async function visit(colorScheme: 'light' | 'dark' = 'light'): Promise<Visit> {
  const visited = await visitCheckout(browser, { origin: stage.service.url, viewport: phone, colorScheme });
  contexts.push(visited.context);
  return visited;
}

async function chooseCoin(page: Page, symbol: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${symbol}`) }).click();
}

async function quoteInLitecoin(page: Page): Promise<void> {
  await chooseCoin(page, 'LTC');
  await seeHeading(page, /^Send .* LTC on /);
  assert.equal(
    await page.getByRole('button', { name: /^Pay with/ }).count(),
    0,
    'no wallet of another family is offered',
  );
}

const payTheRest = (page: Page) => () => page.getByRole('button', { name: 'Pay the rest' });

/** Checks the content of the QR code with an independent reader. */
async function assertPaymentCode(page: Page, text: string): Promise<void> {
  assert.equal(await readShownCode(page.locator('svg.qr')), text);
}

async function faultOf(page: Page): Promise<string> {
  const faults = await page.locator('.field-fault').allInnerTexts();
  return faults.join('');
}

/** All webhooks received so far, once this type is among them. */
async function webhooksUntil(type: string): Promise<readonly Received[]> {
  await until(
    () => receiver.received.some((request) => (JSON.parse(request.body) as { type: string }).type === type),
    `the webhook ${type}`,
  );
  return receiver.received;
}
