// Verifies signatures under texts as wallets make them: the vectors of BIP-322, and signatures of other programs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readUtxoAddress } from '../addresses/read-address.ts';
import { addressOf } from '../addresses/script.ts';
import { utxoParams } from '../params.ts';
import { verifyUtxoSignature } from './verify.ts';

function verify(address: string, text: string, signature: string, chain = 'bitcoin'): boolean | string {
  const answer = verifyUtxoSignature({ text, signature, address }, utxoParams(chain));
  return typeof answer === 'boolean' ? answer : answer.code;
}

const hello = 'Hello World';
const segwit = 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l';

/**
 * Address, text, signature: the single-key cases in basic-test-vectors.json and generated-test-vectors.json of BIP-322.
 */
const published: readonly (readonly [address: string, text: string, signature: string])[] = [
  [
    segwit,
    '',
    'smpAkcwRAIgM2gBAQqvZX15ZiysmKmQpDrG83avLIT492QBzLnQIxYCIBaTpOaD20qRlEylyxFSeEA2ba9YOixpX8z46TSDtS40ASECx/E' +
      'gAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
  ],
  [
    segwit,
    '',
    'smpAkgwRQIhAPkJ1Q4oYS0htvyuSFHLxRQpFAY56b70UvE7Dxazen0ZAiAtZfFz1S6T6I23MWI2lK/pcNTWncuyL8UL+oMdydVgzAEhAsf' +
      'xIAMZZEKUPYWI4BruhAQjzFT8FSFSajuFwrDL1Yhy',
  ],
  [
    segwit,
    hello,
    'AkcwRAIgZRfIY3p7/DoVTty6YZbWS71bc5Vct9p9Fia83eRmw2QCICK/ENGfwLtptFluMGs2KsqoNSk89pO7F29zJLUx9a/sASECx/EgAx' +
      'lkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
  ],
  [
    'bc1pss0zhytly75awhm6x2hhvd5lnzv3vssgrf9axfheq8ldyzn88ges79fler',
    'No prefix fallback',
    'AUCJYOwOjxYAvatTAGYaVlNXBVyFuc4MwNQkOuK2tl8xhfKDONd0NjfYyNSYcRqeCp8hsAnCEPHAVEkO9h6vbQ/R',
  ],
  [
    'bc1qkntwc3c4dzxh9xh6875l03fn3vkk023jgak3u7',
    'ESHJI7MWUL64AXHBI42L3UR4QA',
    'AkcwRAIgCYHF/vn67iZX5WBimh84kqD6pTME6eNCMGhfFnnwCNECIAF3nMCk/RfLit+uv8a8FgfQIw0f0ASE21GSz7rX17PsASEDTA2vM8' +
      'bOtUFgvenSDUmvkq7aWNwoTB0CMiM6carHY1s=',
  ],
  [
    'bc1p9cyuceaazr8cz46mvgkzl94wy397mwpqsrk84su37t72jvkg6wzqv52nfp',
    'TPIZPITUIHEUHO5ACOL6W6MBVD',
    'AUBay6NwR4LEYedkTG+vE9F7C0RTOCB5NH6ZAqf+3hudjHIkOzSZk1jW/5Kt0wRKX3llJ25os+0qktdou4/Y8516',
  ],
];

/**
 * Signed by bip322-js 3.0.0 with the first key in BIP-322: P2WPKH, P2SH-P2WPKH, P2TR (SIGHASH_ALL in a 65th byte) and
 * P2PKH.
 */
const otherText = 'Quittance: a text, ünïcode and\nlines';
const otherwise: typeof published = [
  [
    segwit,
    otherText,
    'AkgwRQIhAO3ixGky7AqkZjJv5UCsFN8K5zcp2eTeZG/sLegQvOpvAiAWPnLsd/e0uoTivol08XucRxIYXjTFixdFRXVq4agtvAEhAsfxIA' +
      'MZZEKUPYWI4BruhAQjzFT8FSFSajuFwrDL1Yhy',
  ],
  [
    '37qyp7jQAzqb2rCBpMvVtLDuuzKAUCVnJb',
    otherText,
    'AkcwRAIgDlP/OmoKnd+PLgA8U+IiQ7P2ij+2S3Mb4p9DQXpUd1sCIHwG3WY5eY+lXudHaKLcnBi5rLEG3D6wZ2rjL9SopuFaASECx/EgAx' +
      'lkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
  ],
  [
    'bc1ppv609nr0vr25u07u95waq5lucwfm6tde4nydujnu8npg4q75mr5sxq8lt3',
    otherText,
    'AUEqiwTrgO3F72+YcM/h3ZJLhWtJ5R+NVWEdk0qqkbfK4tW58BqRuitH7DokYlI/ZVQH8XDdu6sqvMstLAdZhvT0AQ==',
  ],
  [
    '14vV3aCHBeStb5bkenkNHbe2YAFinYdXgc',
    otherText,
    'IIBvPf8nfA7O+KqCp1fE61InYq9ymnUW3liv2LWC0PV3CobPCmvwUOz+nRyRReyvKw/Q72X0OlBCNt1dEd7NOI0=',
  ],
];

test('BIP-322: published signatures, and another program’s, verify for their own text and address only', () => {
  for (const [address, text, signature] of [...published, ...otherwise]) {
    assert.equal(verify(address, text, signature), true, `${address} ${text}`);
    assert.equal(verify(address, `${text}.`, signature), false, 'another text');
    const isWitness = Buffer.from(signature.replace('smp', ''), 'base64').length !== 65;
    for (const [other] of [...published, ...otherwise])
      if (isWitness && other !== address)
        assert.notEqual(verify(other, text, signature), true, `${other} for ${address}`);
  }
});

test('BIP-322: the published invalid signatures are rejected or false', () => {
  const [, , signature] = published[0] as (typeof published)[0];
  assert.equal(verify(segwit, '', 'not-valid-base64!!!'), 'not_a_signature');
  assert.equal(verify(segwit, '', ''), 'not_a_signature');
  assert.equal(verify(segwit, 'Wrong message that was not signed', signature), false);
  assert.equal(verify(segwit, '', 'smpAA=='), 'not_a_signature');
  assert.equal(verify(segwit, '', 'fooAA=='), 'not_a_signature');
  const full = 'fulAUDZwFXUp+adN+/UZj5dVrGAbB3zKs1Vcalz5fCF9srxS63eSWNGvH1NYbrBkPt1BJDUyWUz9zgUxfc63/QheT6M';
  assert.equal(
    verify('bc1pyrgrm6cu6n54jrvkdjd9rvyd3xfyu84s2623awu2srn6mxhscwpsm5644w', 'incorrect prefix', full),
    'not_a_signature',
  );
  // Scripts of several keys are not verified here, and the refusal says so.
  const several = 'bc1qp0ahvfh83088w49k405szqgg4f3pptr7p2g06tdxfjcd40z4lh4q95lsz9';
  assert.equal(verify(several, '', signature), 'several_signatures');
});

test('BIP-322: a signature with another sighash, a cut one and an extended one are invalid', () => {
  const [address, text, signature] = published[2] as (typeof published)[0];
  const bytes = Buffer.from(signature, 'base64');
  const withByte = (at: number, byte: number) => {
    const changed = Buffer.from(bytes);
    changed[at] = byte;
    return changed.toString('base64');
  };
  // The count of parts, the length of the first, and the DER signature, which ends in its sighash type.
  const kind = 1 + (bytes[1] as number);
  assert.equal(bytes[kind], 1);
  for (const over of [0, 2, 3, 0x81]) assert.equal(verify(address, text, withByte(kind, over)), false);
  assert.equal(verify(address, text, bytes.subarray(0, -1).toString('base64')), 'not_a_signature');
  assert.equal(verify(address, text, Buffer.concat([bytes, Buffer.of(0)]).toString('base64')), 'not_a_signature');
  const [taproot, itsText, schnorr] = otherwise[2] as (typeof published)[0];
  const its = Buffer.from(schnorr, 'base64');
  its[its.length - 1] = 3;
  assert.equal(verify(taproot, itsText, its.toString('base64')), false);
});

test('BIP-322: a high S and a key off the curve are invalid', () => {
  const [address, text, signature] = published[2] as (typeof published)[0];
  const bytes = Buffer.from(signature, 'base64');
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
  const der = bytes.subarray(2, 1 + (bytes[1] as number));
  const r = der.subarray(4, 4 + (der[3] as number));
  const s = BigInt(`0x${der.subarray(6 + r.length).toString('hex')}`);
  const high = Buffer.concat([Buffer.of(0), Buffer.from((order - s).toString(16).padStart(64, '0'), 'hex')]);
  const body = Buffer.concat([Buffer.of(2, r.length), r, Buffer.of(2, high.length), high]);
  const first = Buffer.concat([Buffer.of(0x30, body.length), body, Buffer.of(1)]);
  const key = bytes.subarray(2 + (bytes[1] as number));
  const rewritten = Buffer.concat([Buffer.of(2, first.length), first, key]);
  assert.equal(verify(address, text, rewritten.toString('base64')), false);
  const noPoint = Buffer.from(bytes);
  noPoint.fill(0xff, noPoint.length - 32);
  assert.equal(verify(address, text, noPoint.toString('base64')), false);
});

test('BIP-137: the kind in the first byte is ignored, but an uncompressed key has no SegWit address', () => {
  const [address, text, signature] = otherwise[3] as (typeof published)[0];
  const bytes = Buffer.from(signature, 'base64');
  const withHeader = (header: number) => Buffer.concat([Buffer.of(header), bytes.subarray(1)]).toString('base64');
  const key = ((bytes[0] as number) - 27) % 4;
  const sameKey = [address, otherwise[0]?.[0] as string, otherwise[1]?.[0] as string];
  for (const holder of sameKey)
    for (const kind of [4, 8, 12]) assert.equal(verify(holder, text, withHeader(27 + kind + key)), true, holder);
  for (const holder of sameKey) assert.equal(verify(holder, text, withHeader(27 + key)), false, 'uncompressed');
  for (const header of [0, 26, 43, 255]) assert.equal(verify(address, text, withHeader(header)), false);
  // P2TR has only BIP-322 signatures.
  assert.equal(verify(otherwise[2]?.[0] as string, text, signature), false);
});

test('BIP-137: the published signatures verify for their addresses', () => {
  // Bitcoin Core, src/test/util_tests.cpp, message_verify; the second was made without any key of that address.
  const trusted = 'IPojfrX2dfPnH26UegfbGQQLrdK844DlHq5157/P6h57WyuS/Qsl+h/WSVGDF4MUi4rWSswW38oimDYfNNUBUOk=';
  const crafted = 'IIcaIENoYW5jZWxsb3Igb24gYnJpbmsgb2Ygc2Vjb25kIGJhaWxvdXQgZm9yIGJhbmtzIAaHRtbCeDZINyavx14=';
  assert.equal(verify('15CRxFdyRpGZLW9w8HnHvVduizdL5jKNbs', 'Trust no one', trusted), true);
  assert.equal(verify('11canuhp9X2NocwCq7xNrQYTmUgZAnLK3', 'Trust me', crafted), true);
  assert.equal(verify('15CRxFdyRpGZLW9w8HnHvVduizdL5jKNbs', 'I never signed this', trusted), false);
  assert.equal(verify('15CRxFdyRpGZLW9w8HnHvVduizdL5jKNbs', 'Trust me', crafted), false);
});

test('a message is signed for one chain and does not verify on others', () => {
  const [address, text, signature] = otherwise[3] as (typeof published)[0];
  const sameKey = (chain: string) => {
    const read = readUtxoAddress(address, utxoParams('bitcoin'));
    assert.ok(!('message' in read));
    return addressOf(read, utxoParams(chain));
  };
  assert.equal(verify(sameKey('bitcoin'), text, signature), true);
  for (const chain of ['litecoin', 'dogecoin']) assert.equal(verify(sameKey(chain), text, signature, chain), false);
});
