// The filters published with BIP-158 match the scripts of their blocks, and almost no others.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { doubleHash, shown } from '../blocks/hashes.ts';
import { mayMatch } from './block-filter.ts';
import { type Halves, sipHash, sipKey } from './sip-hash.ts';

/**
 * From github.com/bitcoin/bips, bip-0158/testnet-19.json: a block's hash, the scripts that it pays or spends, the
 * header of the previous filter, its filter, and the header of that filter. Block 1,414,221 has no such scripts.
 */
const published = [
  {
    hash: '000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943',
    scripts: [
      [
        '4104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649',
        'f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac',
      ].join(''),
    ],
    previous: '0000000000000000000000000000000000000000000000000000000000000000',
    filter: '019dfca8',
    header: '21584579b7eb08997773e5aeff3a7f932700042d0ed2a6129012b7d7ae81b750',
  },
  {
    hash: '0000000018b07dca1b28b4b5a119f6d6e71698ce1ed96f143f54179ce177a19c',
    scripts: [
      '76a91445db0b779c0b9fa207f12a8218c94fc77aff504588ac',
      '76a9149144761ebaccd5b4bbdc2a35453585b5637b2f8588ac',
      '76a914f4fa1cc7de742d135ea82c17adf0bb9cf5f4fb8388ac',
      '512103b9d1d0e2b4355ec3cdef7c11a5c0beff9e8b8d8372ab4b4e0aaf30e80173001951ae',
    ],
    previous: 'ed47705334f4643892ca46396eb3f4196a5e30880589e4009ef38eae895d4a13',
    filter: '0afbc2920af1b027f31f87b592276eb4c32094bb4d3697021b4c6380',
    header: 'b6d98692cec5145f67585f3434ec3c2b3030182e1cb3ec58b855c5c164dfaaa3',
  },
  {
    hash: '000000000000015d6077a411a8f5cc95caf775ccf11c54e27df75ce58d187313',
    scripts: [
      '76a914c01a7ca16b47be50cbdbc60724f701d52d75156688ac',
      'a914feb8a29635c56d9cd913122f90678756bf23887687',
      '76a914876fbb82ec05caa6af7a3b5e5a983aae6c6cc6d688ac',
    ],
    previous: '8f13b9a9c85611635b47906c3053ac53cfcec7211455d4cb0d63dc9acc13d472',
    filter: '09027acea61b6cc3fb33f5d52f7d088a6b2f75d234e89ca800',
    header: '546c574a0472144bcaf9b6aeabf26372ad87c7af7d1ee0dbfae5e099abeae49c',
  },
  {
    hash: '0000000000000027b2b3b3381f114f674f481544ff2be37ae3788d7e078383b1',
    scripts: [],
    previous: '5e5e12d90693c8e936f01847859404c67482439681928353ca1296982042864e',
    filter: '00',
    header: '021e8882ef5a0ed932edeebbecfeda1d7ce528ec7b3daa27641acf1189d7b5dc',
  },
] as const;

/** As many scripts as requested, none of which is in a block. */
function unrelatedScripts(count: number): Uint8Array[] {
  return Array.from({ length: count }, (_, at) => {
    const script = Buffer.from(`0014${'00'.repeat(20)}`, 'hex');
    script.writeUInt32BE(at, 6);
    return script;
  });
}

test('a filter matches each script of its block, alone or among thousands that do not match', () => {
  for (const { hash, scripts, filter } of published) {
    const bytes = Buffer.from(filter, 'hex');
    const others = unrelatedScripts(2_000);
    assert.equal(mayMatch(bytes, hash, others), false);
    assert.equal(mayMatch(bytes, hash, []), false);
    for (const script of scripts) {
      assert.equal(mayMatch(bytes, hash, [Buffer.from(script, 'hex')]), true, script);
      assert.equal(mayMatch(bytes, hash, [...others, Buffer.from(script, 'hex')]), true, script);
    }
  }
});

test('a filter does not match under another block’s hash', () => {
  const [first, second] = published;
  const script = Buffer.from(second.scripts[0], 'hex');
  assert.equal(mayMatch(Buffer.from(second.filter, 'hex'), first.hash, [script]), false);
});

test('filter headers hash over each other (BIP-157)', () => {
  for (const { filter, previous, header } of published) {
    const both = [doubleHash(Buffer.from(filter, 'hex')), Buffer.from(previous, 'hex').reverse()];
    assert.equal(shown(doubleHash(Buffer.concat(both))), header);
  }
});

test('bytes that are not a filter are a fault, never a false match', () => {
  const { hash, filter, scripts } = published[1];
  const script = Buffer.from(scripts[0], 'hex');
  for (const bytes of [filter.slice(0, 8), '', 'fe00', '05'])
    assert.throws(() => mayMatch(Buffer.from(bytes, 'hex'), hash, [script]), /filter|cut off/);
});

test('SipHash-2-4 gives its authors’ published results', () => {
  // "SipHash: a fast short-input PRF", appendix A, and vectors_sip64 of github.com/veorq/SipHash.
  const bytes = Buffer.from(Array.from({ length: 16 }, (_, at) => at));
  const key = sipKey(bytes);
  const hash: Halves = { high: 0, low: 0 };
  const shownAs = (length: number) => {
    sipHash(key, bytes.subarray(0, length), hash);
    return hash.high.toString(16).padStart(8, '0') + hash.low.toString(16).padStart(8, '0');
  };
  assert.deepEqual([shownAs(15), shownAs(0), shownAs(8)], ['a129ca6149be45e5', '726fdb47dd0e0e31', '93f5f5799a932462']);
});
