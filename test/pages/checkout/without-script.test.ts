// The checkout without JavaScript in a real browser: the pages that the service renders, the forms, and the receipt.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Hex } from 'viem';
import { buildCheckout } from '../../../web/checkout/build.ts';
import { launchBrowser } from '../../rig/browser/browser.ts';
import { assertAccessible, assertFits, seeHeading, visitCheckout } from '../../rig/browser/checkout/checkout-visit.ts';
import { type Json, ok, until } from '../../rig/client.ts';
import { type MailServer, startMailServer } from '../../rig/outside/mail-server.ts';
import { allMailsSent } from '../../rig/outside/queued-mails.ts';
import { type Customer, type Shop, type Stage, startStage, units } from '../../rig/stage.ts';

let mail: MailServer;
let stage: Stage;
let shop: Shop;
let customer: Customer;
let browser: Browser;
const contexts: BrowserContext[] = [];

before(async () => {
  [mail, browser] = await Promise.all([startMailServer(), launchBrowser(), buildCheckout({ if: 'missing or stale' })]);
  stage = await startStage({ confirmations: 2, reorgDepth: 20, env: { SMTP_URL: mail.url } });
  [shop, customer] = [
    await stage.shop({ settings: { support_contact: 'help@shop.example', app_token_may: ['refund'] } }),
    await stage.customer(),
  ];
});

afterEach(async () => {
  await Promise.all(contexts.splice(0).map((context) => context.close()));
});

after(async () => {
  await browser?.close();
  await stage?.close();
  await mail?.close();
});

test('without a script a customer chooses, sees amount, address and code, pays, and gets a receipt', async () => {
  const order = { reference: 'A-1001', items: [{ name: 'Linen shirt', quantity: 1, price: '25.00' }] };
  const invoice = await shop.invoice('25.00', { order, customer: { email: 'customer@example.com' } });
  const page = await open(invoice, '?still');
  await seeHeading(page, 'Pay $25.00');
  await assertAccessibleWithoutScript(page, 'choosing without a script');
  await page.getByRole('button', { name: /^ETH/ }).click();

  const [attempt] = await stage.transactionsOf(invoice.id);
  assert.equal(page.url(), invoice.checkout_url);
  await seeHeading(page, /^Send .* ETH/);
  const words = (await page.locator('main').innerText()).replace(/\s/g, '');
  assert.ok(words.includes(attempt.amount) && words.includes(attempt.to), words);
  assert.ok(await page.getByRole('img', { name: /code/i }).isVisible());
  assert.equal(await page.getByRole('button', { name: 'Copy' }).count(), 0);
  await page.goto(`${invoice.checkout_url}?still`);
  await assertAccessibleWithoutScript(page, 'awaiting without a script');

  const { hash } = await customer.pay(attempt.to, units(attempt.amount, 18));
  await stage.mine(3);
  await stage.invoiceBecomes(invoice.id, { status: 'paid' });
  await page.goto(invoice.checkout_url);
  await seeHeading(page, 'Paid, thank you');

  await page.goto(`${invoice.checkout_url}/receipt`);
  await seeHeading(page, 'Receipt');
  await assertAccessibleWithoutScript(page, 'receipt');
  const receipt = await page.locator('main').innerText();
  for (const fact of [shop.app.name, 'A-1001', '$25.00', 'Linen shirt', `${attempt.amount} ETH`, '$2,000', hash])
    assert.ok(receipt.includes(fact), `${fact} in ${receipt}`);
  assert.ok(!receipt.includes('Refunded'));

  const refund = { invoice_id: invoice.id, fiat_value: '10.00', to: customer.address };
  const { to, amount } = await ok<Json>(shop.api.post('/refund', refund));
  await (await stage.customer()).pay(to, units(amount, 18));
  await stage.mine(3);
  await stage.invoiceBecomes(invoice.id, { refunded: '10.00' });
  await page.reload();
  assert.match(await page.locator('main').innerText(), /Refunded\s+\$10\.00/);
  await page.goto(invoice.checkout_url);
  await page.locator('.receipt dt', { hasText: 'Refunded' }).waitFor();
});

test('the page without a script reloads automatically, and not while a form is filled in', async () => {
  const invoice = await shop.invoice('12.00');
  const page = await open(invoice);
  const looks = async () => page.locator('meta[http-equiv=refresh]').count();
  assert.equal(await looks(), 1);
  await page.getByRole('link', { name: 'Stop reloading' }).click();
  assert.equal(await looks(), 0);
  await page.getByRole('button', { name: /^USDT/ }).click();
  await page.getByRole('link', { name: 'Change payment method' }).click();
  assert.equal(await looks(), 0);
  await page.getByLabel('I pay from an exchange').check();
  await page.getByRole('button', { name: /^ETH/ }).click();
  await seeHeading(page, /^Send .* ETH/);
  const [newest] = await stage.transactionsOf(invoice.id);
  assert.equal(Date.parse(newest.expire_at) - Date.parse(newest.created_at), 3_600_000);
});

test('without a script a customer claims a payment, and sees the error of its hash', async () => {
  const invoice = await shop.invoice('30.00');
  const page = await open(invoice, '?still');
  await page.getByRole('button', { name: /^ETH/ }).click();
  const [attempt] = await stage.transactionsOf(invoice.id);
  const field = page.locator('input[name=hash]');
  const claim = async (hash: string) => {
    if (!(await field.isVisible())) await page.getByText('I paid, but it isn’t showing').click();
    await field.fill(hash);
    await page.getByRole('button', { name: 'Find my payment' }).click();
  };
  await claim('no hash');
  await page.getByRole('alert').filter({ hasText: 'Transaction hash: ' }).waitFor();
  assert.equal(await field.inputValue(), 'no hash');
  await assertAccessibleWithoutScript(page, 'a refused claim');
  await claim(`0x${'12'.repeat(32)}`);
  await page.getByRole('alert').filter({ hasText: 'The network does not know this hash' }).waitFor();

  // Another coin than requested, which only the merchant can accept.
  const { hash } = await customer.payToken(attempt.to, 30_000_000n, stage.otherToken);
  await stage.mine(3);
  await claim(hash);
  await page.getByRole('status').filter({ hasText: 'Noted.' }).waitFor();
  const { hash: exact } = await customer.pay(attempt.to, units(attempt.amount, 18));
  await stage.anvil.mine();
  await stage.caughtUp();
  await page.goto(invoice.checkout_url);
  await seeHeading(page, /Confirming payment|Paid/);
  assert.equal((await stage.getTransaction(attempt.id)).hash, exact);
  await page.getByText(/^We saw 30 USDC on Local chain\. It is not certain which invoice it is for\.$/).waitFor();
  await page.getByText(/^It arrived in transaction 0x.+ and waits for the merchant’s decision\./).waitFor();
});

test('the receipt is mailed once, by a worker after the commit that pays, and not again after a reorg', async () => {
  const invoice = await shop.invoice('8.00', {
    customer: { email: 'reorged@example.com' },
    metadata: { language: 'de-AT' },
  });
  const silent = await shop.invoice('9.00');
  // On a test network, an owner with a confirmed address gets the receipt.
  const { email } = stage.merchant;
  await stage.database.db.query('update users set email_verified = true where email = $1', [email]);
  const receipts = () =>
    mail.mails.filter(({ to, text }) => to.includes(email) && text.includes(`/pay/${invoice.id}/receipt`));
  const payer = await stage.customer();
  const sent: Hex[] = [];
  for (const one of [invoice, silent]) {
    const attempt = await stage.attempt(one, payer.address);
    sent.push((await payer.pay(attempt.to, units(attempt.amount, 18))).raw);
    await stage.mine(3);
    await stage.invoiceBecomes(one.id, { status: 'paid' });
  }
  await until(() => receipts().length > 0, 'the receipt by mail');
  const [{ text } = { text: '' }] = receipts();
  const [paid] = await stage.transactionsOf(invoice.id);
  for (const fact of [
    shop.app.name,
    'Ihre Zahlung von 8,00\u00a0$',
    `${paid.amount} ETH`,
    paid.hash,
    `/pay/${invoice.id}/receipt?lang=de`,
  ])
    assert.ok(text.includes(fact), `${fact} in ${text}`);

  // The first payment is reversed and mined again in another block, so that the reorg is visible.
  await stage.anvil.reorg(6, [[sent[0] as Hex, 1]]);
  await stage.mine(3);
  const told = async () =>
    (await shop.events()).filter((event) => event.data.id === invoice.id).map(({ type }) => type);
  await until(async () => (await told()).filter((type) => type === 'invoice.paid').length === 2, 'it to be paid again');
  assert.ok((await told()).includes('invoice.reversed'));
  await allMailsSent(stage.database.db);
  assert.equal(receipts().length, 1);
  assert.ok(mail.mails.every(({ to }) => !to.includes('reorged@example.com')));
});

test('what the script takes over is what was drawn: nothing moves, and nothing is asked for again', async () => {
  const invoice = await shop.invoice('5.00');
  const { page, context, complaints, requests } = await visitCheckout(browser, { origin: stage.service.url });
  contexts.push(context);
  await page.goto(invoice.checkout_url);
  await page.getByRole('button').first().waitFor();
  await until(() => requests.some((one) => one.endsWith('/events')), 'the script to follow its invoice');
  const shift = await page.evaluate<number>(shifts);
  assert.ok(shift < 0.001, `${shift}`);
  assert.deepEqual(complaints, []);
  assert.equal(await page.locator('noscript').count(), 1);
});

/** The layout shift so far, two frames from now. Entries arrive in order, and the mark comes last. */
const shifts = `new Promise((resolve) => {
  let sum = 0;
  const observer = new PerformanceObserver((list) => {
    for (const one of list.getEntries()) if (one.entryType === 'mark') resolve(sum); else sum += one.value;
  });
  observer.observe({ type: 'layout-shift', buffered: true });
  observer.observe({ type: 'mark' });
  requestAnimationFrame(() => requestAnimationFrame(() => performance.mark('looked')));
})`;

/** axe needs scripts, so it checks the HTML of the scriptless page in a page with scripts. */
async function assertAccessibleWithoutScript(page: Page, screen: string): Promise<void> {
  const html = (await page.content())
    .replace(/<\/?noscript>/g, '')
    .replace(/<meta http-equiv="refresh"[^>]*>/, '')
    .replace(/<script type="module".*?<\/script>/g, '');
  const { page: looked, context } = await visitCheckout(browser, { origin: stage.service.url });
  contexts.push(context);
  await looked.route(page.url(), (route) => route.fulfill({ body: html, contentType: 'text/html; charset=utf-8' }));
  await looked.goto(page.url());
  await assertAccessible(looked, screen);
  await looked.setViewportSize({ width: 375, height: 667 });
  await assertFits(looked, `${screen}, 375 px`);
}

/** Opens the invoice's page, which is closed after the test. */
async function open(invoice: Json, query = ''): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, javaScriptEnabled: false });
  contexts.push(context);
  const page = await context.newPage();
  await page.goto(invoice.checkout_url + query);
  return page;
}
