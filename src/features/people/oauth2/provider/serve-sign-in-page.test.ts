// The sign-in page redirects only to this instance.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownPath } from './serve-sign-in-page.ts';

test('a path of this instance is gone on to', () => {
  for (const path of ['/', '/oauth2/interaction/a-b_c', '/apps?page=2#x']) {
    assert.equal(ownPath(path, 'https://pay.example/shop'), path);
  }
});

test('W37-open-redirect: anything else leads to the start', () => {
  const others = ['https://evil.example/', '//evil.example', '/\\evil.example', '/\t/evil.example', '\\\\evil.example'];
  for (const path of [...others, 'javascript:alert(1)', 'evil', '', ' /', '/a\nb', undefined]) {
    assert.equal(ownPath(path, 'https://pay.example'), '/', path);
  }
});
