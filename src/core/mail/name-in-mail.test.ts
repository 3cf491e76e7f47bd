// A name typed by a user never puts a link into a mail.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agentInBody, nameInBody, nameInSubject } from './name-in-mail.ts';

test('W38-names: a subject shows names without URLs, e-mail addresses and control characters', () => {
  const table: readonly [name: string, shown: string | null][] = [
    ['Corner shop', 'Corner shop'],
    ['You WON 1 BTC – claim at https://evil.example/claim', 'You WON 1 BTC – claim at'],
    ['You WON 1 BTC – claim at evil.example', 'You WON 1 BTC – claim at'],
    ['Claim at EVIL.Example/x now', 'Claim at now'],
    ['Claim:http://evil.example', null],
    ['www.evil.example wins', 'wins'],
    ['write to win@evil.example today', 'write to today'],
    ['mailto:win', null],
    ['call tel:+491234', 'call'],
    ['go to 203.0.113.7/x', 'go to'],
    ['go to http://[2001:db8::1]/', 'go to'],
    ['xn--evl-vla.example wins', 'wins'],
    ['ev\u200bil.exa\u00admple wins', 'wins'],
    ['evil。example wins', 'wins'],
    ['evil．example wins', 'wins'],
    ['https://evil.example', null],
    ['Shop\r\nBcc: other', 'Shop Bcc: other'],
    ['a\u0000b\u202ec\u2066d', 'abcd'],
    ['\u202e\u200b', null],
    ['…', null],
    // A shop named after its domain stays recognizable.
    ['Booking.com', 'Booking com'],
    ['müller.shop', 'müller shop'],
    ['shop.example.co.uk', 'shop example co uk'],
    // These are not links.
    ['A.B.C. Records', 'A.B.C. Records'],
    ['Version 2.0', 'Version 2.0'],
    ['Smith & Co.', 'Smith & Co.'],
    ['T@ke away', 'T@ke away'],
    ['می\u200cخواهم', 'می\u200cخواهم'],
    ['x'.repeat(200), 'x'.repeat(100)],
    ['😀'.repeat(101), '😀'.repeat(100)],
  ];
  for (const [name, shown] of table) assert.equal(nameInSubject(name), shown, JSON.stringify(name));
});

test('W38-names: a body shows names as plain text, with their links taken apart', () => {
  const table: readonly [name: string, shown: string][] = [
    ['Corner shop', 'Corner shop'],
    ['Claim at https://evil.example/x', 'Claim at https: //evil. example/x'],
    ['Booking.com', 'Booking. com'],
    ['win@evil.example', 'win@ evil. example'],
    ['go to 203.0.113.7', 'go to 203. 0. 113. 7'],
    ['Shop\r\n\r\nBcc:\tother', 'Shop Bcc: other'],
    ['a\u202eb', 'ab'],
    ['Version 2.0', 'Version 2.0'],
  ];
  for (const [name, shown] of table) assert.equal(nameInBody(name), shown, JSON.stringify(name));
  const agent = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/120.0.0.0';
  assert.equal(agentInBody(`${agent} (+http://evil.example)`), `${agent} (+http: //evil. example)`);
});
