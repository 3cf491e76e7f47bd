// The checksum of an address, and the SHA-256 hash that it begins.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { addressChecksum, sha256 } from './address-check.ts';

const asked = {
  transactionId: '019aab00-0000-7000-8000-000000000001',
  to: '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc',
  network: 'ethereum',
  cryptocurrency: 'USDT',
  amount: '25.5',
};

test('the checksum is sixteen letters, and others for another address, coin, network or amount', () => {
  const own = addressChecksum(asked);
  assert.match(own, /^(?:[0-9A-HJKMNP-TV-Z]{4} ){3}[0-9A-HJKMNP-TV-Z]{4}$/);
  assert.equal(addressChecksum({ ...asked }), own);
  const others = [
    { ...asked, transactionId: '019aab00-0000-7000-8000-000000000002' },
    { ...asked, to: '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65' },
    { ...asked, network: 'polygon' },
    { ...asked, cryptocurrency: 'USDC' },
    { ...asked, amount: '255' },
  ];
  assert.equal(new Set([own, ...others.map(addressChecksum)]).size, 6);
  const digest = createHash('sha256').update(Object.values(asked).join('\n')).digest('hex');
  const decoded = [...own.replaceAll(' ', '')].reduce(
    (sum, letter) => sum * 32n + BigInt('0123456789ABCDEFGHJKMNPQRSTVWXYZ'.indexOf(letter)),
    0n,
  );
  assert.equal(decoded.toString(16).padStart(20, '0'), digest.slice(0, 20));
});

test('SHA-256 is that of FIPS 180-4, for texts of every length around a block', () => {
  for (let length = 0; length < 200; length++) {
    const message = Uint8Array.from({ length }, (_, at) => (at * 31 + length) & 255);
    assert.equal(Buffer.from(sha256(message)).toString('hex'), createHash('sha256').update(message).digest('hex'));
  }
});
