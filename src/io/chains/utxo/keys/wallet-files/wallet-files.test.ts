// Keys in the formats that wallets copy give the same addresses as the bare key.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRefusal, type KeyScript } from '../../../codec.ts';
import { base58check } from '../../addresses/script.ts';
import { utxoCodec } from '../../codec.ts';
import { utxoWalletCodec } from '../../wallet-codec.ts';
import { descriptorChecksum } from '../descriptor-checksum.ts';

// The accounts of "abandon abandon … about", the phrase of the vectors of BIP-84 and BIP-86, at m/84'/0'/0' and so on.
const zpub84 =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';
const xpub84 = written(zpub84, 0x0488b21e);
const xpub86 =
  'xpub6BgBgsespWvERF3LHQu6CnqdvfEvtMcQjYrcRzx53QJjSxarj2afYWcLteoGVky7D3UKDP9QyrLprQ3VCECoY49yfdDEHGCtMMj92pReUsQ';
const xpub44 =
  'xpub6BosfCnifzxcFwrSzQiqu2DBVTshkCXacvNsWGYJVVhhawA7d4R5WSWGFNbi8Aw6ZRc1brxMyWMzG3DSSSSoekkudhUd9yLb6qx39T9nMdj';
const first84 = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
const first86 = 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr';
const first44 = '1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA';

/** The same key under other version bytes. */
function written(key: string, version: number): string {
  const payload = base58check.decode(key);
  new DataView(payload.buffer).setUint32(0, version);
  return base58check.encode(payload);
}

const withChecksum = (text: string): string => `${text}#${descriptorChecksum(text)}`;

/** The first address, or the code of the refusal. */
function first(text: string, script: KeyScript | null = null, chain = 'bitcoin'): string {
  const network = { symbol: chain, chainId: null, params: chain };
  const key = utxoWalletCodec.readExtendedKey(text, network, { script, firstAddress: null });
  return isRefusal(key) ? key.code : utxoCodec.deriveAddress(key.canonical, 0n, network);
}

const origin = '[73c5da0a/84h/0h/0h]';

test('M11-key-as-copied: origin, quotes and white space change nothing', () => {
  const texts = [
    ...[`${origin}${xpub84}`, `${origin}${xpub84}/0/*`, `${origin}${xpub84}/<0;1>/*`, `${origin}${zpub84}`],
    ...[`[73C5DA0A/84'/0'/0']${xpub84}/0/*`, `[73c5da0a/84’/0’/0’]${xpub84}`, `${zpub84}/0/*`],
    ...[`"${origin}${xpub84}/0/*"`, `'${zpub84}'`, `“${zpub84}”`, `\`${zpub84}\``, `  ${zpub84}\r\n`],
    ...[`${zpub84.slice(0, 40)}\n${zpub84.slice(40)}`, JSON.stringify(withChecksum(`wpkh(${origin}${xpub84}/0/*)`))],
    ...[withChecksum(`wpkh(${origin}${xpub84}/<0;1>/*)`), `wpkh(\n  ${origin}${xpub84}/0/*\n)`],
  ];
  for (const text of texts) assert.equal(first(text), first84, text);
  assert.equal(first(`[73c5da0a/86h/0h/0h]${xpub86}/0/*`), first86);
  assert.equal(first(`[73c5da0a/44h/0h/0h]${xpub44}/0/*`), first44);
});

test('M11-key-as-copied: what says nothing of its addresses, or contradicts itself, is asked about', () => {
  const table: [text: string, script: KeyScript | null, code: string][] = [
    [`${xpub84}/0/*`, null, 'script_required'],
    [`[73c5da0a]${xpub84}/0/*`, null, 'script_required'],
    [`[73c5da0a/0h]${xpub84}/0/*`, 'p2wpkh', first84],
    [`${origin}${xpub84}/0/*`, 'p2wpkh', first84],
    [`${origin}${xpub84}/0/*`, 'p2tr', 'contradiction'],
    [`[73c5da0a/49h/0h/0h]${zpub84}`, null, 'contradiction'],
    [`[73c5da0a/84h/2h/0h]${xpub84}/0/*`, null, 'other_network'],
    [`[73c5da0a/48h/0h/0h/2h]${xpub84}/0/*`, null, 'several_signatures'],
    [`${origin}${xpub84}/0`, null, 'no_range'],
    [`${origin}${xpub84}/0h/*`, null, 'hardened'],
    [`${origin}${xpub84.slice(0, -1)}k/0/*`, null, 'not_an_extended_key'],
  ];
  for (const [text, script, wanted] of table) assert.equal(first(text, script), wanted, text);
});

const electrum = (xpub: string, derivation: string) => ({
  keystore: { derivation, pw_hash_version: 1, root_fingerprint: '73c5da0a', type: 'bip32', xprv: null, xpub },
  wallet_type: 'standard',
  use_encryption: false,
  seed_version: 59,
});

// The fields in Coldcard's documentation of its generic JSON.
const coldcard = {
  chain: 'BTC',
  xfp: '73C5DA0A',
  account: 0,
  xpub: 'xpub661MyMwAqRbcFkPHucMnrGNzDwb6teAX1RbKQmqtEF8kK3Z7LZ59qafCjB9eCRLiTVG3uxBxgKvRgbubRhqSK',
  bip44: { name: 'p2pkh', deriv: "m/44'/0'/0'", first: first44, xfp: '11111111', xpub: xpub44 },
  bip84: { name: 'p2wpkh', deriv: "m/84'/0'/0'", first: first84, xfp: '22222222', xpub: xpub84, _pub: zpub84 },
  bip86: { name: 'p2tr', deriv: "m/86'/0'/0'", first: first86, xfp: '33333333', xpub: xpub86 },
  bip48_2: { name: 'p2wsh', deriv: "m/48'/0'/0'/2'", xfp: '44444444', xpub: xpub44, _pub: written(xpub44, 0x02aa7ed3) },
};

test('M11-key-in-a-file: Electrum, Coldcard, BlueWallet, Specter and Bitcoin Core', () => {
  const core = (purpose: number, fn: string, key: string) =>
    [0, 1].map((branch) => ({
      desc: withChecksum(`${fn}([73c5da0a/${purpose}h/0h/0h]${key}/${branch}/*)`),
      active: true,
      internal: branch === 1,
    }));
  const table: [file: unknown, script: KeyScript | null, wanted: string][] = [
    [electrum(zpub84, "m/84'/0'/0'"), null, first84],
    [electrum(xpub44, "m/44'/0'/0'"), null, first44],
    [electrum(xpub44, "m/0'"), null, first44],
    [electrum(zpub84, "m/84'/0'/0'"), 'p2pkh', 'contradiction'],
    [{ wallet_type: 'imported', keystore: { type: 'imported', keypairs: {} } }, null, 'unsupported_wallet'],
    [coldcard, null, 'several_accounts'],
    [coldcard, 'p2wpkh', first84],
    [coldcard, 'p2tr', first86],
    [coldcard, 'p2pkh', first44],
    [coldcard, 'p2sh-p2wpkh', 'several_accounts'],
    [{ ...coldcard, bip44: undefined, bip86: undefined }, null, first84],
    [{ bip84: { ...coldcard.bip84, first: first44 } }, null, 'contradiction'],
    [{ ExtPubKey: zpub84, MasterFingerprint: '73C5DA0A', AccountKeyPath: "m/84'/0'/0'" }, null, first84],
    [{ ExtPubKey: xpub84, MasterFingerprint: '73C5DA0A' }, null, 'script_required'],
    [{ ExtPubKey: xpub84, MasterFingerprint: '73C5DA0A' }, 'p2wpkh', first84],
    [{ label: 'Shop', blockheight: 1, descriptor: withChecksum(`wpkh(${origin}${xpub84}/0/*)`) }, null, first84],
    [core(84, 'wpkh', xpub84), null, first84],
    [{ wallet_name: 'w', descriptors: [...core(84, 'wpkh', xpub84), ...core(86, 'tr', xpub86)] }, 'p2tr', first86],
    [
      { wallet_name: 'w', descriptors: [...core(84, 'wpkh', xpub84), ...core(86, 'tr', xpub86)] },
      null,
      'several_accounts',
    ],
    [{ label: 'nothing here' }, null, 'no_key_in_file'],
    [[], null, 'no_key_in_file'],
  ];
  for (const [file, script, wanted] of table) {
    for (const text of [JSON.stringify(file), JSON.stringify(file, null, 2)])
      assert.equal(first(text, script), wanted, text.slice(0, 200));
  }
  assert.equal(first(JSON.stringify(coldcard).slice(0, 300)), 'unreadable_file');
});

test('M11-key-in-a-file: where a file holds several accounts the refusal lists them', () => {
  const network = { symbol: 'bitcoin', chainId: null, params: 'bitcoin' };
  const read = utxoWalletCodec.readExtendedKey(JSON.stringify(coldcard), network);
  assert.ok(isRefusal(read) && read.about === 'script');
  for (const part of ['p2pkh', 'p2wpkh', 'p2tr', first44, first84, first86])
    assert.ok(read.message.includes(part), part);
});

test('M11-key-in-a-file: the receiving branch of a file of descriptors counts, and a setup file is one wallet', () => {
  const sparrow = [
    '# Receive and change descriptor (BIP389):',
    withChecksum(`wpkh(${origin}${xpub84}/<0;1>/*)`),
    '',
    '# Receive descriptor (Bitcoin Core):',
    withChecksum(`wpkh(${origin}${xpub84}/0/*)`),
    '',
    '# Change descriptor (Bitcoin Core):',
    withChecksum(`wpkh(${origin}${xpub84}/1/*)`),
  ].join('\n');
  assert.equal(first(sparrow), first84);
  const [a, b] = [written(xpub44, 0x02aa7ed3), written(xpub86, 0x02aa7ed3)];
  const whole = first(`wsh(sortedmulti(2,${xpub44}/0/*,${xpub86}/0/*))`);
  assert.match(whole, /^bc1q.{58}$/);
  const setup = [
    ...['# BlueWallet Multisig setup file', 'Name: Vault', 'Policy: 2 of 2', "Derivation: m/48'/0'/0'/2'"],
    ...['Format: P2WSH', '', `D37EAD88: ${a}`, `168DD603: ${b}`, ''],
  ].join('\n');
  assert.equal(first(setup), whole);
  assert.equal(first(setup.replace('2 of 2', '2 of 3')), 'unreadable_file');
  const cosigner = (xpub: string) => ({ type: 'bip32', derivation: "m/48'/0'/0'/2'", xprv: null, xpub });
  assert.equal(first(JSON.stringify({ wallet_type: '2of2', 'x1/': cosigner(a), 'x2/': cosigner(b) })), whole);
  const caravan = {
    name: 'Vault',
    addressType: 'P2WSH',
    network: 'mainnet',
    quorum: { requiredSigners: 2, totalSigners: 2 },
    extendedPublicKeys: [xpub44, xpub86].map((xpub) => ({ name: 'k', bip32Path: "m/48'/0'/0'/2'", xpub })),
  };
  assert.equal(first(JSON.stringify(caravan)), whole);
  assert.equal(first(a), 'several_signatures');
});

test('M11-key-in-a-file: a private key anywhere in it refuses all of it', () => {
  const xprv =
    'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi';
  for (const text of [`wsh(sortedmulti(1,${xpub84}/0/*,${xprv}/0/*))`, `${origin}${xprv}/0/*`, `"${xprv}"`])
    assert.equal(first(text), 'private_key', text.slice(0, 40));
});
