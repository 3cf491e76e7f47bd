// Published examples of the signature of EPay and Epusdt.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Problem } from '../../../core/problem.ts';
import { type Fields, isSame, isSignedBy, refuseAmbiguous, signatureOf } from './field-signature.ts';

interface Published {
  readonly source: string;
  readonly fields: Fields;
  readonly key: string;
  readonly signature: string;
}

const published: readonly Published[] = [
  {
    source: 'the documentation of Epusdt (assimon/epusdt, wiki/API.md)',
    fields: {
      order_id: '20220201030210321',
      amount: '42',
      notify_url: 'http://example.com/notify',
      redirect_url: 'http://example.com/redirect',
    },
    key: 'epusdt_password_xasddawqe',
    signature: '1cd4b52df5587cfb1968b0c0c6e156cd',
  },
  {
    source: 'a test of an EPay client in Go (popdo/go-epay, epay/util_test.go)',
    fields: { device: 'devicev', money: 'moneyv' },
    key: '1234567',
    signature: '3854cc9f022e0fb821bd2e002260245d',
  },
  {
    source: 'signatures by the gateway BEpusdt (luoyanglang/bepusdt-python-sdk, tests/fixtures), with other letters',
    fields: { name: '测试商品', rate: '~1.02', trade_type: 'usdt.trc20' },
    key: 'fixture-token',
    signature: '2392bbb38ec46032a401bbfc4606305a',
  },
  {
    source: 'the same, a notification',
    fields: {
      trade_id: 'fixture-trade',
      order_id: 'fixture-order',
      amount: '10',
      actual_amount: '1.35',
      token: 'fixture-wallet',
      status: '2',
      block_transaction_id: 'fixture-hash',
    },
    key: 'fixture-token',
    signature: '5fecfc2162dc745d2347f5498d09dbcf',
  },
];

test('signatures equal the published ones, in any order of the fields and without empty ones', () => {
  for (const { source, fields, key, signature } of published) {
    const reversed = Object.fromEntries(Object.entries(fields).reverse());
    const more = { ...reversed, sign: 'x', sign_type: 'MD5', signature: 'y', param: '' };
    assert.equal(signatureOf(fields, key), signature, source);
    assert.equal(signatureOf(more, key), signature, source);
    assert.ok(isSignedBy(key, more, signature.toUpperCase()), source);
  }
});

test('another field, another key and a part of a signature are refused', () => {
  for (const { source, fields, key, signature } of published) {
    assert.ok(!isSignedBy(key, { ...fields, extra: '1' }, signature), source);
    assert.ok(!isSignedBy(`${key}x`, fields, signature), source);
    for (const part of ['', signature.slice(1), `${signature}0`, 'é'.repeat(16)])
      assert.ok(!isSignedBy(key, fields, part), source);
  }
  assert.ok(!isSame('', 'x'));
});

test('an order is refused if its joined text can be read as another order', () => {
  const key = 'k'.repeat(32);
  // The customer chose the name. The second order has the same text, and another sum.
  const placed = { clientip: '203.0.113.7', money: '20.00', name: 'A&money=0.01', out_trade_no: '1', pid: '7' };
  const read = { clientip: '203.0.113.7&money=20.00&name=A', money: '0.01', out_trade_no: '1', pid: '7' };
  assert.equal(signatureOf(placed, key), signatureOf(read, key));
  const refusal = (fields: Fields) => () => refuseAmbiguous(fields, ['money', 'out_trade_no'], 'return_url');
  for (const order of [placed, read]) assert.throws(refusal(order), Problem);
  for (const fair of [
    { name: 'R&D, money=1' },
    { param: 'a=1&type=2' },
    { return_url: 'https://a.example/?b=1&money=2' },
  ])
    assert.doesNotThrow(refusal(fair));
});
