// A table of real addresses, keys and files, and the networks that accept each pasted text.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HDKey } from '@scure/bip32';
import type { FamilyName } from '../../../core/config/network-entry.ts';
import { codecOf } from '../codecs.ts';
import { type ReadNetwork, recogniseText } from './recognise-text.ts';
import { walletCodecOf } from './wallet-codecs.ts';

const read = (family: FamilyName, symbol: string, params: string | null = null): ReadNetwork => ({
  identity: { symbol, chainId: null, params },
  codec: codecOf(family),
  wallets: walletCodecOf(family),
});
const networks = [
  ...['ethereum', 'base'].map((symbol) => read('EVM', symbol)),
  read('TRON', 'tron'),
  ...['bitcoin', 'bitcoin-signet', 'litecoin', 'dogecoin'].map((name) => read('UTXO', name, name)),
];

/**
 * A short form: the kind and the networks, with a question mark if the script must be named; else the codes of the
 * problems.
 */
function summaryOf(text: string): string {
  const { kind, networks: where, belongsTo, problems } = recogniseText(text, networks);
  if (kind === null) return problems.map(({ code }) => code).join(' ');
  const taken = where.map(({ symbol, scripts }) => (scripts.length > 0 ? `${symbol}?` : symbol));
  return [`${kind}:`, ...(taken.length > 0 ? taken : [`(${belongsTo.join(' or ')})`])].join(' ');
}

function tableOf(rows: readonly (readonly [text: string, expected: string])[]): void {
  for (const [text, expected] of rows) assert.equal(summaryOf(text), expected, text);
}

/** From BIP-32's test vectors, at the depth of an account. */
const xpub =
  'xpub6CUGRUonZSQ4TWtTMmzXdrXDtypWKiKrhko4egpiMZbpiaQL2jkwSB1icqYh2cfDfVxdx4df189oLKnC5fSwqPfgyP3hooxujYzAu3fDVmz';
/** The account of BIP-84's test vectors. */
const zpub =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';

test('an address belongs to the networks that accept it', () => {
  tableOf([
    ['0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC', 'address: ethereum base'],
    ['0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc', 'address: ethereum base'],
    ['TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', 'address: tron'],
    ['415cbdd86a2fa8dc4bddd8a8f69dba48572eec07fb', 'address: tron'],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'address: bitcoin'],
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'address: bitcoin'],
    ['3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', 'address: bitcoin'],
    ['tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'address: bitcoin-signet'],
    ['DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L', 'address: dogecoin'],
    ['bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', 'address: (Bitcoin regtest)'],
  ]);
});

test('a key belongs to the networks that accept it, and reports a missing script', () => {
  const cosigners = `wsh(sortedmulti(2,${xpub}/0/*,${xpub}/1/*))`;
  tableOf([
    [xpub, 'xpub: ethereum base tron bitcoin? litecoin? dogecoin'],
    [`${xpub}/0/*`, 'xpub: ethereum base tron bitcoin? litecoin? dogecoin'],
    [zpub, 'xpub: bitcoin litecoin'],
    [`"${zpub}"`, 'xpub: bitcoin litecoin'],
    [`wpkh(${xpub}/0/*)`, 'xpub: bitcoin litecoin'],
    [cosigners, 'xpub: bitcoin litecoin'],
    [`[d34db33f/84h/0h/0h]${xpub}/0/*`, 'xpub: bitcoin'],
    [`[d34db33f/44'/60'/0']${xpub}/0/*`, 'xpub: ethereum base'],
    [`[d34db33f/44'/195'/0']${xpub}`, 'xpub: tron'],
    [`{"keystore": {"type": "bip32", "xpub": "${zpub}"}, "wallet_type": "standard"}`, 'xpub: bitcoin litecoin'],
    [`wpkh(${xpub}/0/*)\ntr(${xpub}/0/*)`, 'xpub: bitcoin? litecoin?'],
  ]);
});

test('an invalid text is explained, and a private key is only reported as one', () => {
  tableOf([
    ['0x3C44CdDdB6a900fa2b585dd299e03d12FA4293Bc', 'wrong_checksum wrong_checksum'],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', 'wrong_checksum'],
    [`0x${'0'.repeat(40)}`, 'zero_address'],
    [`wpkh(${xpub})`, 'no_range'],
    ['my wallet', ''],
  ]);
  const secret = HDKey.fromMasterSeed(new Uint8Array(16)).derive("m/44'/60'/0'").privateExtendedKey;
  assert.equal(summaryOf(secret), 'private_key');
  assert.equal(summaryOf(`wpkh(${secret}/0/*)`), 'private_key');
});
