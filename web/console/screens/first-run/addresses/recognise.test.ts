// What is pasted is told by its shape: a table of real addresses and keys.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recognise } from './recognise.ts';

const xpub =
  'xpub6CUGRUonZSQ4TWtTMmzXdrXDtypWKiKrhko4egpiMZbpiaQL2jkwSB1icqYh2cfDfVxdx4df189oLKnC5fSwqPfgyP3hooxujYzAu3fDVmz';

const cases: readonly (readonly [text: string, what: string | null])[] = [
  ['0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC', 'address EVM'],
  [' 0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC\n', 'address EVM'],
  ['TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', 'address TRON'],
  ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'address UTXO'],
  ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'address UTXO'],
  ['3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', 'address UTXO'],
  ['DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L', 'address UTXO'],
  [xpub, 'xpub EVM TRON UTXO, script'],
  [`z${xpub.slice(1)}`, 'xpub UTXO'],
  [`wpkh(${xpub}/0/*)`, 'xpub UTXO'],
  [`wsh(sortedmulti(2,${xpub}/0/*,${xpub}/1/*))`, 'xpub UTXO'],
  [`"z${xpub.slice(1)}"`, 'xpub UTXO'],
  [`[d34db33f/84h/0h/0h]${xpub}/0/*`, 'xpub UTXO'],
  [`[d34db33f/44'/60'/0']${xpub}/0/*`, 'xpub EVM'],
  [`[d34db33f/44'/195'/0']${xpub}`, 'xpub TRON'],
  [`${xpub}/0/*`, 'xpub EVM TRON UTXO, script'],
  [`{"keystore": {"xpub": "z${xpub.slice(1)}"}}`, 'xpub UTXO'],
  [`[{"desc": "wpkh(${xpub}/0/*)"}]`, 'xpub UTXO'],
  ['# BlueWallet Multisig setup file\nName: Vault\nPolicy: 2 of 3', 'xpub UTXO'],
  ['Name: Vault\nPolicy: 2 of 3\nFormat: P2WSH', 'xpub UTXO'],
  ['my wallet', null],
  ['', null],
];

test('an address or a key is known by its shape, also with space around it', () => {
  for (const [text, what] of cases) {
    const found = recognise(text);
    const told =
      found === null ? null : `${found.kind} ${found.families.join(' ')}${found.needsScript ? ', script' : ''}`;
    assert.equal(told, what, text);
  }
});
