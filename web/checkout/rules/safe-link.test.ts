// Links lead only to allowed addresses.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contactLink, ownImage, walletLink, webLink } from './safe-link.ts';

test('W37-links: only http and https are followed', () => {
  assert.equal(webLink('https://shop.example/thanks?a=1'), 'https://shop.example/thanks?a=1');
  for (const url of ['javascript:alert(1)', ' JaVaScRiPt:alert(1)', 'data:text/html,x', 'shop.example', '', null]) {
    assert.equal(webLink(url), null, String(url));
  }
});

test('a wallet link has the scheme of an app: no page, and nothing that a browser runs', () => {
  for (const uri of ['ethereum:0x1@1?value=1', 'bitcoin:BC1QW?amount=0.1', 'ledger:acct-1?units=5'])
    assert.equal(walletLink(uri), uri);
  for (const uri of ['javascript:bitcoin:1', ' JavaScript:bitcoin:1', 'https://a.example', 'data:,x', 'bitcoin'])
    assert.equal(walletLink(uri), null, uri);
  assert.equal(walletLink(null), null);
});

test('a support contact is an address, a page, or only text', () => {
  assert.equal(contactLink('help@shop.example'), 'mailto:help@shop.example');
  assert.equal(contactLink('https://shop.example/help'), 'https://shop.example/help');
  assert.equal(contactLink('+44 20 7946 0000'), null);
  assert.equal(contactLink('a@b.example?bcc=c@d.example'), null);
});

test('an image from elsewhere is not asked for', () => {
  const origin = 'https://pay.example';
  assert.equal(ownImage('/uploads/logo.png', origin), 'https://pay.example/uploads/logo.png');
  assert.equal(ownImage('https://tracker.example/logo.png', origin), null);
  assert.equal(ownImage('//tracker.example/logo.png', origin), null);
  assert.equal(ownImage(null, origin), null);
});
