// The page is in the language of the address, the reader's choice, or the browser's preference.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type PageLanguage, pageLanguage, rememberedLanguage } from './page-language.ts';

const languages = new Map(
  ['en', 'de', 'he', 'id', 'ja', 'zh'].map((code): [string, PageLanguage] => [
    code,
    { code, name: code, direction: code === 'he' ? 'rtl' : 'ltr', path: '', texts: {}, refund: {} },
  ]),
);
const chosen = (asked: unknown, cookie?: string, acceptLanguage?: string, told?: string) =>
  pageLanguage(languages, { asked, cookie, told, acceptLanguage }).code;

test('the language in the address ranks before an earlier choice, and that before the browser’s preference', () => {
  // The language that the shop states for its customer ranks between them.
  assert.equal(chosen(undefined, 'lang=de', 'zh', 'he'), 'de');
  assert.equal(chosen(undefined, undefined, 'zh', 'he-IL'), 'he');
  assert.equal(chosen('ja', 'lang=de', 'zh'), 'ja');
  assert.equal(chosen(undefined, 'a=b; lang=de', 'zh'), 'de');
  assert.equal(chosen(undefined, undefined, 'zh'), 'zh');
  assert.equal(chosen(undefined), 'en');
});

test('browser preferences are ordered by weight without region and script, and old codes are known', () => {
  assert.equal(chosen(undefined, undefined, 'sv,en;q=0.3, de-CH;q=0.9'), 'de');
  assert.equal(chosen(undefined, undefined, 'zh-Hant-TW,en;q=0.8'), 'zh');
  assert.equal(chosen(undefined, undefined, 'iw-IL'), 'he');
  assert.equal(chosen(undefined, undefined, 'in'), 'id');
  assert.equal(chosen(undefined, undefined, 'de;q=0, ja;q=0.1'), 'ja');
});

test('a language that the page does not have is ignored', () => {
  for (const asked of ['xx', '', '../en', ['de', 'ja'], { a: 'de' }, null, 'x'.repeat(10_000)])
    assert.equal(chosen(asked, 'lang=%E0%A4%A', ';;,,q=,;q=x'), 'en');
});

test('only a choice on the page is remembered, and only a language that the page has', () => {
  assert.match(
    rememberedLanguage(languages, 'ja', 'same-origin') ?? '',
    /^lang=ja; Max-Age=31536000; Path=\/; HttpOnly/,
  );
  assert.equal(rememberedLanguage(languages, 'ja', 'cross-site'), null);
  assert.equal(rememberedLanguage(languages, 'ja', undefined), null);
  assert.equal(rememberedLanguage(languages, 'ja\r\nX: y', 'same-origin'), null);
  assert.equal(rememberedLanguage(languages, ['ja'], 'same-origin'), null);
});
