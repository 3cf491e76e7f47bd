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
import { type Customer, newAddress, type Shop, type Stage, startStage, units } from '../../rig/stage.ts';

let mail: MailServer;
let stage: Stage;
let shop: Shop;
/** Its token may refund. */
let refunding: Shop;
let customer: Customer;
let browser: Browser;
const contexts: BrowserContext[] = [];

before(async () => {
  [mail, browser] = await Promise.all([startMailServer(), launchBrowser(), buildCheckout({ if: 'missing or stale' })]);
  stage = await startStage({ confirmations: 2, reorgDepth: 20, env: { SMTP_URL: mail.url } });
  const settings = { support_contact: 'help@shop.example', app_token_may: ['refund'] };
  [shop, customer] = [await stage.shop({ settings }), await stage.customer()];
  refunding = await stage.shop({ receives: 'xpub', settings });
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

test('without a script a customer names the address of a refund once, and sees it arrive', async () => {
  const { invoice, refund } = await overpaid({ order: { reference: 'A-1002 <script>1</script>' } });
  const page = await openAt(refund.refund_url);
  await seeHeading(page, 'Where should your refund go?');
  const shown = await page.locator('body').innerText();
  for (const fact of [refunding.app.name, '$20.00', 'ETH', 'Local chain', 'A-1002', 'help@shop.example'])
    assert.ok(shown.includes(fact), `${fact} in ${shown}`);
  assert.ok(!(await page.content()).includes('<script>1'));
  await assertAccessibleWithoutScript(page, 'a refund without an address');

  const field = page.getByLabel('Your ETH address on Local chain');
  const give = async (to: string, button = 'Use this address') => {
    await field.fill(to);
    await page.getByRole('button', { name: button }).click();
  };
  const privateKey = `0x${'1'.repeat(64)}`;
  for (const [wrong, sentence, kept] of [
    [privateKey, /looks like a private key/, ''],
    ['nowhere', /not an address on Local chain/, 'nowhere'],
    [
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      /belongs to another network/,
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    ],
    [stage.token, /cannot be spent/, stage.token],
  ] as const) {
    await give(wrong);
    await page.getByRole('alert').filter({ hasText: sentence }).waitFor();
    assert.equal(await field.inputValue(), kept);
    assert.ok(!(await page.content()).includes(privateKey));
  }
  await assertAccessibleWithoutScript(page, 'a refused address of a refund');

  await page.goto(refund.refund_url);
  await page.getByText('Use the address you paid from').click();
  await page.getByText(/Do not use it if you paid from an exchange/).waitFor();
  assert.ok((await page.locator('main').innerText()).includes(customer.address));
  const late = await openAt(refund.refund_url);
  const { page: live, context, complaints } = await visitCheckout(browser, { origin: stage.service.url });
  contexts.push(context);
  await live.goto(refund.refund_url);
  const liveShows = async (heading: string) => {
    // The page also looks every ten seconds.
    await live.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
    await seeHeading(live, heading);
    await live.getByRole('status').filter({ hasText: heading }).waitFor({ state: 'attached' });
    await assertAccessible(live, heading);
  };
  await page.getByRole('button', { name: 'Send my refund to this address' }).click();
  await seeHeading(page, 'Waiting for the shop to send');
  await liveShows('Waiting for the shop to send');
  await live.getByRole('button', { name: 'Copy the address' }).waitFor();
  assert.equal(page.url(), refund.refund_url);
  await assertAccessibleWithoutScript(page, 'a refund that waits for the shop');
  await late.getByLabel('Your ETH address').fill(newAddress());
  await late.getByRole('button', { name: 'Use this address' }).click();
  await late
    .getByRole('alert')
    .filter({ hasText: /already given.*help@shop\.example/s })
    .waitFor();

  const { unsigned } = await ok<Json>(refunding.api.get(`/refund/${refund.id}`));
  const wallet = await stage.customer();
  await wallet.pay(customer.address, units('0.001', 18));
  await stage.mine(1);
  await refundBecomes(refund.id, 'seen');
  await page.getByRole('link', { name: 'Reload' }).click();
  await seeHeading(page, 'Another amount arrived');
  await page.getByText('0.001 ETH arrived at your address instead of the refund.').waitFor();
  await liveShows('Another amount arrived');
  await assertAccessibleWithoutScript(page, 'a refund with another amount');
  const { hash } = await wallet.call(unsigned.to, unsigned.data, BigInt(unsigned.value));
  await stage.mine(1);
  await refundBecomes(refund.id, 'seen', hash);
  await page.getByRole('link', { name: 'Reload' }).click();
  await seeHeading(page, 'Your refund is on its way');
  await assertAccessibleWithoutScript(page, 'a refund that was seen');
  await stage.mine(2);
  await refundBecomes(refund.id, 'sent');
  await page.goto(refund.refund_url);
  await seeHeading(page, 'Refund complete');
  await liveShows('Refund complete');
  assert.deepEqual(complaints, []);
  const done = await page.locator('main').innerText();
  for (const fact of ['$20.00', '0.01 ETH', customer.address, hash.slice(0, 6)]) assert.ok(done.includes(fact), fact);
  await assertAccessibleWithoutScript(page, 'a refund that was sent');

  await page.goto(invoice.checkout_url);
  await seeHeading(page, 'Paid, thank you');
  assert.match(await page.locator('main').innerText(), /Refunded\s+\$20\.00/);
  assert.ok(!(await page.content()).includes(refund.id));
});

test('the link of a refund and its transfer are mailed once each, in the language of the customer', async () => {
  const { email } = stage.merchant;
  await stage.database.db.query('update users set email_verified = true where email = $1', [email]);
  const { refund } = await overpaid({ customer: { email: 'refunded@example.com' }, metadata: { language: 'de' } });
  const mails = () => mail.mails.filter(({ text }) => text.includes(`/refund/${refund.id}?lang=de`));
  const [made] = await until(() => (mails().length > 0 ? mails() : null), 'the mail with the link');
  // On a test network, the owner gets it, as with receipts.
  assert.deepEqual(made?.to.includes(email), true);
  for (const fact of [
    'erstattet Ihnen 20,00\u00a0$ in ETH',
    refunding.app.name,
    'help@shop.example',
    'Geben Sie die Adresse an',
  ])
    assert.ok(made?.text.includes(fact), `${fact} in ${made?.text}`);

  const { unsigned } = await ok<Json>(refunding.api.put(`/refund/${refund.id}`, { to: newAddress() }));
  const { hash, raw } = await (await stage.customer()).call(unsigned.to, unsigned.data, BigInt(unsigned.value));
  await stage.mine(3);
  await refundBecomes(refund.id, 'sent');
  const [, sent] = await until(() => (mails().length > 1 ? mails() : null), 'the mail with the transfer');
  for (const fact of [hash, '0.01 ETH', '20,00\u00a0$'])
    assert.ok(sent?.text.includes(fact), `${fact} in ${sent?.text}`);
  await stage.anvil.reorg(4);
  await stage.caughtUp();
  await refundBecomes(refund.id, 'ready');
  const page = await openAt(`${refund.refund_url}?lang=de`);
  await seeHeading(page, 'Ihre Erstattung verzögert sich');
  await stage.anvil.reorg(1, [[raw, 0]]);
  await stage.mine(3);
  await refundBecomes(refund.id, 'sent');
  await allMailsSent(stage.database.db);
  assert.equal(mails().length, 2);
  assert.ok(mail.mails.every(({ to }) => !to.includes('refunded@example.com')));
});

test('the page of a refund is framed by no page, stored nowhere, and takes forms only from itself', async () => {
  const { refund } = await overpaid({});
  const answer = await fetch(refund.refund_url);
  const headerOf = (name: string) => answer.headers.get(name) ?? '';
  assert.match(headerOf('content-security-policy'), /default-src 'none'.*script-src 'self'.*frame-ancestors 'none'/);
  assert.deepEqual(['x-frame-options', 'cache-control', 'referrer-policy', 'x-robots-tag'].map(headerOf), [
    'DENY',
    'no-store',
    'same-origin',
    'noindex, nofollow',
  ]);
  for (const id of [refund.id.replace(/^./, refund.id[0] === 'a' ? 'b' : 'a'), 'nothing'])
    assert.equal((await fetch(refund.refund_url.replace(refund.id, id))).status, 404, id);
  const headers = { origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' };
  const body = new URLSearchParams({ to: newAddress() }).toString();
  assert.equal((await fetch(refund.refund_url, { method: 'POST', headers, body })).status, 403);
  assert.equal((await ok<Json>(refunding.api.get(`/refund/${refund.id}`))).status, 'awaiting_address');
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

/** An invoice over 100 USD that was paid with 120 USD, and a refund of the rest. */
async function overpaid(more: Json): Promise<{ invoice: Json; refund: Json }> {
  const invoice = await refunding.invoice('100.00', more);
  const attempt = await stage.attempt(invoice, customer.address);
  await customer.pay(attempt.to, units('0.06', 18));
  await stage.mine(3);
  await stage.transactionBecomes(attempt.id, { status: 'success' });
  return { invoice, refund: await ok<Json>(refunding.api.post('/refund', { invoice_id: invoice.id, overpaid: true })) };
}

/** `hash`: of the transfer that it has. */
const refundBecomes = (id: string, status: string, hash?: string) =>
  until(async () => {
    const now = await ok<Json>(stage.anyone.get(`/refund/${id}`));
    return now.status === status && (hash === undefined || now.hash === hash);
  }, `the refund to be ${status}`);

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
const open = (invoice: Json, query = ''): Promise<Page> => openAt(invoice.checkout_url + query);

async function openAt(url: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, javaScriptEnabled: false });
  contexts.push(context);
  const page = await context.newPage();
  await page.goto(url);
  return page;
}
