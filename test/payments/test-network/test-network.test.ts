// The network `test`: an instance without endpoints and rate sources is paid on a chain that it makes itself.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { buildCheckout } from '../../../web/checkout/build.ts';
import { launchBrowser } from '../../rig/browser/browser.ts';
import { assertAccessible, visitCheckout } from '../../rig/browser/checkout/checkout-visit.ts';
import { type Client, type Json, ok, until } from '../../rig/client.ts';
import { type TestDatabase, testDatabase } from '../../rig/database.ts';
import { hasLooked } from '../../rig/following.ts';
import { createMerchant, type Merchant } from '../../rig/merchant.ts';
import { type Receiver, startReceiver, verify } from '../../rig/receiver.ts';
import { quittance } from '../../rig/service/command-line.ts';
import { type ServiceOptions, type ServiceProcess, startService } from '../../rig/service.ts';

let database: TestDatabase;
let options: ServiceOptions;
let service: ServiceProcess;
let merchant: Merchant;
let anyone: Client;
let receiver: Receiver;
let secret: string;

before(async () => {
  database = await testDatabase();
  receiver = await startReceiver();
  options = {
    databaseUrl: database.url,
    config: { networks: {}, rates: { sources: [] } },
    testNetwork: true,
    env: { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8', SECRET_KEY: Buffer.alloc(32, 7).toString('base64') },
  };
  service = await startService(options);
  merchant = await createMerchant(service, { isAdmin: true });
  anyone = merchant.api.as(null);
  secret = (await ok<Json>(merchant.appApi.post('/webhook', { url: receiver.url }))).secret;
});
after(async () => {
  await service?.stop();
  await receiver?.close();
  await database?.drop();
});

/** An invoice and its attempt with a coin of the network. */
async function sale(total: string, cryptocurrency = 'TUSD', currency = 'USD'): Promise<{ id: string; attempt: Json }> {
  const { id } = await ok<Json>(merchant.appApi.post('/invoice', { total, currency }));
  return { id, attempt: await request(id, cryptocurrency) };
}

function request(invoiceId: string, cryptocurrency = 'TUSD'): Promise<Json> {
  return ok<Json>(anyone.post(`/invoice/${invoiceId}/payment-request`, { cryptocurrency, network: 'test' }));
}

const pay = (id: string, body: Json = {}) => anyone.post<Json>(`/sandbox/transaction/${id}/pay`, body);

function becomes(path: string, condition: (found: Json) => boolean, what: string): Promise<Json> {
  return until(async () => {
    const found = await ok<Json>(anyone.get(path));
    return condition(found) ? found : null;
  }, what);
}

const invoiceBecomes = (id: string, status: string) =>
  becomes(`/invoice/${id}`, (found) => found.status === status, `the invoice to be ${status}`);

async function newestBlock(): Promise<number> {
  const [row] = await database.db.query<{ number: string | null }>('select max(number) as number from test_blocks');
  return Number(row?.number ?? 0);
}

test('a new development app accepts both coins at an address of its own, and a production app never does', async () => {
  const coins = await ok<Json[]>(merchant.api.get('/app-cryptocurrencies', { query: { app_id: merchant.app.id } }));
  assert.deepEqual(coins.map(({ cryptocurrency, network }) => `${cryptocurrency.symbol} ${network.symbol}`).sort(), [
    'TEST test',
    'TUSD test',
  ]);
  const [address] = await ok<Json[]>(merchant.api.get('/app-addresses', { query: { app_id: merchant.app.id } }));
  assert.deepEqual([address.network.symbol, address.label, address.findings], ['test', 'Test network', []]);
  assert.match(address.value, /^0x7[eE]570{24}[0-9a-fA-F]{12}$/);
  const network = await ok<Json>(anyone.get('/network/test'));
  assert.deepEqual(
    [network.type, network.test, network.simulated, network.wallet_protocol, network.names_sender],
    ['EVM', true, true, null, false],
  );

  const body = { name: 'Real', url: 'https://shop.example', environment: 'production' };
  const production = await ok<Json>(merchant.api.post('/app', body));
  const query = { query: { app_id: production.id } };
  assert.deepEqual(await ok(merchant.api.get('/app-cryptocurrencies', query)), []);
  const asked = { app_id: production.id, cryptocurrency: 'TUSD', network: 'test' };
  assert.equal((await merchant.api.post<Json>('/app-cryptocurrency', asked)).status, 422);
  const elsewhere = { app_id: merchant.app.id, network: 'sepolia', kind: 'address', value: address.value };
  const refused = await merchant.api.post<Json>('/app-address', elsewhere);
  assert.equal(refused.body.errors[0].code, 'not_spendable', 'no other network takes an address without a key');
});

test('an app without an address on the network is given one with its first coin there', async () => {
  const [mine] = await ok<Json[]>(merchant.api.get('/app-addresses', { query: { app_id: merchant.app.id } }));
  const app = await ok<Json>(
    merchant.api.post('/app', { name: 'Old', url: 'https://a.example', environment: 'development' }),
  );
  const query = { query: { app_id: app.id } };
  const again = { app_id: app.id, cryptocurrency: 'TUSD', network: 'test' };
  const taken = await ok<Json>(merchant.api.post('/app-cryptocurrency', { ...again, confirmations: 5 }));
  assert.equal(taken.confirmations, 5, 'a coin that the app was given takes the terms of the request');
  assert.equal((await merchant.api.post<Json>('/app-cryptocurrency', again)).body.errors[0].code, 'taken');
  for (const { id } of await ok<Json[]>(merchant.api.get('/app-cryptocurrencies', query)))
    await ok(merchant.api.delete(`/app-cryptocurrency/${id}`));
  const [given] = await ok<Json[]>(merchant.api.get('/app-addresses', query));
  await ok(merchant.api.delete(`/app-address/${given.id}`));
  assert.deepEqual(await ok(merchant.api.get('/app-cryptocurrencies', query)), []);
  await ok(merchant.api.post('/app-cryptocurrency', again));
  const [fresh] = await ok<Json[]>(merchant.api.get('/app-addresses', query));
  assert.equal(new Set([mine.value, given.value, fresh.value]).size, 3);
});

test('an invoice is quoted by built-in rates, paid on the chain, confirmed, and a signed webhook says so', async () => {
  const { id, attempt } = await sale('25.00', 'TEST');
  assert.deepEqual([attempt.amount, attempt.rate], ['12.5', '2']);
  // No wallet knows the chain id, so none of them sends a real coin.
  assert.match(attempt.payment_uri, /^ethereum:0x7[eE]57.*@9007199254740000\?value=12500000000000000000$/);
  const sent = await ok<Json>(pay(attempt.id));
  assert.deepEqual([sent.amount, sent.to, sent.from], ['12.5', attempt.to, attempt.from]);
  const paid = await invoiceBecomes(id, 'paid');
  assert.equal(paid.paid, '25.00');
  const transaction = await ok<Json>(anyone.get(`/transaction/${attempt.id}`));
  assert.deepEqual([transaction.status, transaction.hash], ['success', sent.hash]);
  assert.ok(transaction.block > 0 && transaction.confirmations >= 3, 'it waited for its confirmations');
  const told = await until(() => {
    const payloads = receiver.received.map((request) => verify(request, secret));
    return payloads.find(({ type, data }) => type === 'invoice.paid' && (data as Json).id === id) ?? null;
  }, 'the webhook');
  assert.equal((told.data as Json).status, 'paid');
  const [row] = await database.db.query<{ evidence: Json }>(
    'select rate_evidence as evidence from transactions where id = $1',
    [attempt.id],
  );
  assert.equal(row?.evidence.sources[0].source, 'built-in');
});

test('a currency that no source knows is crossed by built-in rates', async () => {
  const { attempt } = await sale('2000', 'TUSD', 'JPY');
  assert.equal(attempt.rate, '152');
  assert.equal((await pay(attempt.id, { amount: '0.0000001' })).body.errors[0].code, 'out_of_range');
  assert.equal((await pay(attempt.id, { amount: '1', case: 'paid' })).body.errors[0].code, 'not_applicable');
});

test('a payment of too little leaves a rest, and of too much is overpaid, beside other open payments', async () => {
  const [low, high, other] = [await sale('30.00'), await sale('30.00'), await sale('21.00')];
  await ok(pay(low.attempt.id, { case: 'underpaid' }));
  await ok(pay(high.attempt.id, { case: 'overpaid' }));
  const part = await invoiceBecomes(low.id, 'partially_paid');
  assert.equal(part.paid, '15.00');
  assert.ok((await invoiceBecomes(high.id, 'paid')).exceptions.includes('overpaid'));
  await ok(pay((await request(low.id)).id));
  await invoiceBecomes(low.id, 'paid');
  assert.equal((await ok<Json>(anyone.get(`/invoice/${other.id}`))).status, 'open');
  await ok(anyone.delete(`/transaction/${other.attempt.id}`));
});

test('a reorg takes a credited payment back, and its transaction is rejected', async () => {
  const { id, attempt } = await sale('40.00');
  const before = await merchant.appApi.post<Json>(`/sandbox/transaction/${attempt.id}/reorg`, {});
  assert.deepEqual([before.status, before.body.code], [409, 'simulation_refused']);
  await ok(pay(attempt.id));
  await invoiceBecomes(id, 'paid');
  assert.equal((await anyone.post(`/sandbox/transaction/${attempt.id}/reorg`, {})).status, 401);
  await ok(merchant.appApi.post(`/sandbox/transaction/${attempt.id}/reorg`, {}));
  await invoiceBecomes(id, 'open');
  const rejected = await becomes(`/transaction/${attempt.id}`, ({ status }) => status === 'rejected', 'the rejection');
  assert.equal(rejected.reason, 'reorged');
});

test('every simulated case ends as named on the network', async () => {
  const ends: readonly (readonly [string, string, string])[] = [
    ['paid', 'success', 'paid'],
    ['underpaid', 'success', 'partially_paid'],
    ['overpaid', 'success', 'paid'],
    ['late', 'canceled', 'paid'],
    ['wrong_asset', 'processing', 'open'],
    ['failed', 'rejected', 'open'],
    ['reorged', 'rejected', 'open'],
    ['expired', 'canceled', 'open'],
    ['canceled', 'canceled', 'open'],
    ['unmatched', 'processing', 'open'],
  ];
  for (const [what, status, invoice] of ends) {
    const { id, attempt } = await sale('18.00');
    const played = await ok<Json>(merchant.appApi.post(`/sandbox/transaction/${attempt.id}/simulate`, { case: what }));
    const found = await ok<Json>(anyone.get(`/invoice/${id}`));
    assert.deepEqual([played.status, found.status], [status, invoice], what);
    if (status === 'processing') await ok(anyone.delete(`/transaction/${attempt.id}`));
  }
});

test('one customer sends at most twenty transfers, and only on the network test', async () => {
  const { id, attempt } = await sale('50.00');
  for (let sent = 0; sent < 20; sent++) await ok(pay(attempt.id, { amount: '0.01' }));
  const refused = await pay(attempt.id);
  assert.deepEqual([refused.status, refused.body.code], [409, 'simulation_refused']);
  assert.equal((await pay(crypto.randomUUID())).status, 404);
  await invoiceBecomes(id, 'partially_paid');
});

test('while nothing is open, no block is made, and the doctor does not count the network', async () => {
  await database.db.query(`update transactions set status = 'canceled', reason = 'requested', mac = null
    where status = 'processing' and hash is null`);
  await until(async () => {
    const before = await newestBlock();
    await hasLooked(database, 'test', 2);
    return (await newestBlock()) === before;
  }, 'the chain to rest');
  const resting = await newestBlock();
  await hasLooked(database, 'test', 8);
  assert.equal(await newestBlock(), resting);
  const { stdout } = await quittance(service, ['doctor']);
  assert.doesNotMatch(stdout, /network test/);
  const { body } = await anyone.get<Json[]>('/networks');
  assert.equal(body.find(({ symbol }) => symbol === 'test')?.available, true);
});

test('the commands of the first tutorial, as written, end with a paid invoice', async () => {
  const page = await readFile(new URL('../../../docs/tutorials/first-payment.md', import.meta.url), 'utf8');
  const commands = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block).join('\n');
  const script = commands.replaceAll('{{PUBLIC_URL}}', service.url).replace('qapp_…', merchant.app.token);
  const { stdout } = await promisify(execFile)('bash', ['-c', `set -eo pipefail\n${script}\necho " $INVOICE"`]);
  const id = stdout.trim().split(' ').at(-1) ?? '';
  assert.equal((await invoiceBecomes(id, 'paid')).total, '25.00');
});

test('the checkout pays by a button, and follows the payment until the invoice is paid', async () => {
  await buildCheckout({ if: 'missing or stale' });
  const browser = await launchBrowser();
  const invoice = await ok<Json>(merchant.appApi.post('/invoice', { total: '12.00', currency: 'USD' }));
  const { context, page, complaints, foreign } = await visitCheckout(browser, { origin: service.url });
  await page.goto(invoice.checkout_url);
  await page.getByRole('button', { name: /^TUSD/ }).click();
  await page.getByText('Test payment: no real money').waitFor();
  await assertAccessible(page, 'test payment');
  await page.getByRole('button', { name: 'Pay too little' }).click();
  await page.getByRole('button', { name: 'Pay the rest' }).click();
  await page.getByRole('button', { name: /^TEST/ }).click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await invoiceBecomes(invoice.id, 'paid');
  assert.deepEqual([complaints, foreign], [[], []]);
  await context.close();
  await browser.close();
});

test('a refund of the coins of the network is simulated like one on any network', async () => {
  await ok(merchant.api.put(`/app/${merchant.app.id}/settings`, { app_token_may: ['settle', 'assign', 'refund'] }));
  const { id, attempt } = await sale('25.00', 'TEST');
  await ok(merchant.appApi.post(`/sandbox/transaction/${attempt.id}/simulate`, { case: 'paid' }));
  const to = `0x${'3c'.repeat(20)}`;
  const refund = await ok<Json>(merchant.appApi.post('/refund', { invoice_id: id, fiat_value: '5.00', to }));
  assert.deepEqual([refund.status, refund.cryptocurrency, refund.amount], ['ready', 'TEST', '2.5']);
  const simulate = (what: string) =>
    ok<Json>(merchant.appApi.post(`/sandbox/refund/${refund.id}/simulate`, { case: what }));
  assert.equal((await simulate('seen')).status, 'seen');
  assert.equal((await simulate('sent')).refunded, '5.00');
  assert.equal((await simulate('reversed')).status, 'ready');
  assert.equal((await ok<Json>(anyone.get(`/invoice/${id}`))).refunded, '0.00');
});

test('two processes make one chain, and a payment survives their end', async () => {
  const { id, attempt } = await sale('60.00');
  const second = await startService({ ...options, roles: 'watcher' });
  await ok(pay(attempt.id));
  await becomes(`/transaction/${attempt.id}`, ({ hash }) => hash !== null, 'the payment to be seen');
  await service.restart();
  await invoiceBecomes(id, 'paid');
  await second.stop();
  const broken = await database.db.query(
    `select from test_blocks b join test_blocks p on p.number = b.number - 1
     where b.parent_hash <> p.hash or b.time <= p.time`,
  );
  assert.deepEqual(broken, []);
});
