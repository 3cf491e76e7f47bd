// Private keys of every form are distinguished from addresses and public keys.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { looksPartlyPrivate, looksPrivate } from './private-material.ts';

const xprv =
  'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi';
const phrase = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about';

const privates: Readonly<Record<string, string>> = {
  'extended private key (BIP-32 test vector 1)': xprv,
  'extended private key cut short': xprv.slice(0, 60),
  'extended private key within words': `my key: ${xprv}.`,
  'zprv (BIP-84 test vector)':
    'zprvAWgYBBk7JR8Gjrh4UJQ2uJdG1r3WNRRfURiABBE3RvMXYSrRJL62XuezvGdPvG6GFBZduosCc1YP5wixPox7zhZLfiUm8aunE96BBa4Kei5',
  tprv:
    'tprv8ZgxMBicQKsPeDgjzdC36fs6bMjGApWDNLR9erAXMs5skhMv36j9MV5ecvfavji5khqjWaWSFhN3YcCUUdiKH6isR4Pwy3U5y5egddBr' +
    '16m',
  'descriptor with a private key': `wpkh([d34db33f/84h/0h/0h]${xprv}/0/*)#cjjspncu`,
  'WIF, uncompressed': '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ',
  'WIF, compressed': 'KwdMAjGmerYanjeui5SHS7JkmpZvVipYvB2LJGU1ZxJwYvP98617',
  'WIF, test network': 'cMzLdeGd5vEqxB8B6VFQoRopQ3sLAAvEzDAoQgvX54xwofSWj1fx',
  'WIF in a descriptor': 'pkh(KwdMAjGmerYanjeui5SHS7JkmpZvVipYvB2LJGU1ZxJwYvP98617)',
  'BIP-38': '6PRVWUbkzzsbcVac2qwfssoUJAN1Xhrg6bNk8J7Nzm5H7kxEbn2Nh2ZoGg',
  'hex key': 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  'hex key with 0x': '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  'hex key in capitals and spaces': '  0XAC0974BEC39A17E36BA4A6B4D238FF944BACB478CBED5EFCAE784D7BF4F2FF80\n',
  'seed phrase of 12 words': phrase,
  'seed phrase of 24 words': `${phrase} ${phrase}`,
  'seed phrase in capitals, numbered': phrase
    .split(' ')
    .map((word, at) => `${at + 1}. ${word.toUpperCase()}`)
    .join('\n'),
  'seed phrase with commas': phrase.replaceAll(' ', ', '),
  'seed phrase in French':
    'abaisser abandon abdiquer abeille abolir aborder aboutir aboyer abrasif abreuver abriter abroger',
  'seed phrase in Japanese':
    'あいこくしん　あいさつ　あいだ　あおぞら　あかちゃん　あきる　あけがた　あける　あこがれる　あさい　あさひ　あしあと',
  keystore: '{"version":3,"crypto":{"ciphertext":"d172bf743a674da9cdad04534d56926ef8358534d458fffccd4e6ad2fbde479c"}}',
  'a seed in a wallet file': `{"keystore":{"type":"bip32","seed":"${phrase}","xpub":"xpub1"},"wallet_type":"standard"}`,
  'a phrase in another field of a file': `{"label":"Shop","note":"${phrase}","xpub":"xpub1"}`,
  'a phrase as a list': `{"label":"Shop","parts":[${phrase
    .split(' ')
    .map((word) => `"${word}"`)
    .join(', ')}]}`,
  'a sealed seed in a wallet file': '{"keystore":{"seed":"aGVsbG8gd29ybGQgaGVsbG8=","xprv":""}}',
  'a sealed key in a wallet file': '{"keystore":{"xprv":"aGVsbG8gd29ybGQ="}}',
  'a phrase below other lines': `Policy: 1 of 1\n${phrase}\n`,
  PEM: '-----BEGIN EC PRIVATE KEY-----',
};

const publics: Readonly<Record<string, string>> = {
  'EVM address': '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  'TRON address': 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  'TRON address in hex': '41a614f803b6fd780986a42c78ec9c7f77e6ded13c',
  'Bitcoin address': '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
  'SegWit address': 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  'Taproot address': 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
  'P2WSH address': 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
  'Solana address': '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV',
  xpub:
    'xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMc' +
    'et8',
  'descriptor with a public key':
    'wpkh([d34db33f/84h/0h/0h]xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8Yt' +
    'GqsefD265TMg7usUDFdp6W1EGMcet8/0/*)',
  'a watch-only wallet file':
    '{"keystore":{"type":"bip32","xprv":null,"seed":"","passphrase":"","xpub":"xpub1"},"wallet_type":"standard"}',
  'eleven words': phrase.split(' ').slice(1).join(' '),
  nothing: '',
};

test('everything that could spend is told', () => {
  for (const [what, text] of Object.entries(privates)) assert.equal(looksPrivate(text), true, what);
});

test('addresses and public keys are not taken for private ones', () => {
  for (const [what, text] of Object.entries(publics)) assert.equal(looksPrivate(text), false, what);
});

test('a private key that is typed is kept back as soon as it is longer than an address', () => {
  const typed = ['hex key', 'hex key with 0x', 'WIF, compressed', 'WIF, uncompressed', 'BIP-38'];
  for (const what of typed) {
    const text = privates[what] as string;
    const first = text.startsWith('0x') ? 45 : /^[0-9a-f]+$/.test(text) ? 43 : 37;
    for (let length = first; length <= text.length; length += 1) {
      const part = text.slice(0, length);
      assert.ok(looksPrivate(part) || looksPartlyPrivate(part), `${what}, ${length} characters`);
    }
  }
  for (const words of [2, 5, 11]) {
    const part = phrase.split(' ').slice(0, words).join(' ');
    assert.equal(looksPartlyPrivate(part), true, part);
  }
});

test('addresses and public keys are not kept back', () => {
  for (const [what, text] of Object.entries(publics))
    assert.equal(looksPartlyPrivate(text), /words|Solana/.test(what), what);
});
