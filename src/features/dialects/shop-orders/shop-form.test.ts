// Forms of shops are read with each field once, or refused.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Problem } from '../../../core/problem.ts';
import { readShopForm } from './shop-form.ts';

test('a form is read as PHP reads it', () => {
  const rows: [text: string, fields: Record<string, string>][] = [
    ['', {}],
    ['pid=1&name=VIP+%26+%E4%BC%9A%E5%91%98&param=', { pid: '1', name: 'VIP & 会员', param: '' }],
    ['money=20.00&name=100%25', { money: '20.00', name: '100%' }],
    ['notify_url=http://shop.example/notify?a=b', { notify_url: 'http://shop.example/notify?a=b' }],
    ['name=会员', { name: '会员' }],
    ['&&pid=1&', { pid: '1' }],
  ];
  for (const [text, fields] of rows) assert.deepEqual(readShopForm(text), fields, text);
});

test('ambiguous fields, other formats and text that cannot be stored are refused, with a reason', () => {
  const rows: [text: string, reason: RegExp][] = [
    ['money=1.00&money=2.00', /^The field money is repeated\.$/],
    ['money=1.00&mone%79=2.00', /^The field money is repeated\.$/],
    ['money[]=1.00', /^The field money is an array\./],
    ['money%5Ba%5D=1.00', /^The field money is an array\./],
    ['name=a%00b', /^The field name is not UTF-8 text, or contains the character U\+0000\.$/],
    ['name=%BB%E1%D4%B1', /^The field name is not UTF-8 text/],
    ['name=%ED%A0%80', /^The field name is not UTF-8 text/],
    ['<xml><money>1.00</money></xml>', /^The request is not a form/],
    ['a:2:{s:3:"pid";s:1:"1";s:5:"money";s:4:"1.00";}', /^The request is not a form/],
    ['{"pid":"1","money":"1.00"}', /^The request is not a form/],
    ['__proto__[x]=1', /^The field __proto__ is an array\./],
    ['=1', /^The request is not a form/],
    ['a%20b=1', /^The request is not a form/],
    [`${'a'.repeat(65)}=1`, /^The request is not a form/],
    [`${'<'.repeat(1_000)}[=1`, /^The request is not a form/],
    [`name=${'x'.repeat(4_001)}`, /^The field name has more than 4000 characters\.$/],
    [Array.from({ length: 51 }, (_, at) => `f${at}=1`).join('&'), /^The request has more than 50 fields\.$/],
  ];
  for (const [text, reason] of rows) {
    assert.throws(
      () => readShopForm(text),
      (error) => {
        assert.ok(error instanceof Problem);
        assert.equal(error.code, 'malformed_request');
        assert.match(error.detail, reason);
        assert.ok(error.detail.length < 150, 'the reason is short whatever was sent');
        return true;
      },
      text.slice(0, 80),
    );
  }
});
