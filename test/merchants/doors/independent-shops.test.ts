// Shops in PHP and Python that were written from public sources sell through doors, with their own signatures.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { jsonAmount } from '../../../src/features/dialects/epusdt/json-amount.ts';
import { signatureOf } from '../../../src/features/dialects/shop-orders/field-signature.ts';
import { type Json, ok, until } from '../../rig/client.ts';
import { type DoorShop, type ShopNotification, shopPrograms, startDoorShop } from '../../rig/doors/door-shops.ts';
import { ownerBrowser } from '../../rig/doors/owner-browser.ts';
import { type Shop, type Stage, startStage, units } from '../../rig/stage.ts';

let stage: Stage;
let shop: Shop;
let doors: Readonly<Record<'epay' | 'epusdt', Json>>;
let shops: DoorShop[] = [];

before(async () => {
  stage = await startStage({ confirmations: 2 });
  shop = await stage.shop();
  const api = await ownerBrowser(stage.service.apiUrl, stage.merchant);
  const open = (kind: string, currency = 'USD') => ok<Json>(api.post(`/app/${shop.app.id}/doors`, { kind, currency }));
  doors = { epay: await open('epay'), epusdt: await open('epusdt') };
  yen = await open('epay', 'JPY');
  shops = await Promise.all(shopPrograms.map((program) => startDoorShop(program, doors[program.dialect])));
});

let yen: Json;

after(async () => {
  await Promise.all(shops.map((one) => one.stop()));
  await stage?.close();
});

const nameOf = ({ dialect, language }: DoorShop) => `${dialect} in ${language}`;
/** Shops of one dialect share a door, so each has its own numbers. */
const numberOf = ({ language }: DoorShop, no: string) => `${language}-${no}`;
const ofDialect = (dialect: DoorShop['dialect']) => shops.filter((one) => one.dialect === dialect);
/** Acts for the shops of a dialect at the same time, because a repeated notification comes only after a pause. */
const forEach = (dialect: DoorShop['dialect'], act: (one: DoorShop) => Promise<void>) =>
  Promise.all(ofDialect(dialect).map(act));

/** Waits until the shop has received this many notifications. */
const received = (one: DoorShop, count: number): Promise<ShopNotification[]> =>
  until(
    () => {
      const all = one.notifications();
      return all.length >= count ? all : null;
    },
    () => `${count} notifications at ${nameOf(one)}: ${JSON.stringify(one.notifications())}`,
    { withinMs: 120_000 },
  );

/** Pays as a customer does who opens the payment link of a code. */
async function payLink(link: string): Promise<void> {
  const [, to = '', value = ''] = /^ethereum:(0x[0-9a-fA-F]{40})@\d+\?value=(\d+)/.exec(link) ?? [];
  assert.notEqual(value, '', link);
  await (await stage.customer()).pay(to as never, BigInt(value));
}

test('the service signs as the shops do, whatever programs print', async () => {
  const messages: Json[] = [
    { pid: '1001', money: '20.00', name: 'VIP 100% & 会员 + "x"', param: 'a=1&b=2', sign_type: 'MD5', sign: 'x' },
    { Z: '1', a: '2', A: '3', _: '4', a1: '5', a_b: '6' },
    { empty: '', zero: '0', space: ' ' },
  ];
  for (const one of shops) {
    const { key = doors.epusdt.api_auth_token } = one.dialect === 'epay' ? doors.epay : {};
    const unsigned = one.dialect === 'epay' ? messages : messages.map(({ sign, sign_type, ...rest }) => rest);
    const signatures = await one.sign(unsigned);
    assert.deepEqual(
      signatures,
      messages.map((message) => signatureOf(message, key)),
      nameOf(one),
    );
  }
});

test('the shops print the amounts of Epusdt as the service signs them', async () => {
  const decimals = ['42', '42.50', '19.99', '0.0001', '0.00001', '0.009995000000000001', '0.0099950000000001'];
  const amounts = [...decimals, '1234567.891', '100000000000000', '123456789012.34', '12345678901234.5'].map(
    jsonAmount,
  );
  for (const one of ofDialect('epusdt')) {
    const signatures = await one.sign(amounts.map((amount) => ({ amount, status: 2 })));
    const own = amounts.map((amount) =>
      signatureOf({ amount: String(amount), status: '2' }, doors.epusdt.api_auth_token),
    );
    assert.deepEqual(signatures, own, nameOf(one));
  }
});

test('EPay: an order of mapi.php is paid, notified again after a failure, and paid in the shop’s query', async () => {
  await forEach('epay', async (one) => {
    const no = numberOf(one, 'A');
    const made = JSON.parse(await one.run('order', no, '20.00', 'eth.local')) as Json;
    assert.equal(made.code, 1, `${nameOf(one)}: ${JSON.stringify(made)}`);
    assert.equal(await one.run('query', no), 'unpaid', nameOf(one));
    one.failOnce();
    await payLink(made.qrcode);
    await stage.mine(2);
    const all = await received(one, 2);
    assert.deepEqual(
      all.map(({ verdict, method }) => [verdict, method]),
      [
        ['busy', 'GET'],
        ['accepted', 'GET'],
      ],
      nameOf(one),
    );
    assert.equal(await one.run('query', no), 'paid', nameOf(one));
  });
});

test('EPay: a signed link of submit.php leads to the checkout, where the customer chooses the coin', async () => {
  for (const one of ofDialect('epay')) {
    const no = numberOf(one, 'B');
    const before = one.notifications().length;
    const answer = await fetch(await one.run('link', no, '19.9'), { redirect: 'manual' });
    const location = answer.headers.get('location') ?? '';
    assert.equal(answer.status, 302, await answer.text());
    const id = new URL(location).pathname.replace('/pay/', '');
    assert.equal(location, `${stage.service.url}/pay/${id}`);
    const customer = await stage.customer();
    const attempt = await stage.attempt({ id }, customer.address, 'USDT');
    await customer.payToken(attempt.to, units(attempt.amount, 6));
    await stage.mine(2);
    assert.equal((await received(one, before + 1)).at(-1)?.verdict, 'accepted', nameOf(one));
    assert.equal(await one.run('query', no), 'paid', nameOf(one));
  }
});

test('Epusdt: a transaction is paid, notified again after a failure, and paid in the shop’s query', async () => {
  // The shop in PHP names no coin, as dujiaoka and WHMCS do not. An amount of ETH has more digits than PHP prints.
  const types = { PHP: [], Python: ['usdt.local'] };
  await forEach('epusdt', async (one) => {
    for (const [no, amount, type] of [
      [numberOf(one, 'C'), '42.5', types[one.language]],
      [numberOf(one, 'D'), '19.99', ['eth.local']],
    ] as const) {
      const made = JSON.parse(await one.run('order', no, amount, ...type)) as Json;
      const isFirst = amount === '42.5';
      assert.equal(made.status_code, 200, `${nameOf(one)}: ${JSON.stringify(made)}`);
      const { trade_id, token, actual_amount, payment_url } = made.data;
      assert.equal(payment_url, `${stage.service.url}/pay/${trade_id}`);
      assert.equal(await one.run('query', no), 'unpaid', nameOf(one));
      const before = one.notifications().length;
      if (isFirst) one.failOnce();
      const customer = await stage.customer();
      if (isFirst) await customer.payToken(token, units(String(actual_amount), 6));
      else await customer.pay(token, units(String(actual_amount), 18));
      await stage.mine(2);
      const all = await received(one, before + (isFirst ? 2 : 1));
      const expected = isFirst ? ['busy', 'accepted'] : ['accepted'];
      assert.deepEqual(
        all.slice(before).map(({ verdict }) => verdict),
        expected,
        `${nameOf(one)}: ${all.at(-1)?.sent}`,
      );
      assert.equal(await one.run('query', no), 'paid', nameOf(one));
    }
  });
});

test('a shop refuses a notification with one changed field, and a replay for another order', async () => {
  for (const one of shops) {
    const isEpay = one.dialect === 'epay';
    const sent = one.notifications().at(-1)?.sent ?? '';
    const [no, amount] = isEpay ? ['out_trade_no', 'money'] : ['order_id', 'amount'];
    const unpaid = numberOf(one, 'E');
    await one.run('order', unpaid, ...(isEpay ? ['19.90'] : ['19.99', 'eth.local']));
    const changes: [field: string, value: string | number][] = [
      [no, unpaid],
      [amount, isEpay ? '0.01' : 0.01],
      [isEpay ? 'trade_no' : 'trade_id', '0'],
      [isEpay ? 'sign' : 'signature', '0'.repeat(32)],
    ];
    for (const [field, value] of changes) {
      const count = one.notifications().length;
      assert.equal(await forge(one, sent, { [field]: value }), 'fail', `${nameOf(one)}: ${field}`);
      assert.equal(one.notifications()[count]?.verdict, 'signature', `${nameOf(one)}: ${field}`);
    }
    assert.equal(await one.run('query', unpaid), 'unpaid', nameOf(one));
  }
});

/** Sends the notification with other values. Returns the shop's answer. */
async function forge(one: DoorShop, sent: string, changed: Readonly<Record<string, string | number>>): Promise<string> {
  const url = `${one.url}/notify`;
  if (one.dialect === 'epay') {
    const query = new URLSearchParams(sent);
    for (const [field, value] of Object.entries(changed)) query.set(field, String(value));
    return (await fetch(`${url}?${query}`)).text();
  }
  const body = JSON.stringify({ ...JSON.parse(sent), ...changed });
  return (await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })).text();
}

const form = 'application/x-www-form-urlencoded';
const json = 'application/json';

interface Sent {
  readonly path: string;
  readonly type?: string;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

async function answerTo(base: string, { path, type, body }: Sent): Promise<Json> {
  const init = body === undefined ? {} : { method: 'POST', headers: { 'content-type': type ?? '' }, body };
  const answer = await fetch(`${base}${path}`, init);
  assert.equal(answer.status, 200, path);
  return (await answer.json()) as Json;
}

test('EPay: other formats and ambiguous fields get code -1 with a reason, and leave no trace', async () => {
  const rows: [sent: Sent, reason: RegExp][] = [
    [{ path: '/mapi.php', type: 'text/xml', body: '<xml/>' }, /Send a form/],
    [{ path: '/mapi.php', type: json, body: '{"pid":"1"}' }, /Send a form/],
    [{ path: '/mapi.php', type: form, body: '<xml><pid>1</pid></xml>' }, /not a form/],
    [{ path: '/mapi.php', type: form, body: 'a:1:{s:3:"pid";s:1:"1";}' }, /not a form/],
    [{ path: '/mapi.php', type: form, body: 'pid=1&pid=2' }, /The field pid is repeated/],
    [{ path: '/mapi.php', type: form, body: 'pid[]=1' }, /The field pid is an array/],
    [{ path: '/mapi.php', type: form, body: 'pid=1%00' }, /The field pid is not UTF-8 text/],
    [{ path: '/mapi.php', type: form, body: Uint8Array.from([0x70, 0x69, 0x64, 0x3d, 0xff]) }, /pid is not UTF-8/],
    [{ path: '/mapi.php?pid=1&pid=2' }, /The field pid is repeated/],
    [{ path: '/mapi.php', type: form, body: 'pid=1' }, /The pid, the key or the signature is wrong/],
    [{ path: '/mapi.php', type: form, body: 'pid=1&sign_type=RSA' }, /The sign_type must be MD5/],
    [{ path: `/api.php?act=order&pid=${doors.epay.pid}&key=x` }, /The pid, the key or the signature is wrong/],
    [{ path: '/other.php' }, /./],
  ];
  for (const [sent, reason] of rows) {
    const answer = await answerTo(doors.epay.base_url, sent);
    assert.deepEqual(Object.keys(answer), ['code', 'msg'], JSON.stringify(sent));
    assert.equal(answer.code, -1);
    assert.match(answer.msg, reason, JSON.stringify(sent));
  }
  const page = await fetch(`${doors.epay.base_url}/submit.php?pid=1&pid=2`);
  assert.equal(page.status, 400);
  assert.match(await page.text(), /The field pid is repeated/);
});

test('Epusdt: other formats and ambiguous fields get another status_code and a short reason', async () => {
  const path = '/api/v1/order/create-transaction';
  const rows: [sent: Omit<Sent, 'path'>, code: number, reason: RegExp][] = [
    [{ type: 'text/xml', body: '<xml/>' }, 10009, /Send JSON/],
    [{ type: json, body: '<xml/>' }, 10009, /not well-formed JSON/],
    [{ type: json, body: '[]' }, 10009, /must be a JSON object/],
    [{ type: json, body: '{"amount":1,"amount":2}' }, 10009, /repeated/],
    [{ type: json, body: '{"amount":[1]}' }, 10009, /amount: Must be a text or a number/],
    [{ type: json, body: '{"order_id":"\\u0000"}' }, 10009, /order_id is not UTF-8 text/],
    [{ type: form, body: 'order_id[]=1' }, 10009, /order_id is an array/],
    [{ type: json, body: '{"order_id":"1"}' }, 401, /signature is wrong/],
    [{ type: json, body: '' }, 401, /signature is wrong/],
  ];
  for (const [sent, code, reason] of rows) {
    const answer = await answerTo(doors.epusdt.base_url, { path, ...sent });
    assert.equal(answer.status_code, code, JSON.stringify(sent));
    assert.match(answer.message, reason, JSON.stringify(sent));
  }
  const unknown = await answerTo(doors.epusdt.base_url, { path: `/pay/check-status/${crypto.randomUUID()}` });
  assert.equal(unknown.status_code, 10008);
});

test('a shop sends two decimals in yen, and gets a reason if they are no zeros', async () => {
  const inYen = await startDoorShop({ dialect: 'epay', language: 'PHP' }, yen);
  try {
    const place = async (no: string, money: string) => JSON.parse(await inYen.run('order', no, money)) as Json;
    const made = await place('Y-1', '2000.00');
    assert.equal(made.code, 1, JSON.stringify(made));
    const invoice = await ok<Json>(shop.api.get(`/invoice/${made.trade_no}`));
    assert.deepEqual([invoice.total, invoice.currency], ['2000', 'JPY']);
    assert.equal((await place('Y-1', '2000')).trade_no, made.trade_no);
    assert.match((await place('Y-2', '2000.50')).msg, /^money: Must have no decimals other than zeros, because JPY/);
    assert.match((await place('Y-1', '2001')).msg, /The order Y-1 exists with another amount/);
  } finally {
    await inYen.stop();
  }
});
