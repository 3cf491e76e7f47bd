// Conformance of a family's text formats: addresses, keys, hashes and payment links, as people enter them and as they
// are stored.
import assert from 'node:assert/strict';
import { isRefusal } from '../../../src/io/chains/codec.ts';
import { fc } from '../chance/properties.ts';
import type { Play } from './play.ts';

export function proveAddresses({ driver, rule, ruleOf }: Play): void {
  const { codec, walletCodec, addresses } = driver;

  rule(
    'an address has one canonical form, for every spelling, and its displayed form can be parsed again',
    async ({ facts }) => {
      assert.ok(addresses.good.length > 0);
      for (const { text, canonical, shown } of addresses.good) {
        assert.deepEqual(codec.readAddress(text, facts), { canonical }, text);
        assert.equal(codec.showAddress(canonical, facts), shown);
        assert.deepEqual(codec.readAddress(shown, facts), { canonical }, shown);
      }
    },
  );

  rule('an invalid address is rejected, with a reason that never repeats it', async ({ facts }) => {
    for (const { text, code } of addresses.bad) {
      const read = codec.readAddress(text, facts);
      assert.ok(isRefusal(read), `${text} was taken`);
      assert.equal(read.code, code, text);
      if (text.length > 8) assert.ok(!read.message.includes(text), 'an error repeats the rejected text');
    }
    for (const text of ['', ' ', '0', 'null', '\u0000', '🪙'.repeat(30), 'a'.repeat(100_000)])
      assert.ok(isRefusal(codec.readAddress(text, facts)), JSON.stringify(text.slice(0, 20)));
  });

  rule('any text is accepted or rejected, without an unexpected error', async ({ facts }) => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 140 }), (text) => {
        for (const read of [codec.readAddress(text, facts), walletCodec.readExtendedKey(text, facts)])
          assert.ok(isRefusal(read) || read.canonical !== '');
        codec.readTransactionHash(text);
      }),
    );
  });

  ruleOf(
    'extended_keys',
    'an extended key has the same children as in wallets, and private keys are rejected',
    async ({ facts }) => {
      assert.ok(addresses.keys.length > 0);
      for (const { text, children } of addresses.keys) {
        const read = walletCodec.readExtendedKey(text, facts);
        assert.ok(!isRefusal(read), text);
        // The descriptor says more than the canonical form, which has neither an origin nor a branch for change.
        const again = walletCodec.readExtendedKey(read.canonical, facts);
        assert.ok(!isRefusal(again), text);
        assert.deepEqual([again.canonical, again.identity], [read.canonical, read.identity]);
        const derived = children.map((_, index) => codec.deriveAddress(read.canonical, BigInt(index), facts));
        assert.deepEqual(derived, children);
      }
      for (const { text, code } of addresses.badKeys) {
        const read = walletCodec.readExtendedKey(text, facts);
        assert.ok(isRefusal(read), `${text.slice(0, 8)}… was taken`);
        assert.equal(read.code, code, text.slice(0, 8));
      }
    },
  );

  rule('the hash of a chain transaction has one canonical form', async () => {
    assert.ok(addresses.hashes.length > 0);
    for (const { text, canonical } of addresses.hashes) {
      const read = codec.readTransactionHash(text);
      assert.equal(isRefusal(read) ? null : read.canonical, canonical, text);
    }
  });
}

export function provePaymentUris({ driver, rule }: Play): void {
  const { codec } = driver;

  rule('payment links follow their standard', async ({ facts }) => {
    assert.ok(driver.paymentUris.length > 0);
    for (const { uri, ...request } of driver.paymentUris) assert.equal(codec.paymentUri(request, facts), uri);
  });

  rule('a payment link asks for exactly the amount, to the last unit', async (ground) => {
    const recipient = ground.newAddress();
    const withTokens = driver.absent.token === undefined;
    const native = codec.nativeDecimals;
    const token = withTokens ? (driver.paymentUris.find(({ contract }) => contract !== '')?.contract ?? '') : '';
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 30 }), fc.boolean(), (amount, decimals, ofToken) => {
        const coin = ofToken && token !== '' ? { contract: token, decimals } : { contract: '', decimals: native };
        const uri = codec.paymentUri({ recipient, amount, ...coin }, ground.facts);
        assert.equal(driver.readAmount(uri, coin.decimals), amount, uri);
        assert.match(uri, /^[a-z]+:[\x21-\x7e]+$/i);
      }),
    );
  });
}

/** Exceeds the supply of any coin in its smallest units. */
const amounts = fc.bigInt({ min: 1n, max: 10n ** 40n });

/** Parses a decimal amount in a driver's own format, such as '0.00010000' at 8 decimals. */
export function unitsOfDecimal(text: string, decimals: number): bigint {
  const [whole = '0', part = ''] = text.split('.');
  assert.ok(part.length <= decimals, text);
  return BigInt(whole + part.padEnd(decimals, '0'));
}
