// Shops with the interface of BTCPay Server refund their customers through a door.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import client from 'btcpay-greenfield-node-client';
import { buildConsole } from '../../../web/console/build.ts';
import { launchBrowser } from '../../rig/browser/browser.ts';
import { merchantPage } from '../../rig/browser/console/merchant-page.ts';
import { type Client, type Json, ok, until } from '../../rig/client.ts';
import { ownerBrowser } from '../../rig/doors/owner-browser.ts';
import { type Customer, newAddress, type Shop, type Stage, startStage, units } from '../../rig/stage.ts';

const { InvoicesService, OpenAPI, PullPaymentsManagementService, PullPaymentsPublicService } =
  client as unknown as Json;

let stage: Stage;
let shop: Shop;
/** The merchant's browser, just signed in. */
let browser: Client;
let door: Json;
let storeId: string;
/** The wallet that the merchant refunds from. */
let wallet: Customer;

before(async () => {
  [stage] = await Promise.all([startStage({ confirmations: 2 }), buildConsole({ if: 'missing or stale' })]);
  shop = await stage.shop();
  wallet = await stage.customer();
  browser = await ownerBrowser(stage.service.apiUrl, stage.merchant);
  door = await openDoor(shop);
  storeId = door.store_id;
  OpenAPI.BASE = door.base_url;
  OpenAPI.TOKEN = door.api_key;
});

after(() => stage?.close());

const openDoor = (at: Shop) => ok<Json>(browser.post(`/app/${at.app.id}/doors`, { kind: 'greenfield' }));

/** `text`: the body, so that its numbers can have any digits. */
async function post(path: string, text: string, at = door) {
  const headers = { authorization: `token ${at.api_key}`, 'content-type': 'application/json' };
  const response = await fetch(`${at.base_url}/api/v1${path}`, { method: 'POST', headers, body: text });
  return { status: response.status, body: (await response.json()) as Json };
}

const refund = (id: string, body: object | string) =>
  post(`/stores/${storeId}/invoices/${id}/refund`, typeof body === 'string' ? body : JSON.stringify(body));

/** The path of each field that is refused. */
async function refused(id: string, body: object | string): Promise<string[]> {
  const answer = await refund(id, body);
  assert.equal(answer.status, 422, JSON.stringify(answer.body));
  return answer.body.map(({ path }: Json) => path);
}

async function order(orderId: string, amount = '100.00'): Promise<Json> {
  const requestBody = { amount, currency: 'USD', metadata: { orderId } };
  return InvoicesService.invoicesCreateInvoice({ storeId, requestBody });
}

/** At 2,000 USD for one ETH. Returns the customer, who paid so many ETH too much. */
async function pay(invoice: Json, excess = '0'): Promise<Customer> {
  const customer = await stage.customer();
  const attempt = await stage.attempt(invoice, customer.address);
  await customer.pay(attempt.to, units(attempt.amount, 18) + units(excess, 18));
  await stage.mine(2);
  await stage.invoiceBecomes(invoice.id, { status: 'paid' });
  return customer;
}

const idOf = ({ viewLink }: Json) => String(viewLink).slice(-36);

test('a refund of each kind has its value and rate, and one is sent and found on the chain', async () => {
  const invoice = await order('1001');
  const unpaid = await refund(invoice.id, { refundVariant: 'RateThen' });
  assert.deepEqual([unpaid.status, unpaid.body.code], [400, 'non-refundable']);
  const customer = await pay(invoice, '0.01');

  const over = await refund(invoice.id, { refundVariant: 'OverpaidAmount', name: 'Too much' });
  assert.equal(over.status, 200, JSON.stringify(over.body));
  assert.deepEqual(
    { ...over.body, id: '', startsAt: 0 },
    {
      ...{ id: '', name: 'Too much', description: '', currency: 'ETH', amount: '0.01', period: null },
      ...{ BOLT11Expiration: 30, autoApproveClaims: false, archived: false, startsAt: 0, expiresAt: null },
      viewLink: `${stage.service.url}/refund/${over.body.id}`,
    },
  );
  assert.deepEqual(await refused(invoice.id, { refundVariant: 'OverpaidAmount' }), ['refundVariant']);

  const custom = await refund(
    invoice.id,
    `{"refundVariant":"Custom","customAmount":10.10,"customCurrency":"usd",
      "subtractPercentage":"2.5","paymentMethod":"ETH-LOCAL"}`,
  );
  // 10.10 less 2.5 % is 9.8475.
  assert.deepEqual([custom.body.amount, custom.body.currency], ['9.84', 'USD'], JSON.stringify(custom.body));
  const then = await refund(invoice.id, { refundVariant: 'RateThen', subtractPercentage: 50, description: 'Half' });
  // Half of 120 - 20 - 9.84 USD.
  assert.deepEqual([then.body.amount, then.body.currency, then.body.description], ['0.02254', 'ETH', 'Half']);
  const fiat = await refund(invoice.id, { refundVariant: 'Fiat', payoutMethodId: 'ETH-LOCAL' });
  assert.deepEqual([fiat.body.amount, fiat.body.currency], ['45.08', 'USD']);
  assert.deepEqual(await refused(invoice.id, { refundVariant: 'CurrentRate' }), ['customAmount']);
  const made = await ok<Json[]>(stage.merchant.api.get('/refunds', { query: { invoice_id: invoice.id } }));
  assert.deepEqual(made.map(({ fiat_value, rate_kind, status }) => [fiat_value, rate_kind, status]).toReversed(), [
    ['20.00', 'locked', 'awaiting_address'],
    ['9.84', 'current', 'awaiting_address'],
    ['45.08', 'locked', 'awaiting_address'],
    ['45.08', 'current', 'awaiting_address'],
  ]);

  const id = idOf(then.body);
  await ok(stage.anyone.put(`/refund/${id}`, { to: customer.address }));
  const ready = await ok<Json>(stage.merchant.api.get(`/refund/${id}`));
  assert.deepEqual([ready.status, ready.amount, ready.reason], ['ready', '0.02254', `Refund ${invoice.id}: Half`]);
  await wallet.pay(customer.address, BigInt(ready.unsigned.value));
  await stage.mine(2);
  await until(
    async () => (await ok<Json>(stage.merchant.api.get(`/refund/${id}`))).status === 'sent',
    'the refund to be sent',
  );
  assert.equal((await stage.getInvoice(invoice.id)).refunded, '45.08');
});

const pull = (requestBody: object): Promise<Json> =>
  PullPaymentsManagementService.pullPaymentsCreatePullPayment({ storeId, requestBody });
const listed = async (includeArchived = false): Promise<string[]> =>
  (await PullPaymentsManagementService.pullPaymentsGetPullPayments({ storeId, includeArchived })).map(
    ({ name }: Json) => name,
  );
const archive = (pullPaymentId: string): Promise<unknown> =>
  PullPaymentsManagementService.pullPaymentsArchivePullPayment({ storeId, pullPaymentId });
const refundOf = (id: string) => stage.merchant.api.get<Json>(`/refund/${id}`);
const waiting = async (): Promise<string[]> => {
  const concerns = await ok<Json[]>(stage.merchant.api.get(`/app/${storeId}/attention`));
  return concerns.find(({ kind }) => kind === 'pull_payments_waiting')?.ids ?? [];
};

test('a pull payment that names the number of one paid order is its refund, until it is archived', async () => {
  const [paid, unpaid] = [await order('2001'), await order('2001')];
  await pay(paid);
  const made = await pull({
    ...{ name: 'Refund of order 2001; broken', amount: '40.00', currency: 'USD' },
    ...{ period: null, startsAt: null, expiresAt: null, paymentMethods: ['BTC-CHAIN', 'ETH-LOCAL'] },
  });
  assert.deepEqual(
    [made.name, made.amount, made.currency, made.archived, made.viewLink],
    ['Refund of order 2001; broken', '40.00', 'USD', false, `${stage.service.url}/refund/${made.id}`],
  );
  const { status, invoice_id, fiat_value, rate_kind, reason } = await ok<Json>(refundOf(made.id));
  assert.deepEqual(
    [status, invoice_id, fiat_value, rate_kind, reason],
    ['awaiting_address', paid.id, '40.00', 'current', made.name],
  );
  // Without a token, as the page of the customer reads it.
  OpenAPI.TOKEN = undefined;
  assert.deepEqual(await PullPaymentsPublicService.pullPaymentsGetPullPayment({ pullPaymentId: made.id }), made);
  await assert.rejects(listed(), { status: 401 });
  OpenAPI.TOKEN = door.api_key;
  assert.deepEqual(await waiting(), []);

  await archive(made.id);
  assert.equal((await ok<Json>(refundOf(made.id))).status, 'canceled');
  assert.deepEqual([(await listed()).includes(made.name), (await listed(true)).includes(made.name)], [false, true]);
  await stage.getInvoice(unpaid.id);
});

/** The customer chooses the coin and names the address, without a script. */
async function nameOnPage(url: string, to: string): Promise<void> {
  const read = async (address: string) => (await fetch(address)).text();
  const choices = [...(await read(url)).matchAll(/href="([^"]*[?&]on=[^"]+)"[^>]*>([^<]*)</g)];
  assert.equal(choices.length, 2, 'one choice for each coin of the shop');
  const [, path = ''] = choices.find(([, , text]) => text?.includes('ETH')) ?? [];
  const chosen = new URL(path.replaceAll('&amp;', '&'), url).href;
  assert.match(await read(chosen), /name="to"/);
  const post = (address: string, origin = new URL(url).origin) =>
    fetch(chosen, {
      method: 'POST',
      headers: { origin },
      redirect: 'manual',
      body: new URLSearchParams({ to: address }),
    });
  assert.equal((await post(to, 'https://thief.example')).status, 403);
  assert.equal((await post('no address')).status, 422);
  assert.equal((await post(to)).status, 303);
  assert.equal((await post(to)).status, 303, 'a form that is sent again changes nothing');
  assert.equal((await post(newAddress())).status, 409, 'the address is named once');
  assert.ok((await read(url)).includes(to));
}

/** The merchant names the invoice on the first page of the console. */
async function nameInConsole(name: string, invoiceId: string): Promise<void> {
  const chromium = await launchBrowser();
  try {
    const page = await merchantPage(chromium, { stage, path: '', complaints: [] });
    const field = page.getByLabel(`Reference, e-mail or ID: ${name}`, { exact: true });
    await field.fill('no such invoice');
    const form = page.locator('form').filter({ has: field });
    await form.getByRole('button', { name: 'Prepare refund' }).click();
    await page.getByText('No likely invoice found').waitFor();
    await field.fill(invoiceId);
    await form.getByRole('button', { name: 'Prepare refund' }).click();
    await field.waitFor({ state: 'detached' });
  } finally {
    await chromium.close();
  }
}

test('a pull payment without a certain invoice waits until the merchant names it or archives it', async () => {
  const [one, two] = [await order('2002'), await order('2002')];
  await pay(one);
  await pay(two);
  const rows: readonly (readonly [name: string, amount: string, orderId: string | null])[] = [
    ['Refund of order 2002', '10.00', '2002'],
    ['Refund of order 2002 or 2001', '10.00', null],
    ['Refund of order 2003', '10.00', null],
    ['Refund of order 2001; more than is paid', '100.01', '2001'],
  ];
  const made: Json[] = [];
  for (const [name, amount] of rows) made.push(await pull({ name, amount, currency: 'USD' }));
  assert.deepEqual(
    await waiting(),
    made.map(({ id }) => id),
  );
  const found = await ok<Json[]>(stage.merchant.api.get('/pull-payments', { query: { app_id: storeId } }));
  assert.deepEqual(found.map(({ name, fiat_value, order_id }) => [name, fiat_value, order_id]).toReversed(), rows);
  const [first, , , last] = made;
  assert.equal((await refundOf(first?.id)).status, 404);

  const assign = (id: string, invoice_id: string) => browser.post<Json>(`/pull-payment/${id}/assign`, { invoice_id });
  const tooMuch = await assign(last?.id, one.id);
  assert.deepEqual([tooMuch.status, tooMuch.body.errors[0].field], [422, 'invoice_id'], JSON.stringify(tooMuch.body));
  const customer = await stage.customer();
  await nameOnPage(String(first?.viewLink), customer.address);
  const assigned = await ok<Json>(assign(first?.id, two.id));
  assert.deepEqual(
    [assigned.id, assigned.invoice_id, assigned.fiat_value, assigned.status, assigned.is_customers_address],
    [first?.id, two.id, '10.00', 'ready', true],
  );
  assert.equal(assigned.to, customer.address);
  await wallet.pay(customer.address, BigInt(assigned.unsigned.value));
  await stage.mine(2);
  await until(async () => (await ok<Json>(refundOf(assigned.id))).status === 'sent', 'the refund to be sent');
  assert.equal((await assign(first?.id, two.id)).body.code, 'refund_not_changeable');
  // A thief who can write to the database sends no refund elsewhere.
  const [second] = made.slice(1, 2);
  await stage.database.db.query('update pull_payments set amount = 9999 where id = $1', [second?.id]);
  assert.equal((await assign(second?.id, one.id)).body.code, 'row_tampered');
  await stage.database.db.query('update pull_payments set amount = 1000 where id = $1', [second?.id]);
  await archive(second?.id);
  const [third] = made.slice(2, 3);
  await nameInConsole(String(third?.name), two.id);
  assert.deepEqual((await ok<Json>(refundOf(third?.id))).invoice_id, two.id);
  await ok(browser.delete(`/pull-payment/${last?.id}`));
  assert.deepEqual(await waiting(), []);
  assert.equal((await assign(last?.id, one.id)).body.code, 'refund_not_changeable');
});

test('a pull payment is refused with the name of each field', async () => {
  const usual = { name: 'Refund of order 2002', amount: '1.00', currency: 'USD' };
  const rows: readonly (readonly [body: object, path: string])[] = [
    [{ amount: '0' }, 'amount'],
    [{ amount: null }, 'amount'],
    [{ amount: '1.001' }, 'amount'],
    [{ currency: 'BTC' }, 'currency'],
    [{ currency: 7 }, 'currency'],
    [{ period: 86_400 }, 'period'],
    [{ expiresAt: 2_000_000_000 }, 'expiresAt'],
    [{ startsAt: 4_000_000_000 }, 'startsAt'],
    [{ paymentMethods: ['XMR'] }, 'paymentMethods'],
    [{ name: [] }, 'name'],
  ];
  for (const [body, path] of rows) {
    const answer = await post(`/stores/${storeId}/pull-payments`, JSON.stringify({ ...usual, ...body }));
    assert.deepEqual([answer.status, answer.body[0]?.path], [422, path], JSON.stringify(answer.body));
  }
});

test('a refund is refused with the name of each field, in another store, and without the right to refund', async () => {
  const invoice = await order('1002');
  await pay(invoice);
  const rows: readonly (readonly [body: object | string, path: string])[] = [
    [{}, 'refundVariant'],
    [{ refundVariant: 'All' }, 'refundVariant'],
    [{ refundVariant: 'OverpaidAmount' }, 'refundVariant'],
    [{ refundVariant: 'Fiat', customAmount: '1' }, 'customAmount'],
    [{ refundVariant: 'Fiat', customCurrency: 'USD' }, 'customCurrency'],
    [{ refundVariant: 'Custom', customCurrency: 'USD' }, 'customAmount'],
    [{ refundVariant: 'Custom', customAmount: '1', customCurrency: 'EUR' }, 'customCurrency'],
    [{ refundVariant: 'Custom', customAmount: '100.01', customCurrency: 'USD' }, 'customAmount'],
    ['{"refundVariant":"Custom","customAmount":1.001,"customCurrency":"USD"}', 'customAmount'],
    [{ refundVariant: 'Custom', customAmount: '-1', customCurrency: 'USD' }, 'customAmount'],
    [{ refundVariant: 'Custom', customAmount: {}, customCurrency: 'USD' }, 'customAmount'],
    [{ refundVariant: 'Fiat', subtractPercentage: 100.1 }, 'subtractPercentage'],
    [{ refundVariant: 'Fiat', subtractPercentage: 100 }, 'subtractPercentage'],
    [{ refundVariant: 'Fiat', subtractPercentage: '-1' }, 'subtractPercentage'],
    [{ refundVariant: 'Fiat', payoutMethodId: 'DOGE-CHAIN' }, 'payoutMethodId'],
    [{ refundVariant: 'Fiat', paymentMethod: 5 }, 'paymentMethod'],
    [{ refundVariant: 'RateThen', payoutMethodId: 'USDT-LOCAL' }, 'refundVariant'],
    [{ refundVariant: 'Fiat', name: 'x'.repeat(201) }, 'name'],
  ];
  for (const [body, path] of rows)
    assert.deepEqual(await refused(invoice.id, body), [path], `${JSON.stringify(body)} names ${path}`);

  const other = await stage.shop();
  const strange = await openDoor(other);
  const body = JSON.stringify({ refundVariant: 'Fiat' });
  const [theirs, ours] = [strange.store_id, storeId];
  assert.equal((await post(`/stores/${ours}/invoices/${invoice.id}/refund`, body, strange)).status, 404);
  assert.equal((await post(`/stores/${theirs}/invoices/${invoice.id}/refund`, body, strange)).status, 404);
  const api = `${stage.service.apiUrl}/refund?v=1`;
  const headers = { authorization: `Bearer ${door.api_key}`, 'content-type': 'application/json' };
  const direct = await fetch(api, { method: 'POST', headers, body: JSON.stringify({ invoice_id: invoice.id }) });
  assert.equal(direct.status, 403, 'in the API, the setting app_token_may counts');
  assert.deepEqual(await ok(stage.merchant.api.get('/refunds', { query: { invoice_id: invoice.id } })), []);
});
