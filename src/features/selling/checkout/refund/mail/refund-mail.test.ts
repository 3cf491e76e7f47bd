// The mails about a refund: their text in each state, and the texts of a shop in them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serviceWords } from '../../../../../io/words/service-words.ts';
import { type RefundNews, refundMail } from './refund-mail.ts';

const explorer = 'https://explorer.example/tx/{hash}';
const news = (refund: object, more: object = {}): RefundNews =>
  ({
    to: 'customer@example.com',
    refund: {
      id: 'ID',
      currency: 'USD',
      value: 2000n,
      refunded: 0n,
      hash: null,
      status: 'awaiting_address',
      ...refund,
    },
    asset: {
      cryptocurrency: { symbol: 'ETH' },
      network: { symbol: 'ethereum', name: 'Ethereum', explorerTransaction: explorer },
      decimals: 18,
    },
    invoice: { reference: 'A-1' },
    app: { name: 'Linen & Co', settings: { supportContact: 'help@shop.example' } },
    isSandbox: false,
    isAsked: false,
    words: serviceWords('en'),
    ...more,
  }) as unknown as RefundNews;
const textOf = (refund: object, more?: object) => refundMail('https://pay.example', news(refund, more)).text;

test('before an address is known the mail asks for it, later it only shows the progress', () => {
  const asks = textOf({});
  assert.match(asks, /Linen & Co is refunding you \$20\.00 in ETH on Ethereum \(ERC20\)\./);
  assert.match(asks, /Enter the address.*\nhttps:\/\/pay\.example\/refund\/ID\n/);
  assert.match(asks, /Order: A-1\nContact of the shop: help@shop\.example$/);
  assert.doesNotMatch(textOf({ status: 'ready' }), /Enter the address/);
});

test('the mail about a sent refund names what came, and its chain transaction', () => {
  const sent = { status: 'sent', sentAmount: 9n * 10n ** 15n, refunded: 1800n, hash: '0xabc' };
  const text = textOf(sent, { isSandbox: true, isAsked: true, words: serviceWords('de') });
  for (const part of [
    '0.009 ETH',
    '18,00\u00a0$',
    'explorer.example/tx/0xabc',
    '/refund/ID?lang=de',
    'Das war ein Test',
  ])
    assert.ok(text.includes(part), `${part} in ${text}`);
});

test('a shop puts no link into the mail, neither by its name nor by its contact', () => {
  const app = { name: 'Visit evil.example/now', settings: { supportContact: 'https://evil.example/help' } };
  const { text, subject } = refundMail('https://pay.example', news({}, { app }));
  assert.doesNotMatch(text + subject, /evil\.example/);
});
