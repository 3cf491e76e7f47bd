// URLs of an order are normalized, their placeholders are filled, and dangerous ones are refused.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readImageAddress, readReturnAddress } from './order-address.ts';

const places = { invoiceId: '7b0e1f9c-3a52-4c8d-9f16-5d2e8a7b4c03', reference: 'A&B/1 ü' };
const id = places.invoiceId;

const kept: readonly [given: unknown, address: string | null][] = [
  [undefined, null],
  [null, null],
  ['', null],
  ['  ', null],
  ['https://shop.example', 'https://shop.example'],
  [' https://shop.example/a ', 'https://shop.example/a'],
  ['HTTPS://Shop.Example/A', 'https://shop.example/A'],
  ['https://bücher.example/danke', 'https://xn--bcher-kva.example/danke'],
  ['https://例え.jp/終', 'https://xn--r8jz45g.jp/%E7%B5%82'],
  ['https://shop.example/für', 'https://shop.example/f%C3%BCr'],
  ['https://shop.example/?q=für#größe', 'https://shop.example/?q=f%C3%BCr#gr%C3%B6%C3%9Fe'],
  ['https://shop.example/f%C3%BCr', 'https://shop.example/f%C3%BCr'],
  ['https://shop.example/?order[id]=5', 'https://shop.example/?order[id]=5'],
  ['https://shop.example/a b', 'https://shop.example/a%20b'],
  ['https://shop.example/?id={invoice_id}', `https://shop.example/?id=${id}`],
  ['https://shop.example/?id=%7Binvoice_id%7D', `https://shop.example/?id=${id}`],
  ['https://shop.example/{reference}?r={reference}', 'https://shop.example/A%26B%2F1%20%C3%BC?r=A%26B%2F1%20%C3%BC'],
  ['https://shop.example/?x={other}', 'https://shop.example/?x={other}'],
  ['http://localhost:8080/done', 'http://localhost:8080/done'],
  ['https://[::1]/', 'https://[::1]/'],
  ['myapp://order/1', 'myapp://order/1'],
  ['myapp://order?id={invoice_id}', `myapp://order?id=${id}`],
  ['com.example.app:/done', 'com.example.app:/done'],
  ['tg://resolve?domain=shop', 'tg://resolve?domain=shop'],
  ['myapp://für', 'myapp://f%C3%BCr'],
];

const refused: readonly unknown[] = [
  ...['javascript:alert(1)', 'JavaScript:alert(1)', 'java\nscript:alert(1)', ' \u0001javascript:alert(1)'],
  ...['javascript://shop.example/%0aalert(1)', 'vbscript:x', 'data:text/html,x', 'file:///etc/passwd'],
  ...['blob:https://shop.example/1', 'about:blank', 'view-source:https://shop.example', 'mailto:a@shop.example'],
  ...['/relative', '//shop.example/x', 'shop.example/thanks', 'https://', 'https://a b.example', 'nonsense'],
  ...['http://xn--iñvalid.example/', '{reference}:alert(1)', 12, true, {}, []],
];

test('a return address is written as browsers write it, with the places filled in', () => {
  for (const [given, address] of kept) assert.deepEqual(readReturnAddress(given, places), { address }, String(given));
  const unnamed = readReturnAddress('https://shop.example/?r={reference}', { ...places, reference: null });
  assert.deepEqual(unnamed, { address: 'https://shop.example/?r=' });
});

test('an address that leads nowhere, or runs code, is left out', () => {
  for (const given of refused) {
    assert.deepEqual(readReturnAddress(given, places), { fault: 'invalid_format' }, String(given));
  }
  const long = `https://shop.example/${'x'.repeat(2000)}`;
  assert.deepEqual(readReturnAddress(long, places), { fault: 'too_long' });
});

test('a picture is on the web', () => {
  assert.deepEqual(readImageAddress('https://bücher.example/ü.png'), {
    address: 'https://xn--bcher-kva.example/%C3%BC.png',
  });
  assert.deepEqual(readImageAddress(''), { address: null });
  for (const given of ['myapp://picture', 'data:image/png;base64,AA', 'picture.png', 1]) {
    assert.deepEqual(readImageAddress(given), { fault: 'invalid_format' }, String(given));
  }
});
