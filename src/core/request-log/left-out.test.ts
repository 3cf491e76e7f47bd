// The parts of bodies and queries that the request log leaves out, and the parts that it keeps.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leftOut, loggedAnswer, loggedQuery, loggedRequest, mostBodyBytes } from './left-out.ts';

const pat = `qpat_${'a1B2c3D4e5'.repeat(5).slice(0, 49)}`;
const jwt = `eyJhbGciOiJFUzI1NiJ9.${'QUJD'.repeat(6)}.c2lnbmF0dXJl`;
const hexKey = 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
const xprv =
  'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi';
const phrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow';

const kept = (value: unknown) => value;
const gone = () => leftOut;

/** A property's name and value in a request, and the logged value. */
const members: readonly (readonly [name: string, value: unknown, logged: (value: unknown) => unknown])[] = [
  ['token', pat, gone],
  ['token', true, kept],
  ['access_token', 'anything', gone],
  ['client_secret', 'anything', gone],
  ['secret', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', gone],
  ['password', 'correct horse', gone],
  ['signature', `0x${'1'.repeat(130)}`, gone],
  ['Authorization', `Bearer ${pat}`, gone],
  ['cookie', 'session=1', gone],
  ['private_key', 'short', gone],
  ['seed_phrase', 'any words', gone],
  ['macaroon', '0201036c6e64', gone],
  ['recovery_codes', ['a-b', 'c-d'], () => [leftOut, leftOut]],
  ['customer', { email: 'ann@shop.example', name: 'Ann' }, () => ({ email: leftOut, name: leftOut })],
  ['email', 'ann@shop.example', gone],
  ['value', hexKey, gone],
  ['value', xprv, gone],
  ['note', phrase, gone],
  ['note', `my key is ${xprv}`, gone],
  ['note', `curl -H "Authorization: Bearer ${pat}"`, () => `curl -H "Authorization: Bearer ${leftOut}"`],
  ['note', jwt, gone],
  ['url', 'https://ann:hunter2@shop.example/hook', () => `https://ann:${leftOut}@shop.example/hook`],
  ['url', 'https://s3.example/a?X-Amz-Signature=abc&b=1', () => `https://s3.example/a?X-Amz-Signature=${leftOut}&b=1`],
  ['url', `https://ann:${'p'.repeat(300)}@shop.example`, () => `https://ann:${leftOut}@shop.example`],
  [
    'url',
    `https://${'u'.repeat(300)}:hunter2@shop.example`,
    () => `https://${'u'.repeat(300)}:${leftOut}@shop.example`,
  ],
  ['url', `/a?${'x'.repeat(90)}_token=abc`, () => `/a?${'x'.repeat(90)}_token=${leftOut}`],
  ['hash', `0x${hexKey}`, kept],
  ['token_last4', '9f3k', kept],
  ['app_token_may', ['settle'], kept],
  ['token_name', 'Till', kept],
  ['code', 'invalid_token', kept],
  ['proof_text', 'I control the address', kept],
  ['value', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', kept],
  ['total', '19.99', kept],
  ['enabled', false, kept],
  ['reference', null, kept],
];

test('secrets and data of customers are left out of a request, by the name of a property or the form of a text', () => {
  for (const [name, value, logged] of members) {
    const body = { order: { items: [{ [name]: value }] } };
    const { text } = loggedRequest(body) ?? assert.fail();
    const [item] = JSON.parse(text).order.items;
    assert.deepEqual(item, { [name]: logged(value) }, `${name}: ${JSON.stringify(value)}`);
  }
});

test('a secret is left out of an answer too, and the link to a transaction of a chain stays', () => {
  const answer = {
    token: pat,
    explorer_url: `https://explorer.example/tx/0x${hexKey}`,
    detail: `${pat} is not valid.`,
  };
  assert.deepEqual(JSON.parse(loggedAnswer(answer)?.text ?? ''), {
    token: leftOut,
    explorer_url: answer.explorer_url,
    detail: `${leftOut} is not valid.`,
  });
});

test('a secret as the name of a property is left out', () => {
  assert.equal(loggedRequest({ [pat]: 1 })?.text, JSON.stringify({ [leftOut]: 1 }));
});

test('a query is kept without tokens and e-mail addresses', () => {
  assert.equal(loggedQuery('v=1&status=open&q=4711'), 'v=1&status=open&q=4711');
  const logged = new URLSearchParams(loggedQuery(`v=1&token=${pat}&q=ann%40shop.example&x=${hexKey}`));
  assert.deepEqual([...logged.values()], ['1', leftOut, leftOut, leftOut]);
  assert.equal(loggedQuery(''), '');
});

test('a long body is cut between two characters', () => {
  const body = loggedRequest({ name: 'é'.repeat(mostBodyBytes) }) ?? assert.fail();
  assert.equal(body.isCut, true);
  assert.ok(Buffer.byteLength(body.text) <= mostBodyBytes);
  assert.ok(body.text.endsWith('é'));
  assert.equal(loggedRequest(undefined), null);
  assert.deepEqual(loggedRequest(null), { text: 'null', isCut: false });
});
