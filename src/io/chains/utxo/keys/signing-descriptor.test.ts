// The origin of a key and the branch of its change are kept for signers, however the key was written.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRefusal, type KeyScript } from '../../codec.ts';
import { utxoParams } from '../params.ts';
import { utxoWalletCodec } from '../wallet-codec.ts';
import { isMultisig } from './receiving-branch.ts';
import { signingBranch } from './signing-descriptor.ts';

// Accounts of the phrase in BIP-44's and BIP-84's vectors.
const xpub44 =
  'xpub6BosfCnifzxcFwrSzQiqu2DBVTshkCXacvNsWGYJVVhhawA7d4R5WSWGFNbi8Aw6ZRc1brxMyWMzG3DSSSSoekkudhUd9yLb6qx39T9nMdj';
const xpub86 =
  'xpub6BgBgsespWvERF3LHQu6CnqdvfEvtMcQjYrcRzx53QJjSxarj2afYWcLteoGVky7D3UKDP9QyrLprQ3VCECoY49yfdDEHGCtMMj92pReUsQ';
const zpub84 =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';
const params = utxoParams('bitcoin');

function read(text: string, script: KeyScript | null = null) {
  const network = { symbol: 'bitcoin', chainId: null, params: 'bitcoin' };
  const key = utxoWalletCodec.readExtendedKey(text, network, { script, firstAddress: null });
  assert.ok(!isRefusal(key), text.slice(0, 80));
  return key;
}

test('the descriptor for signers keeps origin, order of keys, and change', () => {
  const json = { bip44: { deriv: "m/44'/0'/0'", xfp: '11111111', xpub: xpub44 }, xfp: '73C5DA0A' };
  const setup = ['Policy: 2 of 2', "Derivation: m/48'/0'/0'/2'", 'Format: P2WSH', `D37EAD88: ${xpub44}`].join('\n');
  const table: [text: string, script: KeyScript | null, descriptor: string][] = [
    [xpub44, 'p2pkh', `pkh(${xpub44}/<0;1>/*)`],
    [`[73C5DA0A/44'/0'/0']${xpub44}`, null, `pkh([73c5da0a/44h/0h/0h]${xpub44}/<0;1>/*)`],
    [`pkh([73c5da0a/44h/0h/0h]${xpub44}/0/*)`, null, `pkh([73c5da0a/44h/0h/0h]${xpub44}/0/*)`],
    [`pkh([00000000/44h/0h/0h]${xpub44}/<0;1>/*)`, null, `pkh(${xpub44}/<0;1>/*)`],
    [`tr([73c5da0a/86'/0'/0']${xpub86}/<4;7>/*)`, null, `tr([73c5da0a/86h/0h/0h]${xpub86}/<4;7>/*)`],
    [`sh(wpkh(${xpub44}/3/<0;1>/*))`, null, `sh(wpkh(${xpub44}/3/<0;1>/*))`],
    [JSON.stringify(json), null, `pkh([73c5da0a/44h/0h/0h]${xpub44}/<0;1>/*)`],
    [[`pkh(${xpub44}/0/*)`, `pkh(${xpub44}/1/*)`].join('\n'), null, `pkh(${xpub44}/<0;1>/*)`],
    [
      `wsh(sortedmulti(2,${xpub44}/<0;1>/*,[73c5da0a/48h/0h/0h/2h]${xpub86}/<0;1>/*))`,
      null,
      `wsh(sortedmulti(2,${xpub44}/<0;1>/*,[73c5da0a/48h/0h/0h/2h]${xpub86}/<0;1>/*))`,
    ],
    [
      `${setup}\n168DD603: ${xpub86}\n`,
      null,
      `wsh(sortedmulti(2,[d37ead88/48h/0h/0h/2h]${xpub44}/<0;1>/*,[168dd603/48h/0h/0h/2h]${xpub86}/<0;1>/*))`,
    ],
  ];
  for (const [text, script, descriptor] of table) {
    const key = read(text, script);
    assert.equal(key.descriptor, descriptor);
    assert.equal(read(descriptor).canonical, key.canonical);
    assert.equal(read(descriptor).descriptor, descriptor);
  }
});

test('a stored descriptor that means other addresses than the key is not used', () => {
  const { canonical, descriptor } = read(`[73c5da0a/84h/0h/0h]${zpub84}/<0;1>/*`);
  const branch = signingBranch(canonical, descriptor ?? null, params);
  assert.ok(!isMultisig(branch));
  assert.deepEqual(branch.origin, { fingerprint: 0x73c5da0a, path: [84, 0, 0].map((step) => step + 0x8000_0000) });
  assert.deepEqual([branch.steps, branch.changeSteps], [[0], [1]]);
  for (const other of [null, `wpkh([73c5da0a]${xpub86}/<0;1>/*)`, `pkh([73c5da0a]${xpub44}/<0;1>/*)`, 'nothing']) {
    const unknown = signingBranch(canonical, other, params);
    assert.ok(!isMultisig(unknown));
    assert.deepEqual([unknown.origin, unknown.steps, unknown.changeSteps], [undefined, [0], [1]]);
  }
});
