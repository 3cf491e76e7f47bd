// Every code is read by an independent reader, and is as large as another encoder's.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encode } from 'uqr';
import { readCode } from '../../../test/rig/browser/checkout/read-code.ts';
import { qrMatrix } from './qr-matrix.ts';

const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

test('what a code says is what it was made of, in every version', () => {
  const texts = [
    address,
    'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC',
    `ethereum:${address}@31337?value=64500000000000000`,
    `ethereum:${address}@8453/transfer?address=${address}&uint256=49900000`,
    'litecoin:ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9?amount=0.60000000',
    'naïve ₿ 漢字',
  ];
  for (let length = 1; length <= 660; length += length < 60 ? 3 : 30)
    texts.push(Array.from({ length }, (_, at) => String.fromCharCode(33 + ((at * 37 + length) % 90))).join(''));
  for (const text of texts) {
    const modules = qrMatrix(text);
    assert.equal(readCode(modules), text);
    assert.equal(modules.length, encode(text, { ecc: 'M', border: 0, boostEcc: false }).size, text);
  }
});

test('what does not fit is refused', () => {
  assert.throws(() => qrMatrix('a'.repeat(667)), RangeError);
});
