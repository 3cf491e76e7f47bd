// Extended keys and descriptors give the addresses that BIP-44, 49, 84 and 86 publish, in every form that wallets copy
// (C14).
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fc } from '../../../../../test/rig/chance/properties.ts';
import { isRefusal, type KeyScript, keyScripts } from '../../codec.ts';
import { base58check } from '../addresses/script.ts';
import { utxoCodec } from '../codec.ts';
import { utxoParams } from '../params.ts';
import { utxoWalletCodec } from '../wallet-codec.ts';
import { deriveUtxoAddress } from './derive-address.ts';
import { descriptorChecksum } from './descriptor-checksum.ts';
import { readReceivingBranch } from './read-extended-key.ts';
import { canonicalKey } from './receiving-branch.ts';

// The accounts of "abandon abandon … about", the phrase of the BIPs' own vectors, at m/44'/0'/0' and so on.
const xpub44 =
  'xpub6BosfCnifzxcFwrSzQiqu2DBVTshkCXacvNsWGYJVVhhawA7d4R5WSWGFNbi8Aw6ZRc1brxMyWMzG3DSSSSoekkudhUd9yLb6qx39T9nMdj';
const tpub49 =
  'tpubDD7tXK8KeQ3YY83yWq755fHY2JW8Ha8Q765tknUM5rSvjPcGWfUppDFMpQ1ScziKfW3ZNtZvAD7M3u7bSs7HofjTD3KP3YxPK7X6hwV8Rk2';
const zpub84 =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';
const xpub86 =
  'xpub6BgBgsespWvERF3LHQu6CnqdvfEvtMcQjYrcRzx53QJjSxarj2afYWcLteoGVky7D3UKDP9QyrLprQ3VCECoY49yfdDEHGCtMMj92pReUsQ';

function canonical(text: string, chain = 'bitcoin'): string {
  const read = readReceivingBranch(text, utxoParams(chain));
  assert.ok(!('message' in read), `${text.slice(0, 20)}… was refused`);
  return canonicalKey(read, utxoParams(chain));
}

function refusalOf(text: string, chain = 'bitcoin'): string {
  const read = readReceivingBranch(text, utxoParams(chain));
  assert.ok('message' in read, `${text.slice(0, 20)}… was taken`);
  assert.ok(text === '' || !read.message.includes(text), 'a refusal repeats what it refused');
  return read.code;
}

function children(text: string, count: number, chain = 'bitcoin'): string[] {
  const key = canonical(text, chain);
  return Array.from({ length: count }, (_, index) => deriveUtxoAddress(key, BigInt(index), utxoParams(chain)));
}

/** The same key for another kind of address. */
function respelled(key: string, prefix: 'y' | 'z'): string {
  return canonical(prefix === 'y' ? `sh(wpkh(${key}/0/*))` : `wpkh(${key}/0/*)`);
}

/** The same key under other version bytes. */
function written(key: string, version: number): string {
  const payload = base58check.decode(key);
  new DataView(payload.buffer).setUint32(0, version);
  return base58check.encode(payload);
}

test('a key of BIP-44 gives P2PKH addresses', () => {
  assert.deepEqual(children(`pkh(${xpub44}/0/*)`, 2), [
    '1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA',
    '1Ak8PffB2meyfYnbXZR9EGfLfFZVpzJvQP',
  ]);
});

test('ypub, upub and sh(wpkh()) are P2SH-P2WPKH: the vector of BIP-49', () => {
  const first = '2Mww8dCYPUpKHofjgcXcBCEGmniw9CoaiD2';
  const upub = canonical(`sh(wpkh(${tpub49}/0/*))`, 'bitcoin-testnet');
  assert.match(upub, /^upub/);
  for (const text of [upub, `sh(wpkh(${tpub49}/0/*))`, `sh(wpkh([8d2a3c4f/49'/1'/0']${upub}/0/*))`])
    assert.deepEqual(children(text, 1, 'bitcoin-testnet'), [first]);
});

test('zpub and wpkh() are P2WPKH: the vectors of BIP-84', () => {
  assert.deepEqual(children(zpub84, 2), [
    'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
    'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g',
  ]);
});

test('tr() is P2TR with the key alone: the vectors of BIP-86', () => {
  assert.deepEqual(children(`tr(${xpub86}/0/*)`, 2), [
    'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
    'bc1p4qhjn9zdvkux4e44uhx8tc55attvtyu358kutcqkudyccelu0was9fqzwh',
  ]);
  assert.deepEqual(children(`tr(${xpub86}/1/*)`, 1), [
    'bc1p3qkhfews2uk44qtvauqyr2ttdsw7svhkl9nkm9s9c3x4ax5h60wqwruhk7',
  ]);
});

test('a zpub and the xpub of the same key within wpkh() are one key, and another kind of address makes another', () => {
  const xpub = /\((xpub\w+)/.exec(canonical(`wpkh(${zpub84}/1/*)`))?.[1] as string;
  const spellings = [
    zpub84,
    ` ${zpub84}\n`,
    `wpkh(${xpub}/0/*)`,
    `wpkh(${zpub84}/0/*)`,
    `wpkh([73c5da0a/84h/0h/0h]${xpub}/0/*)`,
    `wpkh([73C5DA0A/84'/0'/0']${xpub}/<0;1>/*)`,
    `wpkh(${xpub}/0/*)#${descriptorChecksum(`wpkh(${xpub}/0/*)`)}`,
  ];
  for (const text of spellings) assert.equal(canonical(text), zpub84, text);
  for (const text of [xpub, `sh(wpkh(${xpub}/0/*))`, `tr(${xpub}/0/*)`, `wpkh(${xpub}/*)`, `wpkh(${xpub}/1/*)`])
    assert.notEqual(canonical(text), zpub84, text);
  assert.equal(canonical(canonical(`tr(${xpub}/0/*)`)), `tr(${xpub}/0/*)`);
});

test('Litecoin’s and Dogecoin’s own prefixes are accepted on their own networks only', () => {
  assert.equal(canonical(written(xpub44, 0x019da462), 'litecoin'), `pkh(${xpub44}/0/*)`);
  assert.equal(canonical(written(xpub44, 0x01b26ef6), 'litecoin'), respelled(xpub44, 'y'));
  assert.equal(canonical(written(xpub44, 0x02facafd), 'dogecoin'), xpub44);
  assert.match(children(xpub44, 1, 'litecoin')[0] as string, /^L/);
  assert.match(children(respelled(xpub44, 'y'), 1, 'litecoin')[0] as string, /^M/);
  assert.match(children(zpub84, 1, 'litecoin')[0] as string, /^ltc1q/);
  assert.match(children(xpub44, 1, 'dogecoin')[0] as string, /^D/);
  for (const text of [zpub84, `tr(${xpub86}/0/*)`, respelled(xpub44, 'y')])
    assert.equal(refusalOf(text, 'dogecoin'), 'no_segwit');
});

test('C14-key-of-another-coin: a key with another coin’s prefix or origin is refused, with its name', () => {
  const elsewhere: [version: number, is: RegExp, chains: string[]][] = [
    [0x019da462, /of Litecoin \(Ltub\)/, ['bitcoin', 'dogecoin']],
    [0x01b26ef6, /of Litecoin \(Mtub\)/, ['bitcoin', 'dogecoin']],
    [0x02facafd, /of Dogecoin \(dgub\)/, ['bitcoin', 'litecoin']],
    [0x0436f6e1, /of Litecoin \(ttub\)/, ['bitcoin-testnet', 'bitcoin-regtest', 'dogecoin-testnet']],
  ];
  const assertRefused = (text: string, chain: string, is: RegExp) => {
    const read = readReceivingBranch(text, utxoParams(chain));
    assert.ok('message' in read && read.code === 'other_network', `${text} on ${chain}`);
    assert.match(read.message, is);
    assert.ok(read.message.includes(`this network is ${utxoParams(chain).title}`));
  };
  for (const [version, is, chains] of elsewhere)
    for (const chain of chains) {
      assertRefused(written(xpub44, version), chain, is);
      assertRefused(`pkh(${written(xpub44, version)}/0/*)`, chain, is);
    }
  const origins: [origin: string, own: string, others: string[], is: RegExp][] = [
    ["44'/0'/0'", 'bitcoin', ['litecoin', 'dogecoin'], /of Bitcoin \(m\/44'\/0'\/0'\)/],
    ['44h/2h/5h', 'litecoin', ['bitcoin', 'dogecoin'], /of Litecoin \(m\/44h\/2h\/5h\)/],
    ["44'/3'/0'", 'dogecoin', ['bitcoin', 'litecoin'], /of Dogecoin/],
  ];
  for (const [origin, own, others, is] of origins) {
    const text = `pkh([73c5da0a/${origin}]${xpub44}/0/*)`;
    assert.equal(canonical(text, own), canonical(`pkh(${xpub44}/0/*)`, own));
    for (const chain of others) assertRefused(text, chain, is);
  }
  // Paths of other forms or other coins are ignored.
  for (const origin of ['', "/0'/0'/0'", "/44'/60'/0'", '/44/0/0', "/1852'/0'/0'"])
    canonical(`pkh([73c5da0a${origin}]${xpub44}/0/*)`, 'litecoin');
});

const facts = (params: string) => ({ symbol: 'local', chainId: null, params, rpc: [], contracts: [] });

function read(text: string, script: KeyScript | null, firstAddress: string | null, chain = 'bitcoin') {
  return utxoWalletCodec.readExtendedKey(text, facts(chain), { script, firstAddress });
}

/** The code and the field of a refusal, or the first address. */
function meant(...wanted: Parameters<typeof read>): string {
  const [, , , chain = 'bitcoin'] = wanted;
  const key = read(...wanted);
  if (isRefusal(key)) return [key.code, key.about].join(' ').trim();
  return utxoCodec.deriveAddress(key.canonical, 0n, facts(chain));
}

test('a bare xpub needs a script or a first address: nothing is guessed', () => {
  const first = {
    p2pkh: children(`pkh(${xpub86}/0/*)`, 1)[0] as string,
    'p2sh-p2wpkh': children(`sh(wpkh(${xpub86}/0/*))`, 1)[0] as string,
    p2wpkh: children(`wpkh(${xpub86}/0/*)`, 1)[0] as string,
    p2tr: 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
  };
  for (const script of keyScripts) {
    assert.equal(meant(xpub86, script, null), first[script]);
    assert.equal(meant(xpub86, null, first[script]), first[script]);
    const named = read(xpub86, script, null);
    assert.ok(!isRefusal(named));
    assert.deepEqual(read(xpub86, null, first[script]), named);
    const kept = read(named.canonical, null, null);
    assert.ok(!isRefusal(kept));
    assert.deepEqual([kept.canonical, kept.identity], [named.canonical, named.identity], 'what is kept says it itself');
  }
  assert.equal(meant(xpub86, null, null), 'script_required');
  assert.equal(meant(tpub49, null, null, 'bitcoin-regtest'), 'script_required');
  assert.equal(meant(written(xpub86, 0x019da462), null, null, 'litecoin'), 'script_required');
  assert.equal(meant(xpub86, null, '1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA'), 'other_first_address first_address');
});

test('a key that names its kind needs no script, and a contradicting one is rejected', () => {
  const [first = ''] = children(zpub84, 1);
  for (const text of [zpub84, `wpkh(${zpub84}/0/*)`]) {
    assert.equal(meant(text, null, null), first);
    assert.equal(meant(text, 'p2wpkh', null), first);
    for (const other of ['p2pkh', 'p2sh-p2wpkh', 'p2tr'] as const)
      assert.equal(meant(text, other, null), 'contradiction script');
  }
  // Dogecoin has only one kind.
  assert.match(meant(xpub44, null, null, 'dogecoin'), /^D/);
  assert.equal(meant(xpub44, 'p2wpkh', null, 'dogecoin'), 'contradiction script');
});

test('W47-spelling: depth, parent and number do not change the key; kind, path and chain code do', () => {
  const identity = (text: string, script: KeyScript | null = null, chain = 'bitcoin') => {
    const key = read(text, script, null, chain);
    assert.ok(!isRefusal(key), text);
    return key.identity;
  };
  const changed = (key: string, at: number, byte: number) => {
    const payload = base58check.decode(key);
    payload[at] = byte;
    return base58check.encode(payload);
  };
  // Version (4 bytes), depth, the parent's fingerprint (4), the child's number (4), chain code (32), key (33): BIP-32.
  for (const [at, byte] of [
    [4, 1],
    [4, 2],
    [5, 0xff],
    [8, 0x11],
    [9, 0],
    [12, 7],
  ] as const)
    assert.equal(identity(changed(zpub84, at, byte)), identity(zpub84), `byte ${at}`);
  const same = `wpkh(${zpub84}/0/*)`;
  assert.equal(identity(same), identity(zpub84));
  assert.notEqual(identity(changed(zpub84, 13, 0)), identity(zpub84), 'chain code');
  assert.notEqual(identity(`wpkh(${zpub84}/1/*)`), identity(zpub84), 'path');
  assert.notEqual(identity(xpub44, 'p2wpkh'), identity(xpub44, 'p2tr'), 'kind');
  // The addresses differ, but the first word is the same because it names the key itself.
  const [key] = identity(xpub44, 'p2wpkh').split(' ');
  assert.equal(identity(changed(xpub44, 4, 4), 'p2tr').split(' ')[0], key);
  assert.notEqual(identity(xpub86, 'p2wpkh').split(' ')[0], key);
});

test('C14-key-of-another-network: test keys on main networks and main keys on test networks are refused', () => {
  assert.equal(refusalOf(tpub49), 'other_network');
  assert.equal(refusalOf(`wpkh(${tpub49}/0/*)`), 'other_network');
  for (const text of [xpub44, zpub84, `tr(${xpub86}/0/*)`])
    for (const chain of [
      'bitcoin-testnet',
      'bitcoin-testnet4',
      'bitcoin-signet',
      'bitcoin-regtest',
      'litecoin-regtest',
    ])
      assert.equal(refusalOf(text, chain), 'other_network');
});

test('private keys, underivable paths and several keys are rejected with their own reasons', () => {
  const xprv =
    'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi';
  const cases: [text: string, code: string][] = [
    [xprv, 'private_key'],
    [`wpkh(${xprv}/0/*)`, 'private_key'],
    [`${xpub44.slice(0, -1)}k`, 'not_an_extended_key'],
    ['', 'not_an_extended_key'],
    [`wpkh(${xpub44}/0/*)#00000000`, 'wrong_checksum'],
    [`wpkh(${xpub44}/0/*)#`, 'wrong_checksum'],
    [`wpkh(${xpub44}/0/*)##`, 'not_an_extended_key'],
    [`wpkh(${xpub44})`, 'no_range'],
    [`wpkh(${xpub44}/0/5)`, 'no_range'],
    [`wpkh(${xpub44}/0'/*)`, 'hardened'],
    [`wpkh(${xpub44}/0/*h)`, 'hardened'],
    [`pkh(${zpub84}/0/*)`, 'contradiction'],
    [`tr(${zpub84}/0/*)`, 'contradiction'],
    [`wsh(pk(${xpub44}/0/*))`, 'unknown_descriptor'],
    [`sh(${xpub44}/0/*)`, 'unknown_descriptor'],
    [`combo(${xpub44}/0/*)`, 'unknown_descriptor'],
    [`tr(${xpub44}/0/*,pk(${xpub86}/0/*))`, 'script_path'],
    [`wpkh(${xpub44}/2147483648/*)`, 'unknown_descriptor'],
    [`wpkh(${xpub44}/0/*`, 'not_an_extended_key'],
  ];
  for (const [text, code] of cases) assert.equal(refusalOf(text), code, text.slice(0, 60));
  // Ypub and Zpub, the keys of cosigners, from SLIP-132's registry.
  for (const version of [0x0295b43f, 0x02aa7ed3])
    assert.equal(refusalOf(written(xpub44, version)), 'several_signatures');
});

test('the checksum of descriptors follows BIP-380', () => {
  assert.equal(descriptorChecksum('raw(deadbeef)'), '89f8spxm');
  assert.equal(descriptorChecksum('raw(deedbeef)') === '89f8spxm', false);
  assert.equal(descriptorChecksum('raw(Ü)'), null);
  // The answer of litecoind's getdescriptorinfo for the same text.
  assert.equal(descriptorChecksum(`sh(wpkh(${tpub49}/0/*))`), 'mc9ncp93');
});

test('any text is accepted or rejected, and an accepted one has one canonical form', () => {
  const pieces = fc.constantFrom(
    'wpkh(',
    'sh(',
    'tr(',
    ')',
    '/0',
    '/*',
    '/<0;1>',
    '#',
    '[',
    ']',
    xpub44,
    zpub84,
    tpub49,
  );
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(pieces, { maxLength: 8 }).map((all) => all.join('')),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const read = readReceivingBranch(text, utxoParams('bitcoin'));
      if ('message' in read) return;
      const key = canonicalKey(read, utxoParams('bitcoin'));
      assert.equal(canonical(key), key);
    }),
  );
});

test('Electrum, if installed, lists the same addresses for the same keys', () => {
  const keys = [xpub44, respelled(xpub86, 'y'), zpub84];
  for (const key of keys) {
    const ours = children(key, 20);
    assert.equal(new Set(ours).size, 20);
    const theirs = electrumAddresses(key);
    if (theirs !== null) assert.deepEqual(ours, theirs);
  }
});

/** The first twenty receiving addresses computed by Electrum, offline; null if Electrum is not installed. */
function electrumAddresses(key: string): string[] | null {
  const folder = mkdtempSync(join(tmpdir(), 'quittance-electrum-'));
  const run = (...args: string[]) =>
    execFileSync('electrum', ['--offline', '-D', folder, '-w', join(folder, 'wallet'), ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  try {
    run('restore', key);
    return (JSON.parse(run('listaddresses', '--receiving')) as string[]).slice(0, 20);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
