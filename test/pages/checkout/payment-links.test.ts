// Payments without any code: a link for any number of payers, the counter, and the checkout embedded in a shop's page.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { serviceLanguages, serviceWords } from '../../../src/io/words/service-words.ts';
import { assertTurned } from '../../rig/browser/checkout/assert-turned.ts';
import { assertAccessible } from '../../rig/browser/checkout/checkout-visit.ts';
import {
  assertDrawn,
  assertNothingDrawn,
  assertReadable,
  focusedInside,
  frameIsVisible,
  sentenceOf,
  unfoldFrame,
} from '../../rig/browser/checkout/drawn-part.ts';
import { assertWithstood, embedAttacks } from '../../rig/browser/checkout/embed-attacks.ts';
import { checkBecomes, checkoutFrame, type LinkStage, startLinkStage } from '../../rig/browser/checkout/link-stage.ts';
import { makeLinkInConsole } from '../../rig/browser/checkout/links-in-console.ts';
import { cancelInModal, leaveForCheckout, payInModal } from '../../rig/browser/checkout/modal-steps.ts';
import { assertRefusedInPlace } from '../../rig/browser/checkout/refused-frame.ts';
import { photograph } from '../../rig/browser/console/screenshots.ts';
import { type Json, ok, until } from '../../rig/client.ts';
import { createMerchant, type Merchant } from '../../rig/merchant.ts';
import { becomes } from '../../rig/payment/stage-reads.ts';
import type { ServiceProcess } from '../../rig/service.ts';

let stage: LinkStage;
let service: ServiceProcess;
let merchant: Merchant;

before(async () => {
  stage = await startLinkStage();
  ({ service, merchant } = stage);
});
afterEach(() => stage.leave());
after(() => stage?.close());

test('members who may change the app make, change and delete payment links, with audit entries', async () => {
  const app_id = merchant.app.id;
  const body = { app_id, slug: 'annual-fee', total: '25.00', currency: 'USD', description: 'Annual fee' };
  const { warnings: _none, ...made } = await ok<Json>(merchant.api.post('/payment-link', body));
  assert.deepEqual(
    { ...made, id: '', created_at: '', updated_at: '' },
    { ...body, id: '', url: `${service.url}/link/annual-fee`, created_at: '', updated_at: '' },
  );
  const path = `/payment-link/${made.id}`;
  assert.deepEqual(await ok(merchant.api.get(path)), made);
  assert.deepEqual(await ok(merchant.appApi.get('/payment-links', { query: { app_id } })), [made]);
  const changed = await ok<Json>(merchant.api.put(path, { total: null, description: null }));
  assert.deepEqual([changed.total, changed.description, changed.slug], [null, null, 'annual-fee']);

  const stranger = await createMerchant(service);
  const answers = [
    await stranger.api.get(path),
    await stranger.api.put(path, { total: '1.00' }),
    await stranger.api.delete(path),
    await stranger.api.get('/payment-links', { query: { app_id } }),
    await stranger.api.post('/payment-link', { ...body, slug: 'mine' }),
  ];
  assert.deepEqual(
    answers.map(({ status }) => status),
    [404, 404, 404, 404, 404],
  );
  assert.equal((await merchant.appApi.post('/payment-link', { ...body, slug: 'by-token' })).status, 403);
  assert.equal((await merchant.api.as(null).get(path)).status, 401);

  await ok(merchant.api.delete(path));
  assert.equal((await merchant.api.get(path)).status, 404);
  assert.equal((await fetch(`${service.url}/link/annual-fee`)).status, 404);
  const log = await ok<Json[]>(merchant.api.get('/audit-log', { query: { app_id } }));
  assert.deepEqual(
    log.filter((one) => one.subject_id === made.id).map((one) => one.action),
    ['payment_link.deleted', 'payment_link.updated', 'payment_link.created'],
  );
});

test('invalid fields of a payment link are refused by name', async () => {
  const app_id = merchant.app.id;
  await ok(merchant.api.post('/payment-link', { app_id, slug: 'taken', currency: 'USD' }));
  const refused: readonly [body: object, field: string, code: string][] = [
    [{ slug: 'taken', currency: 'USD' }, 'slug', 'taken'],
    [{ slug: 'a/b', currency: 'USD' }, 'slug', 'invalid_format'],
    [{ slug: '019aab00-0000-7000-8000-000000000001', currency: 'USD' }, 'slug', 'invalid_format'],
    [{ slug: 'gold', currency: 'XAU' }, 'currency', 'unknown_currency'],
    [{ slug: 'free', currency: 'USD', total: '0' }, 'total', 'out_of_range'],
    [{ slug: 'odd', currency: 'JPY', total: '1.5' }, 'total', 'too_many_decimals'],
    [{ slug: 'odd', currency: 'USD', sum: '1.5' }, 'sum', 'unknown_field'],
  ];
  for (const [body, field, code] of refused) {
    const { status, body: problem } = await merchant.api.post<Json>('/payment-link', { app_id, ...body });
    assert.deepEqual([status, problem.errors[0].field, problem.errors[0].code], [422, field, code]);
  }
  const made = await ok<Json>(
    merchant.api.post('/payment-link', { app_id, slug: 'x', currency: 'USD', total: '5.00' }),
  );
  const moved = await merchant.api.put<Json>(`/payment-link/${made.id}`, { currency: 'EUR' });
  assert.deepEqual([moved.status, moved.body.errors[0].field], [422, 'total']);
  const settings = await merchant.api.put<Json>(`/app/${app_id}/settings`, {
    embed_origins: ['https://shop.example', 'https://shop.example/cart', 'https://a;b.example'],
  });
  assert.deepEqual(
    settings.body.errors.map((one: Json) => one.field),
    ['embed_origins.1', 'embed_origins.2'],
  );
});

test('without script two customers pay a link with separate invoices; two presses make one', async () => {
  const link = { app_id: merchant.app.id, slug: 'two-payers', total: '7.50', currency: 'USD', description: 'Soup <b>' };
  await ok(merchant.api.post('/payment-link', link));
  const invoices = [];
  for (const payer of [1, 2]) {
    const { page } = await stage.visitor({ javaScriptEnabled: false });
    await page.goto(`${service.url}/link/two-payers`);
    assert.match(await page.locator('main').innerText(), /Soup <b>\s+\$7\.50/);
    await photograph(page, `link-fixed-${payer}`);
    const key = await page.locator('input[name=key]').inputValue();
    await page.getByRole('button', { name: 'Pay $7.50' }).click();
    await page.waitForURL(/\/pay\/[0-9a-f-]{36}$/);
    const id = page.url().slice(-36);
    const again = await stage.postForm('/link/two-payers', { key });
    assert.deepEqual([again.status, again.headers.get('location')], [303, `${service.url}/pay/${id}`]);
    invoices.push(id);
  }
  assert.notEqual(invoices[0], invoices[1]);
  for (const id of invoices) await stage.pay(id);
  for (const id of invoices) await becomes(() => ok(merchant.api.get(`/invoice/${id}`)), { status: 'paid' });
  const made = await ok<Json[]>(
    merchant.api.get('/invoices', { query: { app_id: merchant.app.id, 'metadata[payment_link]': 'two-payers' } }),
  );
  assert.deepEqual(made.map(({ id }) => id).sort(), [...invoices].sort());
  assert.deepEqual([made[0].total, made[0].order.description], ['7.50', 'Soup <b>']);
});

test('an entered amount has limits, and an error is shown at its field', async (context) => {
  const app_id = merchant.app.id;
  const [acceptance] = await ok<Json[]>(merchant.api.get('/app-cryptocurrencies', { query: { app_id } }));
  await ok(merchant.api.put(`/app-cryptocurrency/${acceptance.id}`, { max_total: '900.00' }));
  // Resets the limit even if this test fails, since the next tests sell for more.
  context.after(() => ok(merchant.api.put(`/app-cryptocurrency/${acceptance.id}`, { max_total: null })));
  await ok(merchant.api.post('/payment-link', { app_id, slug: 'tips', currency: 'USD' }));
  const { page } = await stage.visitor();
  await page.goto(`${service.url}/link/tips`);
  await assertAccessible(page, 'the link page');
  for (const [entered, said] of [
    ['ten', 'Enter a number, such as 12.50.'],
    ['0', 'Enter more than zero.'],
    ['1,000', 'Enter at most 2 digits after the point, and no separators between thousands.'],
    ['5000000000', 'Enter an amount with at most 9 digits before the point.'],
    ['901', 'The shop does not accept payments of this amount. Enter another one, or ask the shop.'],
  ] as const) {
    await page.getByLabel('Amount in USD').fill(entered);
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.getByRole('alert').filter({ hasText: said }).waitFor();
    const field = page.getByLabel('Amount in USD');
    assert.deepEqual([await field.getAttribute('aria-invalid'), await field.inputValue()], ['true', entered]);
    assert.equal(await field.getAttribute('aria-describedby'), 'total-fault');
  }
  await photograph(page, 'link-fault');
  await assertAccessible(page, 'the link page with a fault');
  await page.getByLabel('Amount in USD').fill('12,50');
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  // The heading cannot be awaited: with a single coin, the page goes on to the price by itself.
  await page.waitForURL(/\/pay\/[0-9a-f-]{36}$/);
  assert.equal((await ok<Json>(merchant.api.get(`/invoice/${page.url().slice(-36)}`))).total, '12.50');

  const unsent = await stage.postForm('/link/tips', { key: 'not one of ours' });
  assert.equal(unsent.status, 422);
  for (const slug of ['none', '%00', "'", 'a%2Fb'])
    assert.equal((await fetch(`${service.url}/link/${slug}`)).status, 404);
});

test('a visitor who makes many invoices has to wait, and others do not', async () => {
  await ok(
    merchant.api.post('/payment-link', { app_id: merchant.app.id, slug: 'flood', currency: 'USD', total: '1.00' }),
  );
  const from = (address: string) => stage.postForm('/link/flood', {}, { 'x-forwarded-for': address });
  const statuses = [];
  let last: Response | null = null;
  for (let one = 0; one < 62 && last?.status !== 429; one++) {
    last = await from('203.0.113.7');
    statuses.push(last.status);
  }
  assert.equal(last?.status, 429, statuses.join(' '));
  assert.match(last?.headers.get('retry-after') ?? '', /^\d+$/);
  assert.match((await last?.text()) ?? '', /Wait a moment/);
  assert.equal((await from('203.0.113.8')).status, 303);
});

test('at the counter an amount is entered, the code is paid, and a check mark appears', async () => {
  const { page, requests } = await stage.visitor({ viewport: { width: 390, height: 844 } });
  await page.goto(`${service.url}/counter/corner-shop?currency=USD`);
  for (const key of ['1', '2', '5', '00', 'Delete the last digit']) {
    await page.getByRole('button', { name: key, exact: true }).click();
  }
  await assertAccessible(page, 'the keypad');
  await photograph(page, 'counter-keypad');
  await page.getByRole('button', { name: 'Charge $12.50' }).click();
  // Other customers use this fixed address as well, so amounts differ in their last digits.
  await page.getByRole('img', { name: /^Payment code for 0\.00625\d{0,3} ETH$/ }).waitFor();
  await assertAccessible(page, 'the code');
  await photograph(page, 'counter-code');
  const asked = requests.find((one) => /payment-request$/.test(one)) ?? '';
  const id = /invoice\/([0-9a-f-]{36})\//.exec(asked)?.[1] ?? assert.fail(requests.join('\n'));
  await stage.pay(id);
  await page.getByRole('img', { name: 'Paid' }).waitFor();
  assert.equal(await page.getByRole('heading').innerText(), '$12.50 paid');
  await photograph(page, 'counter-tick');
  await assertAccessible(page, 'the tick');
  // The page knows its own invoice, and requests no other.
  const others = requests.filter((one) => /invoice|transaction/.test(one) && !one.includes(id));
  assert.deepEqual(
    others.filter((one) => one !== 'GET /api/transactions'),
    [],
  );
  const sold = await ok<Json>(merchant.api.get(`/invoice/${id}`));
  assert.deepEqual([sold.total, sold.metadata], ['12.50', { counter: 'corner-shop' }]);
  await page.getByRole('button', { name: 'New sale' }).click();
  await page.getByRole('button', { name: 'Charge $0.00' }).waitFor();

  const bare = (await stage.visitor({ javaScriptEnabled: false })).page;
  await bare.goto(`${service.url}/counter/corner-shop?currency=JPY`);
  await bare.getByLabel('Amount in JPY').fill('1200');
  await bare.getByRole('button', { name: 'Show the code' }).click();
  await bare.waitForURL(/\/pay\/[0-9a-f-]{36}$/);
  assert.equal((await fetch(`${service.url}/counter/nobody`)).status, 404);
});

test('links and the counter use the requested, chosen or preferred language', async () => {
  const app_id = merchant.app.id;
  await ok(merchant.api.post('/payment-link', { app_id, slug: 'spoken', currency: 'USD', description: 'Soup' }));
  for (const language of ['en', 'de', 'ar', 'ja'] as const) {
    const { page } = await stage.visitor({ viewport: { width: 375, height: 800 } });
    const { links, counter } = serviceWords(language);
    await page.goto(`${service.url}/link/spoken?lang=${language}`);
    await photograph(page, `link-${language}`);
    await page.locator('#total').fill('1.234');
    await page.getByRole('button', { name: links.link.go }).click();
    await page
      .getByRole('alert')
      .filter({ hasText: links.amount.tooManyDecimals({ digits: 2 }) })
      .waitFor();
    await assertTurned(page, language);
    await photograph(page, `link-fault-${language}`);
    await page.goto(`${service.url}/counter/corner-shop?currency=USD&lang=${language}`);
    await page.getByRole('button', { name: counter.till.deleteDigit }).waitFor();
    await assertTurned(page, language);
    await photograph(page, `counter-${language}`);
  }
  const { page } = await stage.visitor({ viewport: { width: 320, height: 640 } });
  for (const { code: language } of serviceLanguages)
    for (const path of ['link/spoken', 'counter/corner-shop']) {
      await page.goto(`${service.url}/${path}?lang=${language}`);
      assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0, `${path} ${language}`);
    }
  await page.goto(`${service.url}/link/spoken?lang=de`);
  await page.getByText('Sprache: Deutsch').click();
  await page.getByRole('link', { name: '日本語' }).click();
  await page.getByRole('button', { name: serviceWords('ja').links.link.go }).waitFor();
  await page.goto(`${service.url}/link/spoken`);
  assert.equal(await page.getAttribute('html', 'lang'), 'ja', 'chosen on the page');
  const german = (await stage.visitor({ locale: 'de-AT', javaScriptEnabled: false })).page;
  await german.goto(`${service.url}/link/nothing`);
  assert.match(await german.locator('main').innerText(), /Dieser Link führt ins Leere/);
  await german.goto(`${service.url}/link/spoken?lang=fa`);
  await german.locator('#total').fill('۱۲٫۵');
  await german.getByRole('button', { name: serviceWords('fa').links.link.go }).click();
  await german.waitForURL(/\/pay\/[0-9a-f-]{36}\?lang=fa$/);
});

test('in a right-to-left language the code of the counter still works, and the check mark appears', async () => {
  const { page, requests } = await stage.visitor({ viewport: { width: 375, height: 800 } });
  const { till } = serviceWords('ar').counter;
  await page.goto(`${service.url}/counter/corner-shop?currency=USD&lang=ar`);
  for (const key of ['5', '00']) await page.getByRole('button', { name: key, exact: true }).click();
  await page.locator('button.primary').click();
  await page.getByText(till.waitingTest).waitFor();
  assert.equal(await page.evaluate(`getComputedStyle(document.querySelector('.groups')).direction`), 'ltr');
  await assertTurned(page, 'ar');
  await assertAccessible(page, 'the code, ar');
  await photograph(page, 'counter-code-ar');
  const id = /invoice\/([0-9a-f-]{36})\//.exec(requests.find((one) => /payment-request$/.test(one)) ?? '')?.[1] ?? '';
  await stage.pay(id);
  await page.getByRole('img', { name: till.paid }).waitFor();
  await photograph(page, 'counter-tick-ar');
});

test('an allowed page frames the checkout and gets seen and paid; another page cannot', async () => {
  const invoice = await stage.newInvoice('15.00');
  const asked = await stage.requestPayment(invoice.id);
  const { page, complaints } = await stage.visitor();
  await page.goto(stage.ownShop.pageOf(invoice.id));
  await checkBecomes(page, 'agrees');
  await assertDrawn(page, asked);
  await photograph(page, 'embed-own', { isWhole: true });
  await assertAccessible(page, 'what the shop’s page draws');
  await unfoldFrame(page);
  await stage.pay(invoice.id);
  const heard = await until(async () => {
    const all = await page.evaluate<string[][]>('heard');
    return all.some(([, type]) => type === 'quittance.paid') ? all : null;
  }, 'the shop to hear that it is paid');
  assert.ok(heard.every(([origin, , id]) => origin === service.url && id === invoice.id));
  assert.deepEqual([...new Set(heard.map(([, type]) => type))].sort(), [
    'quittance.paid',
    'quittance.resized',
    'quittance.seen',
  ]);
  assert.deepEqual(await page.evaluate('events'), ['quittance.seen', 'quittance.paid']);
  assert.deepEqual(complaints, []);
  assert.equal(await frameIsVisible(page), true);
  await assertNothingDrawn(page);

  const elsewhere = (await stage.visitor()).page;
  await assertRefusedInPlace(elsewhere, stage.foreignShop, invoice);
  assert.deepEqual(await elsewhere.evaluate('heard'), []);
  assert.ok(elsewhere.frames().every((one) => !one.url().startsWith(service.url)));
  const { headers } = await fetch(invoice.checkout_url);
  assert.match(
    headers.get('content-security-policy') ?? '',
    new RegExp(`frame-ancestors 'self' ${stage.ownShop.origin.replaceAll('.', '\\.')}$`),
  );
});

test('a shop opens the checkout over its page, and is notified when the customer closes it', async () => {
  const invoice = await stage.newInvoice('16.00');
  const { page } = await stage.visitor({ viewport: { width: 390, height: 844 } });
  const { promise: isAsked, resolve: ask } = Promise.withResolvers<void>();
  await page.route('**/payment-request?*', (route) => isAsked.then(() => route.continue()));
  await page.goto(stage.ownShop.pageOf(null));
  await page.evaluate(`window.told = [];
    const onMessage = (one) => told.push(one.type + ' ' + one.invoice_id);
    window.opened = Quittance.open('${invoice.id}', { onMessage })`);
  await sentenceOf(page, 'Send nothing to an address inside the box.').waitFor();
  await photograph(page, 'embed-open');
  await checkoutFrame(page).getByRole('main').click();
  ask();
  await checkBecomes(page, 'agrees');
  const [asked] = await ok<Json[]>(merchant.api.get('/transactions', { query: { invoice_id: invoice.id } }));
  await assertDrawn(page, asked);
  assert.match(await page.evaluate<string>(focusedInside), /^Send /, 'the place of the customer moves along');
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  assert.equal(await page.locator('quittance-checkout').count(), 0);
  const told = await page.evaluate<string[]>('told');
  assert.equal(told.at(-1), `quittance.closed ${invoice.id}`);
  assert.ok(told.every((one) => /^quittance\.(?:resized|closed) /.test(one)));
});

test('a shop of BTCPay Server shows the checkout over its page, and receives its messages', async () => {
  await payInModal(stage);
  await cancelInModal(stage);
  await leaveForCheckout(stage);
});

test('an address that was swapped in transit is not shown in the shop: the signed one is drawn', async () => {
  const [invoice, other] = [await stage.newInvoice('17.00'), await stage.newInvoice('18.00')];
  const [asked, others] = [await stage.requestPayment(invoice.id), await stage.requestPayment(other.id)];
  const query = { signed: 'true', nonce: 'a'.repeat(24) };
  const signed = async ({ id }: Json) => JSON.stringify(await ok(merchant.api.get(`/transaction/${id}`, { query })));
  for (const attack of embedAttacks(asked, await signed(asked), await signed(others)))
    await assertWithstood(await stage.visitor(), stage, asked, attack);
});

test('without a key in the shop’s page the first one is accepted, and no other replaces it', async () => {
  const invoice = await stage.newInvoice('19.00');
  const asked = await stage.requestPayment(invoice.id);
  const instance = stage.proxy.url;
  const { page } = await stage.visitor({ hasClosedRoots: true });
  stage.proxy.rewrites(() => null);
  await page.goto(stage.ownShop.pageOf(invoice.id, { instance, key: '' }));
  await checkBecomes(page, 'agrees');
  // Scripts of the shop's page cannot reach into the checkout.
  await assertNothingDrawn(page);
  stage.proxy.rewrites((embedAttacks(asked, '', '').at(-1) ?? assert.fail()).rewrite);
  await page.reload();
  await checkBecomes(page, 'differs');
  stage.proxy.rewrites(() => null);
  await page.goto(stage.ownShop.pageOf(invoice.id, { key: 'a key that the instance does not have' }));
  await checkBecomes(page, 'differs');
  assert.equal(await frameIsVisible(page), false);
});

test('the drawing in the shop’s page is in the customer’s language, and fits a narrow phone', async () => {
  const invoice = await stage.newInvoice('20.00');
  await stage.requestPayment(invoice.id);
  for (const language of ['de', 'ar', 'ja'] as const) {
    const { page } = await stage.visitor({ locale: language, viewport: { width: 360, height: 740 } });
    await page.goto(stage.ownShop.pageOf(invoice.id));
    await assertReadable(page, language);
    await photograph(page, `embed-${language}`, { isWhole: true });
  }
});

test('in the console a link is made, its code is shown, a taken name is refused, and it is deleted', async () => {
  await ok(merchant.api.post('/payment-link', { app_id: merchant.app.id, slug: 'used', currency: 'USD' }));
  await makeLinkInConsole(await stage.visitor({ viewport: { width: 1280, height: 860 } }), stage);
});
