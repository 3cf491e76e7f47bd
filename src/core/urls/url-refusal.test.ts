// A refused URL gets a message with the actual cause.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whyNoUrl } from './url-refusal.ts';

test('each refusal of an address names what is wrong with this very one', () => {
  const smtp = ['smtp:', 'smtps:'];
  const postgres = ['postgres:', 'postgresql:'];
  const table: readonly (readonly [text: string, protocols: readonly string[], why: RegExp | null])[] = [
    ['smtp://mail.example', smtp, null],
    ['SMTPS://mail.example:465', smtp, null],
    ['smtp://me%40shop:p%23%2F@mail.example:587?from=a@b.example', smtp, null],
    ['smtp://[::1]:25', smtp, null],
    ['mail.example:587', smtp, /must be an address that starts with smtp:\/\/ or smtps:\/\//],
    ['http://mail.example', smtp, /must be an address that starts with/],
    ['smtp:mail.example', smtp, /must be an address that starts with/],
    ['', smtp, /must be an address that starts with/],
    ['smtp://me:hush#x@mail.example:587', smtp, /percent-encoded/],
    ['smtp://me:hush/x@mail.example', smtp, /percent-encoded/],
    ['smtp://me:100%hush@mail.example', smtp, /percent-encoded/],
    ['smtp://me:hush@mail.example:99999', smtp, /port/],
    ['smtp://mail.example:smtp', smtp, /port/],
    ['smtp://[::1]:x', smtp, /port/],
    ['smtp://', smtp, /must name a host after smtp:\/\//],
    ['smtp://me:hush@', smtp, /must name a host/],
    ['smtp://me:hush@:25', smtp, /must name a host/],
    ['smtp://mail example', smtp, /has a host after smtp:\/\/ that cannot be read/],
    ['http://', ['http:', 'https:'], /must name a host after http:\/\//],
    ['https://a b.example', ['http:', 'https:'], /host after https:\/\/ that cannot be read/],
    ['postgres:///shop?host=/run/postgresql', postgres, null],
    ['postgres://me:hush?x@db/shop', postgres, /percent-encoded/],
    ['mysql://db', postgres, /must be an address that starts with postgres:/],
  ];
  for (const [text, protocols, why] of table) {
    const said = whyNoUrl(text, protocols);
    if (why === null) assert.equal(said, null, text);
    else assert.match(said ?? 'nothing', why, text);
    assert.doesNotMatch(said ?? '', /hush/);
  }
});
