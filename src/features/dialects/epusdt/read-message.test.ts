// Messages of Epusdt are read with the text of their numbers, or refused.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Problem } from '../../../core/problem.ts';
import { isSignedBy } from '../shop-orders/field-signature.ts';
import { printedFields, readMessage } from './read-message.ts';

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';

test('numbers keep their digits', () => {
  const rows: [mediaType: string, text: string, fields: Record<string, string>][] = [
    [json, '{"amount": 42, "order_id": "1"}', { amount: '42', order_id: '1' }],
    [json, '{"amount": 42.50}', { amount: '42.50' }],
    [json, '{"amount": "42.50"}', { amount: '42.50' }],
    [json, '{"amount": 10.0, "trade_type": null}', { amount: '10.0', trade_type: '' }],
    [json, '{"order_id": 12345678901234567890}', { order_id: '12345678901234567890' }],
    [json, '{"a": "x:\\"y\\":z", "b": "\\u4f1a"}', { a: 'x:"y":z', b: '会' }],
    [json, '{}', {}],
    [form, 'amount=42.50&order_id=1', { amount: '42.50', order_id: '1' }],
  ];
  for (const [mediaType, text, fields] of rows) assert.deepEqual(readMessage(mediaType, text), fields, text);
});

test('a number is also printed as Epusdt prints it, and as BEpusdt does', () => {
  const rows: [text: string, epusdt: string, bepusdt: string][] = [
    ['{"amount":42}', '42', '42'],
    ['{"amount":42.50}', '42.5', '42.5'],
    ['{"amount":10.0}', '10', '10'],
    ['{"amount":999999.5}', '999999.5', '999999.5'],
    ['{"amount":1000000}', '1000000', '1e+06'],
    ['{"amount":1000000.5}', '1000000.5', '1.0000005e+06'],
    ['{"amount":0.0001}', '0.0001', '0.0001'],
    ['{"amount":0.00001}', '0.00001', '1e-05'],
    ['{"amount":0}', '0', '0'],
    ['{"amount":"10.0"}', '10.0', '10.0'],
  ];
  for (const [text, ...printed] of rows)
    assert.deepEqual(
      printedFields(text).map(({ amount }) => amount),
      printed,
      text,
    );
});

test('signatures of the gateway BEpusdt are accepted (luoyanglang/bepusdt-python-sdk, tests/fixtures)', () => {
  const order =
    '{"order_id":"fixture-order","amount":10,"notify_url":"https://merchant.example/notify",' +
    '"redirect_url":"https://merchant.example/notify","trade_type":"usdt.trc20","timeout":1000000}';
  const rows: [text: string, signature: string][] = [
    ['{"amount":10}', '6cdb6682c25d910c08cbdbf0146da9a5'],
    ['{"amount":10.0}', '6cdb6682c25d910c08cbdbf0146da9a5'],
    ['{"amount":1000000}', '19f693249e524b3c1fe7b66416a2b372'],
    ['{"amount":1000000.5}', '017040c5598f873112e2691f62380ff3'],
    ['{"amount":0.00001}', 'fd4a529488f8bff7eb7086624a803930'],
    ['{"amount":0.0001}', '23462405893d9d1d35144da8e37f9ab7'],
    ['{"amount":9007199254740993}', '6b437b9014c7cf27ceaa337aa19e644b'],
    ['{"amount":1.2345678901234567}', '3a27fa3d41a0d4158c4e4f75a4a641d0'],
    ['{"amount":0.037559049269590965}', '64cc059fc53127eaa3ff5d938e4ab178'],
    [order, '804626d73d5d24878320055958b04858'],
  ];
  for (const [text, signature] of rows) {
    assert.ok(
      [readMessage(json, text), ...printedFields(text)].some((fields) =>
        isSignedBy('fixture-token', fields, signature),
      ),
      text,
    );
  }
});

test('other bodies are refused with a reason', () => {
  const rows: [mediaType: string, text: string, code: string, reason: RegExp][] = [
    ['text/xml', '<xml/>', 'unsupported_media_type', /Send JSON/],
    ['', '{}', 'unsupported_media_type', /Send JSON/],
    [json, '<xml/>', 'malformed_json', /not well-formed JSON/],
    [json, 'a:1:{s:8:"order_id";s:1:"1";}', 'malformed_json', /not well-formed JSON/],
    [json, '["order_id"]', 'malformed_json', /must be a JSON object/],
    [json, '"order_id"', 'malformed_json', /must be a JSON object/],
    [json, '42', 'malformed_json', /must be a JSON object/],
    [json, 'null', 'malformed_json', /must be a JSON object/],
    [json, '['.repeat(100_000), 'malformed_json', /not well-formed JSON/],
    [json, `${'[1,'.repeat(50_000)}1${']'.repeat(50_000)}`, 'malformed_json', /./],
    [json, '{"amount": 1, "amount": 2}', 'malformed_request', /A field of the body is repeated/],
    [json, '{"amount": 1, "\\u0061mount": 2}', 'malformed_request', /A field of the body is repeated/],
    [json, '{"order_id": "a\\u0000"}', 'malformed_request', /order_id is not UTF-8 text/],
    [json, '{"order_id": "\\ud800"}', 'malformed_request', /order_id is not UTF-8 text/],
    [json, '{"order_id": "\uFFFD"}', 'malformed_request', /order_id is not UTF-8 text/],
    [json, '{"order_id[]": "1"}', 'malformed_request', /order_id is an array/],
    [json, `{"order_id": "${'1'.repeat(4_001)}"}`, 'malformed_request', /more than 4000 characters/],
    [json, '{"amount": {"value": 1}}', 'validation_failed', /./],
    [json, '{"amount": [1]}', 'validation_failed', /./],
    [json, '{"amount": true}', 'validation_failed', /./],
    [form, 'order_id=%00', 'malformed_request', /order_id is not UTF-8 text/],
    [form, 'order_id=1&order_id=2', 'malformed_request', /order_id is repeated/],
  ];
  for (const [mediaType, text, code, reason] of rows) {
    assert.throws(
      () => readMessage(mediaType, text),
      (error) => {
        assert.ok(error instanceof Problem, String(error));
        assert.equal(error.code, code);
        assert.match(error.detail, reason);
        return true;
      },
      text.slice(0, 80),
    );
  }
});
