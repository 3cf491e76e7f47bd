// Orders as plugins of shop systems send them: none is refused because of a text that only people read.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Json, ok } from '../../rig/client.ts';
import { type ApiRig, refusals, startApiRig, unwatchedNetworks } from '../../rig/interface/api-rig.ts';
import type { Merchant } from '../../rig/merchant.ts';
import { shopOrders } from './plugin-orders.ts';

let rig: ApiRig;
let merchant: Merchant;

before(async () => {
  const rates = { sources: [], fixed: { ETH: { USD: '2000', EUR: '1800', GBP: '1600', JPY: '300000' } } };
  rig = await startApiRig({ config: { ...unwatchedNetworks, rates } });
  merchant = await rig.merchant({ accepts: [['ETH', 'local']] });
});
after(() => rig?.stop());

const create = (fields: object = {}) =>
  merchant.appApi.post<Json>('/invoice', { total: '10.00', currency: 'USD', ...fields });
const warned = (body: Json): string[] => body.warnings.map(({ field, code }: Json) => `${field} ${code}`);

test('M5-plugin-orders: every order of WooCommerce, PrestaShop, Magento, Shopware and WHMCS is made', async () => {
  for (const { shop, source, order, kept = {}, warnings = [] } of shopOrders) {
    const made = await merchant.appApi.post<Json>('/invoice', order);
    assert.equal(made.status, 201, `${shop} (${source}): ${JSON.stringify(made.body.errors ?? made.body)}`);
    assert.deepEqual(warned(made.body), warnings, shop);
    for (const [field, value] of Object.entries(kept)) assert.deepEqual(made.body[field], value, `${shop} ${field}`);
    const read = await ok<Json>(merchant.appApi.get(`/invoice/${made.body.id}`));
    for (const field of ['order', 'customer', 'metadata', 'success_url', 'cancel_url']) {
      assert.deepEqual(read[field], made.body[field], `${shop} ${field}`);
    }
    // The order in the response is accepted as input again.
    const { total, currency, order: answered, customer, metadata, success_url, cancel_url } = made.body;
    const again = { total, currency, order: answered, customer, metadata, success_url, cancel_url };
    const same = await merchant.appApi.post<Json>('/invoice', again);
    const wanted = answered.reference === undefined ? 201 : 200;
    assert.deepEqual([same.status, same.body.order], [wanted, answered], `${shop}, sent again`);
  }
});

test('M5-captions: a descriptive text never fails an order', async () => {
  const anything = ['', '  ', null, 0, 7.5, true, false, [], ['a'], {}, { a: 1 }, 'x'.repeat(5000), '\u0007\u202e<b>'];
  const items = (item: object) => ({ items: [{ quantity: 1, price: '10.00', ...item }] });
  for (const value of anything) {
    for (const fields of [
      { order: { description: value } },
      { order: items({ name: value }) },
      { order: items({ image: value }) },
      { customer: { email: value } },
      { customer: { name: value } },
      { success_url: value },
      { cancel_url: value },
      { metadata: value },
      { metadata: { a: value } },
      ...(Object.keys(Object(value)).length === 0 ? [{ customer: value }] : []),
    ]) {
      const made = await create(fields);
      assert.equal(made.status, 201, `${JSON.stringify(fields).slice(0, 80)} ${JSON.stringify(made.body.errors)}`);
    }
  }
});

test('captions that were cut or left out are named in the answer, and only those', async () => {
  const long = 'ü'.repeat(3000);
  const made = await create({
    order: {
      description: long,
      items: [
        { name: `${'x'.repeat(254)}🐑🐑`, quantity: 0.3333, price: '0', image: 'picture.png' },
        { name: '', quantity: 1, price: '10.00' },
      ],
    },
    customer: { email: 'jürgen@shop.example', name: ' Jürgen ' },
    success_url: 'javascript:alert(1)',
    cancel_url: `https://shop.example/${long}`,
    metadata: Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`key${i}`, i])),
  });
  assert.equal(made.status, 201);
  assert.deepEqual(warned(made.body).sort(), [
    'cancel_url too_long',
    'customer.email not_mailable',
    'metadata too_many',
    'order.description too_long',
    'order.items.0.image invalid_format',
    'order.items.0.name too_long',
    'order.items.0.quantity too_many_decimals',
    'success_url invalid_format',
  ]);
  const { order, customer, success_url, cancel_url, metadata } = made.body;
  assert.deepEqual([order.description, success_url, cancel_url], ['ü'.repeat(2000), null, null]);
  assert.deepEqual(order.items, [
    { name: `${'x'.repeat(254)}🐑`, quantity: 0.333, price: '0' },
    { name: '#2', quantity: 1, price: '10.00' },
  ]);
  assert.deepEqual(customer, { email: 'jürgen@shop.example', name: 'Jürgen' });
  assert.equal(Object.keys(metadata).length, 50);
  assert.deepEqual((await create({ order: { description: 'short' } })).body.warnings, []);
  const read = await ok<Json>(merchant.appApi.get(`/invoice/${made.body.id}`));
  assert.equal('warnings' in read, false);
});

test('an update tidies captions as a create does, and keeps what is not named', async () => {
  const reference = `update-${Date.now()}`;
  const items = [{ name: 'Tea', quantity: 3, price: '3.33' }];
  const made = await ok<Json>(create({ order: { reference, items }, success_url: 'https://shop.example/{reference}' }));
  assert.equal(made.success_url, `https://shop.example/${reference}`);
  const put = (fields: object) => ok<Json>(merchant.appApi.put(`/invoice/${made.id}`, fields));
  const first = await put({ order: { description: 5, items }, customer: [], cancel_url: 'https://ü.example' });
  assert.deepEqual(first.order, {
    reference,
    description: '5',
    items: [...items, { name: 'rounding', quantity: 1, price: '0.01' }],
  });
  assert.deepEqual([first.customer, first.cancel_url, first.warnings], [{}, 'https://xn--tda.example/', []]);
  const bad = await put({ success_url: 'data:text/html,x', cancel_url: '', metadata: { a: null, b: 2 } });
  assert.deepEqual([bad.success_url, bad.cancel_url, bad.metadata], [made.success_url, null, { b: '2' }]);
  assert.deepEqual(warned(bad), ['success_url invalid_format']);
  // A new total within the rounding adjusts the line; a larger difference requires new lines.
  assert.equal((await put({ total: '9.99' })).order.items.length, 1);
  const refused = await merchant.appApi.put<Json>(`/invoice/${made.id}`, { total: '11.00' });
  assert.deepEqual([refused.status, refusals(refused)], [422, ['total sum_mismatch']]);
  assert.equal((await put({ order: {} })).order.reference, reference);
  assert.equal((await put({ order: { reference: '' } })).order.reference, undefined);
});

test('M12-same-reference: a reference is one order only with equal customer and items, in any spelling', async () => {
  const reference = 1_042;
  const customer = { email: 'ada@shop.example', name: 'Ada' };
  const order = { reference, items: [{ name: 'Tea', quantity: '1.50', price: '6.670' }] };
  const made = await create({ order, customer });
  assert.deepEqual([made.status, made.body.order.reference], [201, '1042']);
  for (const fields of [
    { order, customer },
    { order: { reference: ' 1042 ' } },
    { order: { ...order, items: [{ name: ' Tea ', quantity: 1.5, price: '6.67' }] }, customer: { name: 'Ada' } },
    { order: { reference }, customer: { email: 'ADA@shop.example', name: '' } },
  ]) {
    const again = await create(fields);
    assert.deepEqual([again.status, again.body.id], [200, made.body.id], JSON.stringify(fields));
  }
  for (const fields of [
    { order, customer: { email: 'eve@shop.example' } },
    { order, customer: { name: 'Eve' } },
    { order: { ...order, items: [{ name: 'Tea', quantity: 1, price: '10.00' }] } },
    { order: { ...order, items: [{ name: 'Coffee', quantity: 1.5, price: '6.67' }] } },
    { order, total: '10.01' },
    { order, currency: 'EUR' },
  ]) {
    const other = await create(fields);
    assert.deepEqual([other.status, other.body.code], [409, 'reference_in_use'], JSON.stringify(fields));
  }
});

test('an order in a currency that has no rate is made, and its answer says so', async () => {
  const made = await create({ currency: 'KWD', total: '10.000' });
  assert.deepEqual([made.status, made.body.payable, warned(made.body)], [201, false, ['currency no_rate']]);
  assert.deepEqual(warned((await create()).body), []);
});
