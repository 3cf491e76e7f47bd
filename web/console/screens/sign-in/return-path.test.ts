// Paths that a visitor returns to after the sign-in, as tables.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeOfReturn, readReturnPath } from './return-path.ts';

test('a sign-in returns only to the console and to invitations of this origin', () => {
  const places: readonly [path: string | undefined, place: ReturnType<typeof placeOfReturn>][] = [
    ['/console', 'console'],
    ['/console/invoices?status=paid', 'console'],
    ['/console?app=1', 'console'],
    ['/invitation?token=abc', 'invitation'],
    ['/consoles', null],
    ['//evil.example/console', null],
    ['https://evil.example/console', null],
    ['/console\\..\\evil', null],
    ['/console/a b', null],
    ['/oauth2/auth', null],
    ['', null],
    [undefined, null],
  ];
  for (const [path, place] of places) assert.equal(placeOfReturn(path), place, path);
});

test('a kept path is valid for an hour, and a damaged or longer-lived one is ignored', () => {
  const hour = 3_600_000;
  const kept = (until: unknown, path: unknown = '/console/links') => JSON.stringify({ path, until });
  const rows: readonly [text: string, path: string | null][] = [
    [kept(1000 + hour), '/console/links'],
    [kept(1001), '/console/links'],
    [kept(1000), null],
    [kept(1001 + hour), null],
    [kept('soon'), null],
    [kept(1001, 7), null],
    ['null', null],
  ];
  for (const [text, path] of rows) assert.equal(readReturnPath(text, 1000), path, text);
});
