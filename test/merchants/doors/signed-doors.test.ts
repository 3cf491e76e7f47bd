// Shops that speak EPay or Epusdt sell through a door: from the order to the notification that they accept.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type Client, type Json, ok, until } from '../../rig/client.ts';
import { ownerBrowser } from '../../rig/doors/owner-browser.ts';
import { type Receiver, startReceiver } from '../../rig/receiver.ts';
import { type Shop, type Stage, startStage, units } from '../../rig/stage.ts';

let stage: Stage;
let shop: Shop;
let receiver: Receiver;
/** The merchant's browser, just signed in. */
let browser: Client;
let epay: Json;
let epusdt: Json;

before(async () => {
  [stage, receiver] = await Promise.all([startStage({ confirmations: 2 }), startReceiver()]);
  shop = await stage.shop();
  browser = await ownerBrowser(stage.service.apiUrl, stage.merchant);
  epay = await openDoor({ kind: 'epay', currency: 'USD' });
  epusdt = await openDoor({ kind: 'epusdt', currency: 'USD' });
});

after(async () => {
  await receiver?.close();
  await stage?.close();
});

const openDoor = (body: object) => ok<Json>(browser.post(`/app/${shop.app.id}/doors`, body));

type Fields = Readonly<Record<string, string>>;

/** As the documentation of EPay says. */
function sign(fields: Fields, key: string): string {
  const names = Object.keys(fields)
    .filter((name) => !['sign', 'sign_type', 'signature'].includes(name) && fields[name] !== '')
    .sort();
  const text = names.map((name) => `${name}=${fields[name]}`).join('&');
  return createHash('md5')
    .update(text + key)
    .digest('hex');
}

async function post(path: string, fields: Fields): Promise<Json> {
  const signed = { ...fields, sign: sign(fields, epay.key), sign_type: 'MD5' };
  const response = await fetch(`${epay.base_url}${path}`, { method: 'POST', body: new URLSearchParams(signed) });
  return (await response.json()) as Json;
}

const orderOf = (no: string, more: Fields = {}): Fields => ({
  pid: epay.pid,
  type: 'alipay',
  out_trade_no: no,
  notify_url: `${receiver.url}?shop=1`,
  return_url: 'https://shop.example/return?x=1',
  name: 'VIP & 会员',
  money: '20.00',
  param: 'a=1',
  clientip: '203.0.113.7',
  ...more,
});

const query = async (fields: Fields) => {
  const response = await fetch(
    `${epay.base_url}/api.php?${new URLSearchParams({ pid: epay.pid, key: epay.key, ...fields })}`,
  );
  return (await response.json()) as Json;
};

test('an EPay order is made once, paid, notified until the shop answers success, and read', async () => {
  const order = orderOf('E-1', { type: 'eth.local' });
  const made = await post('/mapi.php', order);
  assert.deepEqual([made.code, made.payurl], [1, `${stage.service.url}/pay/${made.trade_no}`], JSON.stringify(made));
  assert.match(made.qrcode, /^ethereum:0x/);
  assert.deepEqual((await post('/mapi.php', order)).trade_no, made.trade_no);
  const other = await post('/mapi.php', { ...order, money: '20.01' });
  assert.deepEqual([other.code, other.trade_no], [-1, undefined]);
  const { status } = await query({ act: 'order', out_trade_no: 'E-1' });
  assert.equal(status, 0);

  const [, to = '', value = ''] = /^ethereum:(0x[0-9a-fA-F]{40})@\d+\?value=(\d+)/.exec(made.qrcode) ?? [];
  receiver.answer({ status: 200, body: 'fail' }, { status: 200, body: ' Success\n' });
  const customer = await stage.customer();
  await customer.pay(to as never, BigInt(value));
  await stage.mine(2);
  const [first] = await receiver.until(1);
  const sent = new URL(first?.path ?? '', receiver.url).searchParams;
  const fields = Object.fromEntries(sent);
  assert.deepEqual(
    [fields.shop, fields.pid, fields.trade_no, fields.out_trade_no, fields.money, fields.trade_status, fields.name],
    ['1', epay.pid, made.trade_no, 'E-1', '20.00', 'TRADE_SUCCESS', 'VIP & 会员'],
  );
  const { shop: _, ...signed } = fields;
  assert.equal(fields.sign, sign(signed, epay.key));
  await receiver.until(2);
  const found = await query({ act: 'order', trade_no: made.trade_no });
  assert.deepEqual([found.status, found.out_trade_no, found.money], [1, 'E-1', '20.00']);
  assert.equal((await query({ act: 'orders', limit: '5' })).data.length, 1);
});

test('an Epusdt order has an address and an amount, and is notified in JSON', async () => {
  const fields = { order_id: 'U-1', amount: '42.5', notify_url: receiver.url, trade_type: 'usdt.local' };
  const body = `{"order_id":"U-1","amount":42.5,"notify_url":"${receiver.url}","trade_type":"usdt.local",
    "redirect_url":"","signature":"${sign(fields, epusdt.api_auth_token)}"}`;
  const create = () =>
    fetch(`${epusdt.base_url}/api/v1/order/create-transaction`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    }).then((response) => response.json() as Promise<Json>);
  const made = await create();
  assert.equal(made.status_code, 200, JSON.stringify(made));
  const { trade_id, actual_amount, token, amount } = made.data;
  assert.deepEqual([amount, (await create()).data], [42.5, made.data]);
  const before = receiver.received.length;
  receiver.answer({ status: 200, body: 'ok' });
  const customer = await stage.customer();
  await customer.payToken(token, units(String(actual_amount), 6));
  await stage.mine(2);
  const received = await receiver.until(before + 1);
  const told = JSON.parse(received.at(-1)?.body ?? '') as Json;
  const texts = Object.fromEntries(Object.entries(told).map(([name, value]) => [name, String(value)]));
  assert.deepEqual([told.trade_id, told.order_id, told.status, told.amount], [trade_id, 'U-1', 2, 42.5]);
  assert.equal(told.signature, sign(texts, epusdt.api_auth_token));
});

test('calls of a door are in the request log, without its key and signatures', async () => {
  await query({ act: 'order', out_trade_no: 'E-1' });
  const calls = await ok<Json[]>(browser.get('/requests', { query: { app_id: shop.app.id, path: '/epay' } }));
  const [read, placed] = [calls.find(({ method }) => method === 'GET'), calls.find(({ method }) => method === 'POST')];
  assert.deepEqual([read?.path, placed?.path, placed?.status], ['/epay/api.php', '/epay/mapi.php', 200]);
  assert.equal(new URLSearchParams(read?.query).get('key'), '[left out]');
  const { request_body: request, response_body: response } = await ok<Json>(browser.get(`/request/${placed?.id}`));
  assert.deepEqual([request?.sign, request?.out_trade_no, response?.code], ['[left out]', 'E-1', -1]);
});

test('the endpoint of a door can be disabled, and nothing else about it changed', async () => {
  const endpoints = await ok<Json[]>(browser.get('/webhooks', { query: { app_id: shop.app.id } }));
  const endpoint = endpoints.find(({ url }) => url === epay.base_url);
  assert.ok(endpoint);
  const path = `/webhook/${endpoint.id}`;
  for (const act of [
    browser.put(path, { url: 'https://thief.example/hook' }),
    browser.put(path, { events: null }),
    browser.post(`${path}/rotate-secret`),
    browser.post(`${path}/test`),
    browser.delete(path),
  ])
    assert.equal((await act).body.code, 'webhook_of_door');
  for (const enabled of [false, true]) assert.equal((await ok<Json>(browser.put(path, { enabled }))).enabled, enabled);
});

test('a door and its orders are not used after they were changed in the database', async () => {
  const { db } = stage.database;
  const made = await post('/mapi.php', orderOf('T-1'));
  const order = "where order_no = 'T-1'";
  await db.query(`update webhook_orders set notify_url = 'https://thief.example/', money = '0.01' ${order}`);
  assert.equal((await query({ act: 'order', out_trade_no: 'T-1' })).code, -1);
  assert.equal((await post('/mapi.php', orderOf('T-1'))).code, -1);
  await db.query(`update webhook_orders set notify_url = $1, money = '20.00' ${order}`, [`${receiver.url}?shop=1`]);
  assert.equal((await post('/mapi.php', orderOf('T-1'))).trade_no, made.trade_no);
  await db.query("update doors set currency = 'IDR' where pid = $1", [epay.pid]);
  assert.equal((await post('/mapi.php', orderOf('T-2'))).code, -1);
  await db.query("update doors set currency = 'USD' where pid = $1", [epay.pid]);
  assert.equal((await post('/mapi.php', orderOf('T-2'))).code, 1);
});

test('a door that is bound to addresses takes forms of customers, but no calls of other servers', async () => {
  const bound = await openDoor({ kind: 'epay', currency: 'USD', cidrs: ['203.0.113.0/24'] });
  const fields = { ...orderOf('B-1'), pid: bound.pid };
  const signed = { ...fields, sign: sign(fields, bound.key), sign_type: 'MD5' };
  const page = await fetch(`${bound.base_url}/submit.php?${new URLSearchParams(signed)}`, { redirect: 'manual' });
  assert.deepEqual([page.status, page.headers.get('location')?.startsWith(`${stage.service.url}/pay/`)], [302, true]);
  const call = await fetch(`${bound.base_url}/mapi.php`, { method: 'POST', body: new URLSearchParams(signed) });
  assert.equal(((await call.json()) as Json).code, -1);
});

test('a door ends with its token: no orders, no notifications, and it is no longer listed', async () => {
  const door = await openDoor({ kind: 'epay', currency: 'USD' });
  const fields = { ...orderOf('C-1'), pid: door.pid };
  const place = async () => {
    const signed = { ...fields, sign: sign(fields, door.key), sign_type: 'MD5' };
    const answer = await fetch(`${door.base_url}/mapi.php`, { method: 'POST', body: new URLSearchParams(signed) });
    return (await answer.json()) as Json;
  };
  const { trade_no } = await place();
  assert.ok(trade_no);
  await ok(browser.delete(`/app-token/${door.id}`));
  assert.equal((await place()).code, -1);
  const listed = await ok<Json[]>(browser.get(`/app/${shop.app.id}/doors`));
  assert.ok(!listed.some(({ id }) => id === door.id));
  assert.ok(listed.some(({ id, key }) => id === epay.id && key === undefined));
  await ok(browser.post(`/invoice/${trade_no}/settle`, { reason: 'Paid in cash' }));
  const own = await post('/mapi.php', orderOf('C-2'));
  await ok(browser.post(`/invoice/${own.trade_no}/settle`, { reason: 'Paid in cash' }));
  const notified = () =>
    receiver.received.map(({ path }) => new URL(path, receiver.url).searchParams.get('out_trade_no'));
  await until(() => notified().includes('C-2'), 'the order of the open door to be notified');
  assert.ok(!notified().includes('C-1'));
});

test('a part is not reported as paid, and neither is an order after a reorg reversed its payment', async (t) => {
  // Other orders are still notified again, so this one has an address of its own.
  const hook = await startReceiver();
  t.after(() => hook.close());
  // With an address for each order, a part is matched by its address.
  const own = await stage.shop({ receives: 'xpub' });
  const door = await ok<Json>(browser.post(`/app/${own.app.id}/doors`, { kind: 'epay', currency: 'USD' }));
  const fields = orderOf('R-1', { type: 'eth.local', pid: door.pid, notify_url: hook.url });
  const signed = new URLSearchParams({ ...fields, sign: sign(fields, door.key), sign_type: 'MD5' });
  const made = (await (await fetch(`${door.base_url}/mapi.php`, { method: 'POST', body: signed })).json()) as Json;
  const [, to = '', value = ''] = /^ethereum:(0x[0-9a-fA-F]{40})@\d+\?value=(\d+)/.exec(made.qrcode) ?? [];
  const customer = await stage.customer();
  const statusOf = async () =>
    (await query({ act: 'order', pid: door.pid, key: door.key, trade_no: made.trade_no })).status;
  hook.answer({ status: 200, body: 'fail' });
  await customer.pay(to as never, BigInt(value) / 2n);
  await stage.mine(2);
  await stage.invoiceBecomes(made.trade_no, { status: 'partially_paid' });
  assert.equal(await statusOf(), 0);
  await customer.pay(to as never, BigInt(value) - BigInt(value) / 2n);
  await stage.mine(2);
  await stage.invoiceBecomes(made.trade_no, { status: 'paid' });
  assert.equal(await statusOf(), 1);
  // The shop was not notified of the part, and answers the notification of the whole without its word.
  const [told] = await hook.until(1);
  assert.match(told?.path ?? '', /out_trade_no=R-1&.*trade_status=TRADE_SUCCESS/);

  await stage.anvil.reorg(2);
  await stage.caughtUp();
  await stage.invoiceBecomes(made.trade_no, { status: 'partially_paid', exceptions: ['reorged'] });
  assert.equal(await statusOf(), 0);
  const concerns = await ok<Json[]>(own.api.get(`/app/${own.app.id}/attention`));
  assert.deepEqual(concerns.find(({ kind }) => kind === 'payments_reorged')?.ids, [made.trade_no]);
  const back = await fetch(`${door.base_url}/return/${made.trade_no}`, { redirect: 'manual' });
  assert.equal(back.headers.get('location'), 'https://shop.example/return?x=1');
  const file = join(stage.service.dataDir, 'unsent-mails.txt');
  const mails = () => (existsSync(file) ? readFileSync(file, 'utf8').split(/^Date: /m) : []);
  const isAbout = (mail: string) => mail.includes(`To: ${stage.merchant.email}`) && /1 × a reorg/.test(mail);
  await until(() => mails().some(isAbout), 'the owner to be mailed about the reversal');

  // No retry reaches the shop, neither a due one nor one that is sent by hand.
  const endpoints = await ok<Json[]>(browser.get('/webhooks', { query: { app_id: own.app.id } }));
  const [endpoint] = endpoints;
  const newest = async () => (await ok<Json[]>(browser.get(`/webhook/${endpoint?.id}/deliveries`)))[0];
  const retried = async () => {
    await ok(browser.post(`/webhook-delivery/${(await newest())?.id}/redeliver`));
    return until(async () => {
      const delivery = await newest();
      return delivery?.status === 'exhausted' ? delivery : null;
    }, 'the delivery to end');
  };
  await retried();
  const received = hook.received.length;
  assert.match((await retried()).error, /no longer paid/);
  assert.equal(hook.received.length, received);

  // A payment that is more than what is missing: the shop is notified again, and of nothing but the order itself.
  hook.answer({ status: 200, body: 'success' });
  await (await stage.customer()).pay(to as never, BigInt(value));
  await stage.mine(2);
  await stage.invoiceBecomes(made.trade_no, { status: 'paid' });
  assert.equal(await statusOf(), 1);
  const again = (await hook.until(received + 1)).slice(received);
  assert.match(again[0]?.path ?? '', /out_trade_no=R-1&.*money=20\.00&trade_status=TRADE_SUCCESS/);
  const open = await ok<Json[]>(own.api.get(`/app/${own.app.id}/attention`));
  assert.deepEqual(
    open.filter(({ kind }) => kind !== 'support_contact_missing').map(({ kind, ids }) => [kind, ids]),
    [['shop_not_notified', [made.trade_no]]],
  );
});
