// Derived addresses equal the addresses in the merchant's wallet, and private keys are always rejected.
import assert from 'node:assert/strict';
import { pbkdf2Sync } from 'node:crypto';
import { test } from 'node:test';
import { HDKey } from '@scure/bip32';
import { mnemonicToAccount } from 'viem/accounts';
import { deriveEvmAddress, readExtendedPublicKey } from './derive.ts';

const mnemonic = 'test test test test test test test test test test test junk';
// BIP-39, from mnemonic to seed.
const root = HDKey.fromMasterSeed(pbkdf2Sync(mnemonic, 'mnemonic', 2048, 64, 'sha512'));
const account = root.derive("m/44'/60'/0'");
const branch = account.deriveChild(0);

function canonicalOf(text: string): string {
  const read = readExtendedPublicKey(text);
  assert.ok(typeof read !== 'string', String(read));
  return read.canonical;
}

test("an account's key and its receiving branch's give the addresses that wallets list", () => {
  for (const key of [account, branch]) {
    const canonical = canonicalOf(key.publicExtendedKey);
    for (const addressIndex of [0, 1, 2, 19, 1000, 0x7fff_ffff])
      assert.equal(
        deriveEvmAddress(canonical, addressIndex),
        mnemonicToAccount(mnemonic, { addressIndex }).address.toLowerCase(),
      );
  }
  // The first address of the mnemonic that Ethereum development nodes use.
  assert.equal(
    deriveEvmAddress(canonicalOf(account.publicExtendedKey), 0),
    '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
  );
});

test('alternating between keys does not mix their addresses', () => {
  const other = root.derive("m/44'/60'/1'").publicExtendedKey;
  const first = deriveEvmAddress(account.publicExtendedKey, 3);
  const second = deriveEvmAddress(other, 3);
  assert.notEqual(first, second);
  assert.equal(deriveEvmAddress(account.publicExtendedKey, 3), first);
});

test('a tpub is the same key under another name', () => {
  const seed = Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex');
  const testKey = HDKey.fromMasterSeed(seed, { private: 0x04358394, public: 0x043587cf }).derive("m/44'/60'/0'");
  const mainKey = HDKey.fromMasterSeed(seed).derive("m/44'/60'/0'");
  assert.match(testKey.publicExtendedKey, /^tpub/);
  assert.equal(canonicalOf(testKey.publicExtendedKey), mainKey.publicExtendedKey);
});

test('the published vectors of BIP-32 are read', () => {
  // Test vector 1, chains m, m/0' and m/0'/1; test vector 3, chain m.
  for (const xpub of [
    'xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8',
    'xpub68Gmy5EdvgibQVfPdqkBBCHxA5htiqg55crXYuXoQRKfDBFA1WEjWgP6LHhwBZeNK1VTsfTFUHCdrfp1bgwQ9xv5ski8PX9rL2dZXvgGDnw',
    'xpub6ASuArnXKPbfEwhqN6e3mwBcDTgzisQN1wXN9BJcM47sSikHjJf3UFHKkNAWbWMiGj7Wf5uMash7SyYq527Hqck2AxYysAA7xmALppuCkwQ',
    'xpub661MyMwAqRbcEZVB4dScxMAdx6d4nFc9nvyvH3v4gJL378CSRZiYmhRoP7mBy6gSPSCYk6SzXPTf3ND1cZAceL7SfJ1Z3GC8vBgp2epUt13',
  ])
    assert.equal(canonicalOf(xpub), xpub);
});

test('the invalid keys of BIP-32 test vector 5 are refused', () => {
  const invalid = {
    'a public version with a private key':
      'xpub661MyMwAqRbcEYS8w7XLSVeEsBXy79zSzH1J8vCdxAZningWLdN3zgtU6LBpB85b3D2yc8sfvZU521AAwdZafEz7mnzBBsz4wKY5fTtTQBm',
    'a public key with prefix 04':
      'xpub661MyMwAqRbcEYS8w7XLSVeEsBXy79zSzH1J8vCdxAZningWLdN3zgtU6Txnt3siSujt9RCVYsx4qHZGc62TG4McvMGcAUjeuwZdduYEvFn',
    'a public key with prefix 01':
      'xpub661MyMwAqRbcEYS8w7XLSVeEsBXy79zSzH1J8vCdxAZningWLdN3zgtU6N8ZMMXctdiCjxTNq964yKkwrkBJJwpzZS4HS2fxvyYUA4q2Xe4',
    'a public key off the curve':
      'xpub661MyMwAqRbcEYS8w7XLSVeEsBXy79zSzH1J8vCdxAZningWLdN3zgtU6Q5JXayek4PRsn35jii4veMimro1xefsM58PgBMrvdYre8QyULY',
    'a wrong checksum':
      'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHL',
  };
  for (const [what, text] of Object.entries(invalid)) assert.equal(typeof readExtendedPublicKey(text), 'string', what);
});

test('a private key is distinguished from a typing error', () => {
  assert.equal(readExtendedPublicKey(account.privateExtendedKey), 'private_key');
  assert.equal(readExtendedPublicKey(root.privateExtendedKey), 'private_key');
  const zprv =
    'zprvAWgYBBk7JR8Gjrh4UJQ2uJdG1r3WNRRfURiABBE3RvMXYSrRJL62XuezvGdPvG6GFBZduosCc1YP5wixPox7zhZLfiUm8aunE96BBa4Kei5';
  assert.equal(readExtendedPublicKey(zprv), 'private_key');
});

test('text that is not an extended public key is rejected with a reason', () => {
  assert.equal(readExtendedPublicKey(''), 'not_an_extended_key');
  assert.equal(readExtendedPublicKey('xpub'), 'not_an_extended_key');
  assert.equal(readExtendedPublicKey(account.publicExtendedKey.replace(/.$/, 'X')), 'not_an_extended_key');
  assert.equal(readExtendedPublicKey(branch.deriveChild(0).publicExtendedKey), 'wrong_depth');
  const zpub =
    'zpub6jftahH18ngZxLmXaKw3GSZzZsszmt9WqedkyZdezFtWRFBZqsQH5hyUmb4pCEeZGmVfQuP5bedXTB8is6fTv19U1GQRyQUKQGUTzyHACMF';
  assert.equal(readExtendedPublicKey(zpub), 'other_network');
});

test('an index beyond 31 bits is a programming error', () => {
  for (const index of [-1, 0.5, 0x8000_0000, Number.NaN])
    assert.throws(() => deriveEvmAddress(account.publicExtendedKey, index), RangeError);
});
