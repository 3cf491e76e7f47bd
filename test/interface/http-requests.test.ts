// Requests follow the conventions of the API about versions, bodies, fields and money; one test for each clause.
import assert from 'node:assert/strict';
import { request } from 'node:http';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import type { Json } from '../rig/client.ts';
import { type ApiRig, refusals, startApiRig } from '../rig/interface/api-rig.ts';
import type { Merchant } from '../rig/merchant.ts';

let rig: ApiRig;
let merchant: Merchant;

before(async () => {
  rig = await startApiRig();
  merchant = await rig.merchant({ accepts: [['ETH', 'local']] });
});
after(() => rig?.stop());

const invoice = (fields: object = {}) => ({ total: '10.00', currency: 'USD', ...fields });
const create = (fields: object = {}) => merchant.appApi.post<Json>('/invoice', invoice(fields));
const raw = (body: string, headers: Record<string, string> = {}) =>
  merchant.appApi.post<Json>('/invoice', body, { headers });

test('an operation without v, or with another than 1, lists the versions', async () => {
  for (const [v, code] of [
    [null, 'version_required'],
    ['', 'version_required'],
    ['2', 'version_unsupported'],
    ['one', 'version_unsupported'],
    ['1.0', 'version_unsupported'],
  ] as const) {
    for (const answer of [
      await merchant.api.get<Json>('/app', { query: { v } }),
      await merchant.appApi.post<Json>('/invoice', invoice(), { query: { v } }),
    ]) {
      assert.deepEqual([answer.status, answer.body.code], [400, code]);
      assert.match(answer.body.detail, /Supported versions: 1/);
    }
  }
});

test('a list refuses an unknown query parameter and names the nearest; other operations ignore it', async () => {
  const app_id = merchant.app.id;
  for (const [path, name, meant] of [
    ['/app', 'limt', 'limit'],
    [`/invoices?app_id=${app_id}`, 'Status', 'status'],
    [`/events?app_id=${app_id}`, 'cursr', 'cursor'],
    ['/networks', 'vv', 'v'],
  ] as const) {
    const refused = await merchant.api.get<Json>(path, { query: { [name]: '5' } });
    assert.deepEqual([refused.status, refused.body.code], [422, 'validation_failed'], path);
    assert.deepEqual(
      refused.body.errors.map((error: Json) => [error.field, error.code]),
      [[name, 'unknown_field']],
    );
    assert.match(refused.body.errors[0].message, new RegExp(`did you mean ${meant}\\?`));
  }
  const far = await merchant.api.get<Json>('/app', { query: { colour: 'blue' } });
  assert.match(far.body.errors[0].message, /archived, limit, cursor/);
  assert.equal((await merchant.api.get(`/app/${app_id}`, { query: { colour: 'blue' } })).status, 200);
});

test('a body that is not declared as JSON is a 415', async () => {
  for (const [type, named] of [
    ['text/plain', 'as text/plain'],
    ['application/x-www-form-urlencoded', 'as application/x-www-form-urlencoded'],
    ['application/jsonx', 'with another Content-Type'],
    ['nonsense', 'with another Content-Type'],
  ] as const) {
    const answer = await raw('total=10', { 'content-type': type });
    assert.deepEqual([answer.status, answer.body.code], [415, 'unsupported_media_type'], type);
    assert.ok(answer.body.detail.startsWith(`The body was sent ${named}. Send JSON`), answer.body.detail);
  }
  assert.equal(
    (await raw(JSON.stringify(invoice()), { 'content-type': 'application/json; charset=utf-8' })).status,
    201,
  );
});

test('a body that is not JSON is a 400 malformed_json', async () => {
  for (const text of ['{', '{"total":}', "{'total':'1'}", '{"total":"1",}', 'null null', '\ufeff{}', '{"a":1']) {
    const answer = await raw(text);
    assert.deepEqual([answer.status, answer.body.code], [400, 'malformed_json'], text);
  }
});

test('E5-W27-large-body: a body over 256 KiB is a 413, just below it is read', async () => {
  const padded = (bytes: number) => JSON.stringify(invoice()).padEnd(bytes, ' ');
  const over = await raw(padded(256 * 1024 + 1));
  assert.deepEqual([over.status, over.body.code], [413, 'body_too_large']);
  assert.equal((await raw(padded(256 * 1024))).status, 201);
});

test('E5-W27-deep-or-wide-body: a body nested deeper than 16 or with over 2,000 keys is refused unparsed', async () => {
  const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
  const wide = (keys: number) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: keys }, (_, i) => [`k${i}`, 1])));
  for (const text of ['['.repeat(100_000), deep(17), wide(2_001)]) {
    const answer = await raw(text);
    assert.deepEqual([answer.status, answer.body.code], [400, 'malformed_json'], text.slice(0, 40));
  }
  for (const text of [deep(16), wide(2_000)]) assert.equal((await raw(text)).status, 422);
  assert.ok((await raw(wide(2_000))).body.errors.length <= 100, 'the answer stays small');
});

test('a prototype is never a field', async () => {
  for (const text of [
    '{"__proto__":{"total":"1"}}',
    '{"metadata":{"__proto__":{"a":"b"}}}',
    '{"\\u005f_proto__":{}}',
  ]) {
    assert.ok([400, 422].includes((await raw(text)).status), text);
  }
});

test('W25-mass-assignment: an unknown field is refused and named by its whole path', async () => {
  const answer = await create({
    status: 'paid',
    paid_at: '2026-01-01T00:00:00.000Z',
    order: { colour: 'red', items: [{ name: 'Tea', quantity: 1, price: '10.00', x: 1 }] },
    customer: { role: 'admin' },
  });
  assert.equal(answer.status, 422);
  assert.deepEqual(refusals(answer).sort(), [
    'customer.role unknown_field',
    'order.colour unknown_field',
    'order.items.0.x unknown_field',
    'paid_at unknown_field',
    'status unknown_field',
  ]);
  assert.match(answer.body.errors[0].message, /^Unknown field/);
});

test('a field of the wrong type, too long or missing is reported by its path', async () => {
  const cases: [object, string][] = [
    [{ total: undefined }, 'total required'],
    [{ currency: 840 }, 'currency invalid_type'],
    [{ expires_in: '600' }, 'expires_in invalid_type'],
    [{ expires_in: 299 }, 'expires_in out_of_range'],
    [{ expires_in: 7_776_001 }, 'expires_in out_of_range'],
    [{ order: [] }, 'order invalid_type'],
    [{ order: { reference: 'x'.repeat(256) } }, 'order.reference too_long'],
    [{ order: { reference: true } }, 'order.reference invalid_type'],
    [{ order: { items: [{ name: 'a', quantity: 0, price: '10' }] } }, 'order.items.0.quantity out_of_range'],
    [{ order: { items: [{ name: 'a', quantity: 1_000_001, price: '10' }] } }, 'order.items.0.quantity out_of_range'],
    [{ order: { items: [{ name: 'a', quantity: '1e1', price: '1' }] } }, 'order.items.0.quantity invalid_format'],
    [{ order: { items: [{ name: 'a', price: '10' }] } }, 'order.items.0.quantity required'],
    [{ order: { items: [{ name: 'a', quantity: 1 }] } }, 'order.items.0.price required'],
    [{ app_id: 'urn:uuid:01890a5d-ac96-774b-bcce-b302099a8057' }, 'app_id invalid_format'],
  ];
  for (const [fields, refusal] of cases) {
    const answer = await create(fields);
    assert.equal(answer.status, 422, refusal);
    assert.ok(refusals(answer).includes(refusal), `${refusal}: ${JSON.stringify(answer.body)}`);
  }
  for (const body of ['[]', 'null', '"text"', '7']) assert.equal((await raw(body)).status, 422, body);
  assert.equal((await merchant.appApi.post('/invoice')).status, 422, 'no body at all');
});

/** JSON values that resemble amounts of money, and are invalid here. */
const notMoney = [
  ...['1e3', '0x10', 'NaN', 'Infinity', '-1', '+1', ' 1', '1 ', '1_000', '1,000', '１', '01', '.5', '5.', '', '1.2.3'],
  ...['1'.repeat(79), `1.${'0'.repeat(31)}`],
].map((text) => JSON.stringify(text));
const notEvenText = ['10', '10.5', '-0', '1e3', '[]', '{}', 'true'];

test('E4-one-grammar: money is a decimal string in plain notation, in every field that holds money', async () => {
  const item = (price: string) =>
    `{"total":"10.00","currency":"USD","order":{"items":[{"name":"a","quantity":1,"price":${price}}]}}`;
  const fields: [string, (json: string) => string][] = [
    ['total', (json) => `{"total":${json},"currency":"USD"}`],
    ['order.items.0.price', item],
    ...(['discount', 'tax', 'shipping'] as const).map((name): [string, (json: string) => string] => [
      `order.${name}`,
      (json) => `{"total":"10.00","currency":"USD","order":{"${name}":${json}}}`,
    ]),
  ];
  for (const [field, body] of fields) {
    for (const json of [...notMoney, ...notEvenText]) {
      const answer = await raw(body(json));
      assert.equal(answer.status, 422, `${field} ${json}`);
      // A coupon is a line below zero. Without other lines, the sum differs from the total.
      const refused = field.endsWith('price') && json === '"-1"' ? 'total' : field;
      assert.ok(
        refusals(answer).some((refusal) => refusal.startsWith(`${refused} `)),
        `${field} ${json}`,
      );
    }
  }
  const accepted = await merchant.api.get<Json>('/app-cryptocurrencies', { query: { app_id: merchant.app.id } });
  for (const field of ['min_total', 'max_total', 'accept_unconfirmed_up_to']) {
    for (const json of [...notMoney, ...notEvenText]) {
      const answer = await merchant.api.put<Json>(`/app-cryptocurrency/${accepted.body[0].id}`, `{"${field}":${json}}`);
      assert.deepEqual([answer.status, refusals(answer)[0]?.split(' ')[0]], [422, field], json);
    }
  }
});

test('E6-E7-nothing-or-too-much: a total of nothing, or of more than 15 digits, is refused', async () => {
  for (const total of ['0', '0.00', '1'.padEnd(16, '0'), '1'.padEnd(30, '0')]) {
    assert.deepEqual(refusals(await create({ total })), ['total out_of_range'], total);
  }
  assert.equal((await create({ total: '9'.repeat(15) })).body.total, `${'9'.repeat(15)}.00`);
  assert.ok((await raw(`{"total":"${'9'.repeat(250_000)}","currency":"USD"}`)).body.code === 'validation_failed');
});

test('E3-minor-units: an amount has the minor units of its currency, and a currency is one of ISO 4217', async () => {
  for (const [total, currency, answered] of [
    ['100', 'JPY', '100'],
    ['1.234', 'KWD', '1.234'],
    ['1.5', 'USD', '1.50'],
    ['100.00', 'JPY', '100'],
    ['10.000', 'USD', '10.00'],
  ] as const) {
    const made = await create({ total, currency });
    assert.deepEqual([made.status, made.body.total], [201, answered]);
  }
  for (const [total, currency] of [
    ['100.5', 'JPY'],
    ['100.01', 'JPY'],
    ['1.2345', 'KWD'],
    ['1.001', 'USD'],
  ] as const) {
    assert.deepEqual(refusals(await create({ total, currency })), ['total too_many_decimals'], `${total} ${currency}`);
  }
  assert.deepEqual(refusals(await create({ currency: 'ZZZ' })), ['currency unknown_currency']);
  for (const currency of ['usd', 'Usd']) assert.equal((await create({ currency })).body.currency, 'USD');
  for (const currency of ['US', 'USDT', '$', ' USD', 'ＵＳＤ']) {
    assert.ok(refusals(await create({ currency })).includes('currency invalid_format'), currency);
  }
});

test('what the items come to must be the total, and money beside them must fit the currency', async () => {
  const items = [
    { name: 'Tea', quantity: 3, price: '2.50' },
    { name: 'Cup', quantity: 1, price: '4.00' },
  ];
  const sums = { items, discount: '2.50', tax: '0.50', shipping: '0.50' };
  assert.equal((await create({ order: sums })).status, 201);
  assert.deepEqual(refusals(await create({ total: '10.03', order: sums })), ['total sum_mismatch']);
  assert.deepEqual(refusals(await create({ order: { tax: '0.005' } })), ['order.tax too_many_decimals']);
});

test('text that no database holds is refused by its path, in bodies, queries and paths', async () => {
  for (const [body, field] of [
    ['{"total":"1","currency":"USD","order":{"reference":"\\ud800"}}', 'order.reference'],
    ['{"total":"1\\u0000","currency":"USD"}', 'total'],
    ['{"total":"1","currency":"USD","order":{"items":[{"quantity":1,"price":"\\u0000"}]}}', 'order.items.0.price'],
  ] as const) {
    assert.deepEqual(refusals(await raw(body)), [`${field} invalid_characters`]);
  }
  const unknown = await raw('{"total":"1","currency":"USD","\\u0000":"a"}');
  assert.deepEqual(refusals(unknown), ['\uFFFD invalid_characters']);
  const captions = await raw(
    '{"total":"1","currency":"USD","order":{"description":"cut \\ud83d"},"metadata":{"\\u0000a":"\\udfffb"}}',
  );
  assert.deepEqual(
    [captions.status, captions.body.order, captions.body.metadata],
    [201, { description: 'cut' }, { a: 'b' }],
  );
  assert.equal((await merchant.api.get('/app/%00')).status, 404);
  const filtered = await merchant.appApi.get<Json>('/invoices?reference=%00');
  assert.deepEqual([filtered.status, refusals(filtered)], [422, ['reference invalid_characters']]);
});

test('a cursor that is none of ours, however like one, is refused', async () => {
  for (const text of [
    'rubbish',
    '2026-99-99T99:99:99Z 01890a5d-ac96-774b-bcce-b302099a8057',
    '0000-01-01T00:00:00Z 01890a5d-ac96-774b-bcce-b302099a8057',
  ]) {
    const answer = await merchant.appApi.get<Json>('/invoices', {
      query: { cursor: Buffer.from(text).toString('base64url') },
    });
    assert.deepEqual([answer.status, refusals(answer)], [422, ['cursor invalid_format']], text);
  }
  for (const limit of ['0', '101', '-1', 'all', '1.5']) {
    const answer = await merchant.appApi.get<Json>('/invoices', { query: { limit } });
    assert.equal(answer.status, 422, limit);
  }
});

test('a URL that cannot be decoded, or bytes that are no HTTP, get the same kind of answer', async () => {
  const undecodable = await new Promise<{ status: number; id: string; body: Json }>((resolve, reject) => {
    request(`${rig.service.apiUrl}/app/%zz?v=1`, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
      });
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          id: String(response.headers['x-request-id']),
          body: JSON.parse(text),
        }),
      );
    })
      .on('error', reject)
      .end();
  });
  assert.deepEqual([undecodable.status, undecodable.body.code], [400, 'malformed_request']);
  assert.equal(undecodable.id, undecodable.body.request_id);
  const text = await new Promise<string>((resolve, reject) => {
    let heard = '';
    const socket = connect(Number(new URL(rig.service.url).port), '127.0.0.1', () =>
      socket.write('\0 not http\r\n\r\n'),
    );
    socket.setEncoding('utf8').on('data', (piece: string) => {
      heard += piece;
    });
    socket.on('close', () => resolve(heard)).on('error', reject);
  });
  assert.match(text, /^HTTP\/1\.1 400 [\s\S]*x-request-id: [\s\S]*"code":"malformed_request"/);
});

test('coins and networks are taken by their usual names, in any case, and answered by one name', async () => {
  const production = await rig.merchant({ environment: 'production' });
  const app_id = production.app.id;
  for (const [cryptocurrency, network, answered] of [
    ['USDT', 'MATIC', 'USDT0 polygon'],
    ['usdt', 'ERC20', 'USDT ethereum'],
    ['USDT0', 'TRC20', 'USDT tron'],
    ['matic', 'Polygon', 'POL polygon'],
    ['XBT', 'btc', 'BTC bitcoin'],
  ] as const) {
    const made = await production.api.post<Json>('/app-cryptocurrency', { app_id, cryptocurrency, network });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    assert.equal(`${made.body.cryptocurrency.symbol} ${made.body.network.symbol}`, answered);
  }
  const value = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
  const address = await production.api.post<Json>('/app-address', { app_id, network: 'BEP20', kind: 'address', value });
  assert.deepEqual([address.status, address.body.network.symbol], [201, 'bsc']);
  assert.equal((await production.api.get<Json>('/cryptocurrency/MATIC')).body.symbol, 'POL');
  assert.equal((await production.api.get<Json>('/network/erc20')).body.symbol, 'ethereum');
  for (const query of [
    { cryptocurrency: 'usdt', network: 'polygon' },
    { network: 'eth' },
    { cryptocurrency: 'MATIC' },
  ]) {
    for (const path of ['/invoices', '/payments', '/unmatched-payments']) {
      assert.equal((await production.api.get(path, { query: { app_id, ...query } })).status, 200, path);
    }
  }
  const unknown = await production.api.get<Json>('/invoices', { query: { app_id, cryptocurrency: 'USDC.e' } });
  assert.deepEqual(refusals(unknown), ['cryptocurrency unknown_cryptocurrency']);
  const { id } = (await create()).body;
  const asked = { cryptocurrency: 'ether', network: 'trc-20' };
  const refused = await merchant.appApi.post<Json>(`/invoice/${id}/payment-request`, asked);
  assert.deepEqual(refusals(refused), ['network not_on_network']);
});

test('a parameter that names a time takes a whole day or a moment, in every operation', async () => {
  const app_id = merchant.app.id;
  const made = (await create()).body;
  const day = made.created_at.slice(0, 10);
  // In Berlin that day ends earlier than in UTC.
  const nextDay = new Date(Date.parse(made.created_at) + 86_400_000).toISOString().slice(0, 10);
  const webhook = (await merchant.appApi.post<Json>('/webhook', { url: 'https://shop.example/hook' })).body;
  for (const [path, from, to] of [
    [`/invoices?app_id=${app_id}`, 'created_after', 'created_before'],
    [`/payments?app_id=${app_id}`, 'created_after', 'created_before'],
    [`/unmatched-payments?app_id=${app_id}`, 'created_after', 'created_before'],
    [`/webhook/${webhook.id}/deliveries`, 'created_after', 'created_before'],
    [`/exports?app_id=${app_id}`, 'from', 'to'],
    [`/app/${app_id}/balance-sheet`, 'from', 'to'],
    [`/app/${app_id}/statistics`, 'from', 'to'],
    [`/events?app_id=${app_id}`, 'since', null],
  ] as const) {
    const get = (query: Record<string, string>) => merchant.api.get<Json>(path, { query });
    for (const time of [day, made.created_at, '2026-11-01T10:00:00+01:00']) {
      const query = { [from]: time, ...(to === null ? {} : { [to]: nextDay }), time_zone: 'Europe/Berlin' };
      assert.equal((await get(query)).status, 200, `${path} ${time}`);
    }
    for (const name of [from, to].filter((one) => one !== null)) {
      for (const time of ['2026-02-30', 'today', '2026-11-28T10:00:00']) {
        assert.deepEqual(refusals(await get({ [name]: time })), [`${name} invalid_format`], `${path} ${time}`);
      }
    }
    assert.deepEqual(refusals(await get({ [from]: day, time_zone: 'Mars' })), ['time_zone invalid_format'], path);
  }
  const listed = await merchant.api.get<Json>('/invoices', {
    query: { app_id, created_after: day, created_before: day },
  });
  assert.ok(
    listed.body.some(({ id }: Json) => id === made.id),
    'the day is all of it',
  );
  const sheet = await merchant.api.get<Json>(`/app/${app_id}/balance-sheet`, { query: { from: day, to: day } });
  assert.equal(Date.parse(sheet.body.to) - Date.parse(sheet.body.from), 86_400_000);
  const replay = await merchant.appApi.post<Json>(`/webhook/${webhook.id}/replay`, { since: day });
  assert.deepEqual([replay.status, replay.body.since], [200, `${day}T00:00:00.000Z`]);
});
