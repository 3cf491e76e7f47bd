// Derived TRON addresses equal the ones in wallets, and a payment link never names the wrong coin.
import assert from 'node:assert/strict';
import { pbkdf2Sync } from 'node:crypto';
import { test } from 'node:test';
import { HDKey } from '@scure/bip32';
import { recordedTronweb } from '../../../../test/rig/tron/signing/recorded-tronweb.ts';
import { tronWalletCodec } from '../accounts/wallets/wallet-codecs.ts';
import { tronCodec } from './codec.ts';

const network = { symbol: 'tron', chainId: 728_126_428, params: null, rpc: [], contracts: [] };
const mnemonic = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about';
const account = HDKey.fromMasterSeed(pbkdf2Sync(mnemonic, 'mnemonic', 2048, 64, 'sha512')).derive("m/44'/195'/0'");

/** m/44'/195'/0'/0/0…4 of the best-known mnemonic, as several wallets publish them in their tests. */
const published = [
  'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH',
  'TSeJkUh4Qv67VNFwY8LaAxERygNdy6NQZK',
  'TYJPRrdB5APNeRs4R7fYZSwW3TcrTKw2gx',
  'TRhVWK5XEDkQBDevcdCWW7RW51aRncty4W',
  'TT2X2yyubp7qpAWYYNE5JQWBtoZ7ikQFsY',
];

function canonicalKey(text: string): string {
  const read = tronWalletCodec.readExtendedKey(text, network);
  assert.ok('canonical' in read, JSON.stringify(read));
  return read.canonical;
}

test("an account's xpub gives the addresses that wallets list", () => {
  for (const key of [account, account.deriveChild(0)]) {
    const canonical = canonicalKey(key.publicExtendedKey);
    for (const [index, address] of published.entries()) {
      const derived = tronCodec.deriveAddress(canonical, BigInt(index), network);
      assert.equal(tronCodec.showAddress(derived, network), address);
      assert.equal(recordedTronweb.children[index], address, 'as tronweb has it');
    }
  }
});

test('a private key, a key of one address and an address are refused with a sentence', () => {
  const refusalOf = (text: string) => {
    const read = tronWalletCodec.readExtendedKey(text, network);
    return 'message' in read ? read.code : 'taken';
  };
  assert.equal(refusalOf(account.privateExtendedKey), 'private_key');
  assert.equal(refusalOf(account.deriveChild(0).deriveChild(0).publicExtendedKey), 'wrong_depth');
  assert.equal(refusalOf(published[0] as string), 'not_an_extended_key');
});

test('a hash is accepted with or without 0x, in any case', () => {
  const id = '9d67598c8b90336fb876efc7a2b7b78534dab94a802baf481632c17bae11ce2e';
  for (const text of [id, `0x${id}`, id.toUpperCase()])
    assert.deepEqual(tronCodec.readTransactionHash(text), { canonical: id });
  assert.ok('message' in tronCodec.readTransactionHash(id.slice(1)));
});

test('a link has the exact amount for TRX, and no amount for a token', () => {
  const recipient = '0xa614f803b6fd780986a42c78ec9c7f77e6ded13c';
  const to = 'tron:TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
  const uri = (contract: string, amount: bigint | null) =>
    tronCodec.paymentUri({ recipient, contract, amount, decimals: 6 }, network);
  assert.equal(uri('', 1_500_001n), `${to}?amount=1.500001`);
  assert.equal(uri('', 40_000_000n), `${to}?amount=40`);
  assert.equal(uri('', null), to);
  assert.equal(uri(recipient, 60_000_000n), to);
});
