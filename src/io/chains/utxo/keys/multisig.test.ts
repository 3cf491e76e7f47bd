// Multisig wallets give the addresses of BIP-67's and BIP-383's vectors, and of another library for the same keys.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { HDKey } from '@scure/bip32';
import { p2ms, p2sh, p2wsh } from '@scure/btc-signer';
import { addressOf, base58check, scriptOf } from '../addresses/script.ts';
import { utxoParams } from '../params.ts';
import { utxoWalletCodec } from '../wallet-codec.ts';
import { deriveUtxoAddress } from './derive-address.ts';
import { multisigLocking, multisigScript } from './multisig.ts';

const bitcoin = utxoParams('bitcoin');

// The keys of sortedmulti() with children in BIP-383, and accounts of the phrase in BIP-44's and BIP-86's vectors.
const parentA =
  'xpub6ERApfZwUNrhLCkDtcHTcxd75RbzS1ed54G1LkBUHQVHQKqhMkhgbmJbZRkrgZw4koxb5JaHWkY4ALHY2grBGRjaDMzQLcgJvLJuZZvRcEL';
const parentB =
  'xpub68NZiKmJWnxxS6aaHmn81bvJeTESw724CRDs6HbuccFQN9Ku14VQrADWgqbhhTHBaohPX4CjNLf9fq9MYo6oDaPPLPxSb7gwQN3ih19Zm4Y';
const xpub44 =
  'xpub6BosfCnifzxcFwrSzQiqu2DBVTshkCXacvNsWGYJVVhhawA7d4R5WSWGFNbi8Aw6ZRc1brxMyWMzG3DSSSSoekkudhUd9yLb6qx39T9nMdj';

function read(text: string, chain = 'bitcoin') {
  const network = { symbol: chain, chainId: null, params: chain };
  return utxoWalletCodec.readExtendedKey(text, network, { script: null, firstAddress: null });
}

function first(text: string, count = 1, chain = 'bitcoin'): string[] {
  const key = read(text, chain);
  assert.ok(!('message' in key), `${text.slice(0, 60)} was refused: ${'message' in key ? key.code : ''}`);
  return Array.from({ length: count }, (_, index) =>
    deriveUtxoAddress(key.canonical, BigInt(index), utxoParams(chain)),
  );
}

function refusal(text: string, chain = 'bitcoin'): string {
  const key = read(text, chain);
  return 'message' in key ? key.code : 'taken';
}

test('M11-multisig: keys are sorted by their bytes, as the vectors of BIP-67 have it', () => {
  const vectors: [keys: string[], address: string][] = [
    [
      [
        '02ff12471208c14bd580709cb2358d98975247d8765f92bc25eab3b2763ed605f8',
        '02fe6f0a5a297eb38c391581c4413e084773ea23954d93f7753db7dc0adc188b2f',
      ],
      '39bgKC7RFbpoCRbtD5KEdkYKtNyhpsNa3Z',
    ],
    [
      [
        '02632b12f4ac5b1d1b72b2a3b508c19172de44f6f46bcee50ba33f3f9291e47ed0',
        '027735a29bae7780a9755fae7a1c4374c656ac6a69ea9f3697fda61bb99a4f3e77',
        '02e2cc6bd5f45edd43bebe7cb9b675f0ce9ed3efe613b177588290ad188d11b404',
      ],
      '3CKHTjBKxCARLzwABMu9yD85kvtm7WnMfH',
    ],
    [
      [
        '030000000000000000000000000000000000004141414141414141414141414141',
        '020000000000000000000000000000000000004141414141414141414141414141',
        '020000000000000000000000000000000000004141414141414141414141414140',
        '030000000000000000000000000000000000004141414141414141414141414140',
      ],
      '32V85igBri9zcfBRVupVvwK18NFtS37FuD',
    ],
    [
      [
        '022df8750480ad5b26950b25c7ba79d3e37d75f640f8e5d9bcd5b150a0f85014da',
        '03e3818b65bcc73a7d64064106a859cc1a5a728c4345ff0b641209fba0d90de6e9',
        '021f2f6e1e50cb6a953935c3601284925decd3fd21bc445712576873fb8c6ebc18',
      ],
      '3Q4sF6tv9wsdqu2NtARzNCpQgwifm2rAba',
    ],
  ];
  for (const [keys, address] of vectors) {
    const bytes = keys.map(hexToBytes);
    const locking = multisigLocking(bytes, { wrap: 'sh', isSorted: true, threshold: 2 });
    assert.equal(addressOf(locking, bitcoin), address);
  }
});

test('M11-multisig: scripts of 16 and of 20 keys are those of BIP-383', () => {
  const sixteen = [
    '03669b8afcec803a0d323e9a17f3ea8e68e8abe5a278020a929adbec52421adbd0',
    '0260b2003c386519fc9eadf2b5cf124dd8eea4c4e68d5e154050a9346ea98ce600',
    '0362a74e399c39ed5593852a30147f2959b56bb827dfa3e60e464b02ccf87dc5e8',
    '0261345b53de74a4d721ef877c255429961b7e43714171ac06168d7e08c542a8b8',
    '02da72e8b46901a65d4374fe6315538d8f368557dda3a1dcf9ea903f3afe7314c8',
    '0318c82dd0b53fd3a932d16e0ba9e278fcc937c582d5781be626ff16e201f72286',
    '0297ccef1ef99f9d73dec9ad37476ddb232f1238aff877af19e72ba04493361009',
    '02e502cfd5c3f972fe9a3e2a18827820638f96b6f347e54d63deb839011fd5765d',
    '03e687710f0e3ebe81c1037074da939d409c0025f17eb86adb9427d28f0f7ae0e9',
    '02c04d3a5274952acdbc76987f3184b346a483d43be40874624b29e3692c1df5af',
    '02ed06e0f418b5b43a7ec01d1d7d27290fa15f75771cb69b642a51471c29c84acd',
    '036d46073cbb9ffee90473f3da429abc8de7f8751199da44485682a989a4bebb24',
    '02f5d1ff7c9029a80a4e36b9a5497027ef7f3e73384a4a94fbfe7c4e9164eec8bc',
    '02e41deffd1b7cce11cde209a781adcffdabd1b91c0ba0375857a2bfd9302419f3',
    '02d76625f7956a7fc505ab02556c23ee72d832f1bac391bcd2d3abce5710a13d06',
    '0399eb0a5487515802dc14544cf10b3666623762fbed2ec38a3975716e2c29c232',
  ].map(hexToBytes);
  const twenty = [
    ...['KzoAz5CanayRKex3fSLQ2BwJpN7U52gZvxMyk78nDMHuqrUxuSJy', 'KwGNz6YCCQtYvFzMtrC6D3tKTKdBBboMrLTsjr2NYVBwapCkn7Mr'],
    ...['KxogYhiNfwxuswvXV66eFyKcCpm7dZ7TqHVqujHAVUjJxyivxQ9X', 'L2BUNduTSyZwZjwNHynQTF14mv2uz2NRq5n5sYWTb4FkkmqgEE9f'],
    ...['L1okJGHGn1kFjdXHKxXjwVVtmCMR2JA5QsbKCSpSb7ReQjezKeoD', 'KxDCNSST75HFPaW5QKpzHtAyaCQC7p9Vo3FYfi2u4dXD1vgMiboK'],
    ...['L5edQjFtnkcf5UWURn6UuuoFrabgDQUHdheKCziwN42aLwS3KizU', 'KzF8UWFcEC7BYTq8Go1xVimMkDmyNYVmXV5PV7RuDicvAocoPB8i'],
    ...['L3nHUboKG2w4VSJ5jYZ5CBM97oeK6YuKvfZxrefdShECcjEYKMWZ', 'KyjHo36dWkYhimKmVVmQTq3gERv3pnqA4xFCpvUgbGDJad7eS8WE'],
    ...['KwsfyHKRUTZPQtysN7M3tZ4GXTnuov5XRgjdF2XCG8faAPmFruRF', 'KzCUbGhN9LJhdeFfL9zQgTJMjqxdBKEekRGZX24hXdgCNCijkkap'],
    ...['KzgpMBwwsDLwkaC5UrmBgCYaBD2WgZ7PBoGYXR8KT7gCA9UTN5a3', 'KyBXTPy4T7YG4q9tcAM3LkvfRpD1ybHMvcJ2ehaWXaSqeGUxEdkP'],
    ...['KzJDe9iwJRPtKP2F2AoN6zBgzS7uiuAwhWCfGdNeYJ3PC1HNJ8M8', 'L1xbHrxynrqLKkoYc4qtoQPx6uy5qYXR5ZDYVYBSRmCV5piU3JG9'],
    ...['KzRedjSwMggebB3VufhbzpYJnvHfHe9kPJSjCU5QpJdAW3NSZxYS', 'Kyjtp5858xL7JfeV4PNRCKy2t6XvgqNNepArGY9F9F1SSPqNEMs3'],
    ...['L2D4RLHPiHBidkHS8ftx11jJk1hGFELvxh8LoxNQheaGT58dKenW', 'KyLPZdwY4td98bKkXqEXTEBX3vwEYTQo1yyLjX2jKXA63GBpmSjv'],
  ].map((wif) => secp256k1.getPublicKey(base58check.decode(wif).slice(1, 33)));
  const outputs: [keys: Uint8Array[], wrap: 'wsh' | 'sh(wsh)', script: string][] = [
    [sixteen, 'sh(wsh)', 'a9147fc63e13dc25e8a95a3cee3d9a714ac3afd96f1e87'],
    [twenty, 'wsh', '0020376bd8344b8b6ebe504ff85ef743eaa1aa9272178223bcb6887e9378efb341ac'],
    [twenty, 'sh(wsh)', 'a914c2c9c510e9d7f92fd6131e94803a8d34a8ef675e87'],
  ];
  for (const [keys, wrap, script] of outputs) {
    const locking = multisigLocking(keys, { wrap, isSorted: false, threshold: keys.length });
    assert.equal(bytesToHex(scriptOf(locking)), script);
  }
});

test('M11-multisig: children with one index make one script, as the vectors of BIP-383 have it', () => {
  const scripts = [
    '5221025d5fc65ebb8d44a5274b53bac21ff8307fec2334a32df05553459f8b1f7fe1b6' +
      '2102fbd47cc8034098f0e6a94c6aeee8528abf0a2153a5d8e46d325b7284c0467846' +
      '52ae',
    '52210264fd4d1f5dea8ded94c61e9641309349b62f27fbffe807291f664e286bfbe647' +
      '2103f4ece6dfccfa37b211eb3d0af4d0c61dba9ef698622dc17eecdf764beeb005a6' +
      '52ae',
    '5221022ccabda84c30bad578b13c89eb3b9544ce149787e5b538175b1d1ba259cbb833' +
      '21024d902e1a2fc7a8755ab5b694c575fce742c48d9ff192e63df5193e4c7afe1f9c' +
      '52ae',
  ].map(hexToBytes);
  const addresses = scripts.map((script) => p2sh({ script, type: 'ms' } as Parameters<typeof p2sh>[0]).address);
  for (const keys of [`${parentA}/*,${parentB}/0/0/*`, `${parentB}/0/0/*,${parentA}/*`])
    assert.deepEqual(first(`sh(sortedmulti(2,${keys}))`, 3), addresses);
});

test('M11-multisig: every kind of output is what another library makes of the same keys', () => {
  const key = (parent: string, index: number) =>
    HDKey.fromExtendedKey(parent).deriveChild(0).deriveChild(index).publicKey as Uint8Array;
  const sorted = (index: number) =>
    [parentA, parentB, xpub44]
      .map((parent) => key(parent, index))
      .sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  const list = [parentA, parentB, xpub44].map((parent) => `${parent}/0/*`).join();
  for (const index of [0, 1, 2]) {
    const inner = p2ms(2, sorted(index));
    assert.deepEqual(inner.script, multisigScript(sorted(index), 2));
    assert.equal(first(`wsh(sortedmulti(2,${list}))`, 3)[index], p2wsh(inner).address);
    assert.equal(first(`sh(wsh(sortedmulti(2,${list})))`, 3)[index], p2sh(p2wsh(inner)).address);
    assert.equal(first(`sh(sortedmulti(2,${list}))`, 3)[index], p2sh(inner).address);
    const asWritten = p2ms(
      2,
      [parentA, parentB, xpub44].map((parent) => key(parent, index)),
    );
    assert.equal(first(`wsh(multi(2,${list}))`, 3)[index], p2wsh(asWritten).address);
  }
});

test('M11-multisig: another spelling of a wallet is the same wallet, and another order of multi() is another', () => {
  const identity = (text: string) => {
    const key = read(text);
    assert.ok(!('message' in key), text);
    return key.identity;
  };
  const [a, b] = [`${parentA}/0/*`, `${parentB}/0/*`];
  const same = identity(`wsh(sortedmulti(2,${a},${b}))`);
  for (const text of [
    `wsh(sortedmulti(2,${b},${a}))`,
    `wsh(sortedmulti(2,[d34db33f/48h/0h/0h/2h]${parentA}/<0;1>/*,${b}))`,
    `"wsh( sortedmulti(2,\n${a},\n${b}) )"`,
  ])
    assert.equal(identity(text), same, text);
  const others = [
    ...[`wsh(sortedmulti(1,${a},${b}))`, `sh(wsh(sortedmulti(2,${a},${b})))`, `wsh(multi(2,${a},${b}))`],
    ...[`wsh(multi(2,${b},${a}))`, `wsh(sortedmulti(2,${a},${parentB}/1/*))`],
  ].map(identity);
  assert.equal(new Set([same, ...others]).size, 6);
  assert.deepEqual([...new Set(others.map((each) => each.split(' ')[0]))], [same.split(' ')[0]]);
});

test('M11-multisig: what no wallet can spend, or is not a whole wallet, is refused by its name', () => {
  const [a, b] = [`${parentA}/0/*`, `${parentB}/0/*`];
  const many = (count: number) => Array.from({ length: count }, (_, index) => `${parentA}/${index}/*`).join();
  const table: [text: string, code: string, chain?: string][] = [
    [`wsh(sortedmulti(3,${a},${b}))`, 'wrong_threshold'],
    [`wsh(sortedmulti(0,${a},${b}))`, 'wrong_threshold'],
    [`wsh(sortedmulti(a,${a},${b}))`, 'wrong_threshold'],
    [`sh(multi(1,${many(16)}))`, 'too_many_keys'],
    [`wsh(multi(1,${many(21)}))`, 'too_many_keys'],
    [`wsh(sortedmulti(2,${a},${a}))`, 'same_key_twice'],
    [`wsh(sortedmulti(2,${a},${parentB}))`, 'no_range'],
    [`wsh(sortedmulti(2,${a},${parentB}/0h/*))`, 'hardened'],
    [`sortedmulti(2,${a},${b})`, 'unknown_descriptor'],
    [`wsh(thresh(2,pk(${a}),s:pk(${b})))`, 'unknown_descriptor'],
    [`tr(${a},multi_a(2,${a},${b}))`, 'script_path'],
    [`tr(${a},{pk(${b}),pk(${xpub44}/0/*)})`, 'script_path'],
    [`wsh(sortedmulti(2,${a},${b}))`, 'no_segwit', 'dogecoin'],
    [`sh(sortedmulti(2,${a},${b}))`, 'taken', 'dogecoin'],
    [`wsh(sortedmulti(2,[d34db33f/48h/2h/0h/2h]${a},${b}))`, 'other_network'],
    [`wsh(sortedmulti(2,${a},${b}))`, 'other_network', 'bitcoin-testnet'],
    [`wsh(sortedmulti(2,${a},${b}))#00000000`, 'wrong_checksum'],
  ];
  for (const [text, code, chain] of table) assert.equal(refusal(text, chain), code, text.slice(0, 60));
});
