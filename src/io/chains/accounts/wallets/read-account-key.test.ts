// Reads keys of chains with accounts in the forms that wallets copy.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HDKey } from '@scure/bip32';
import { readAccountKey } from './read-account-key.ts';

// The seed of BIP-32's test vector 1.
const root = HDKey.fromMasterSeed(Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex'));
const account = root.derive("m/44'/60'/0'").publicExtendedKey;
const branch = root.derive("m/44'/60'/0'/0").publicExtendedKey;

test('M11-key-as-copied: origin, quotes and the usual path of an account change nothing', () => {
  const table: [text: string, key: string][] = [
    [`[73c5da0a/44h/60h/0h]${account}`, account],
    [`[73c5da0a/44'/60'/0']${account}/0/*`, account],
    [`${account}/0/*`, account],
    [`${account}/<0;1>/*`, account],
    [`"${account}"`, account],
    [` “[73c5da0a/44’/195’/0’]${account}/0/*”\n`, account],
    [`${account.slice(0, 50)}\n${account.slice(50)}`, account],
    [`${branch}/*`, branch],
    [`[73c5da0a/44h/60h/0h/0]${branch}`, branch],
  ];
  for (const [text, key] of table) {
    const read = readAccountKey(text);
    assert.ok(typeof read !== 'string', text);
    assert.equal(read.canonical, key);
  }
});

test('M11-key-as-copied: another path, or the origin of another coin, is refused by its name', () => {
  const table: [text: string, fault: string][] = [
    [`${account}/1/*`, 'other_path'],
    [`${account}/*`, 'other_path'],
    [`${branch}/0/*`, 'other_path'],
    [`${account}/0'/*`, 'other_path'],
    [`[73c5da0a/84h/0h/0h]${account}/0/*`, 'other_network'],
    [`[73c5da0a/44h/3h/0h]${account}`, 'other_network'],
    [`[73c5da0a/44h/60h/0h]${root.derive("m/44'/60'/0'").privateExtendedKey}`, 'private_key'],
    [`wpkh(${account}/0/*)`, 'not_an_extended_key'],
  ];
  for (const [text, fault] of table) assert.equal(readAccountKey(text), fault, text);
});
