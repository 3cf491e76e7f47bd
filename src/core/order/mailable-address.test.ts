// Addresses that can and cannot be mailed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mailableAddress } from './mailable-address.ts';

const cases: readonly [text: string, mailed: string | null][] = [
  ['ada@shop.example', 'ada@shop.example'],
  ['Ada.Lovelace+x@Shop.Example', 'Ada.Lovelace+x@shop.example'],
  ["o'brien@shop.example", "o'brien@shop.example"],
  ['info@bücher.example', 'info@xn--bcher-kva.example'],
  ['info@xn--bcher-kva.example', 'info@xn--bcher-kva.example'],
  ['jürgen@shop.example', null],
  ['nobody', null],
  ['@shop.example', null],
  ['ada@', null],
  ['ada@localhost', null],
  ['ada@127.0.0.1', null],
  ['ada@[127.0.0.1]', null],
  ['ada@1.2', null],
  ['ada@shop.example/x', null],
  ['ada@shop.example:25', null],
  ['ada@b@shop.example', null],
  ['a b@shop.example', null],
  ['.ada@shop.example', null],
  ['ada..x@shop.example', null],
  ['ada@shop..example', null],
  ['ada@-shop.example', null],
  ['Ada <ada@shop.example>', null],
  ['ada@shop.example,eve@shop.example', null],
  ['ada@shop.example\nbcc: eve@shop.example', null],
  [`${'a'.repeat(65)}@shop.example`, null],
];

test('an address is mailed only where every mail server takes its form', () => {
  for (const [text, mailed] of cases) assert.equal(mailableAddress(text), mailed, text);
});
