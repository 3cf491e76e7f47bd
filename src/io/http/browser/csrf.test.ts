// A CSRF token is valid for its own session, for an hour, and only from our own pages.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Problem } from '../../../core/problem.ts';
import { csrfTokens, mintCsrfToken } from './csrf.ts';

const key = Buffer.alloc(32, 5);
const publicUrl = 'https://pay.example';
const csrf = csrfTokens(key, publicUrl);
const start = new Date('2026-11-21T12:00:00.000Z');
const token = mintCsrfToken(key, 'session-1', start);

function after(minutes: number): Date {
  return new Date(start.getTime() + minutes * 60_000);
}

function refused(headers: Record<string, string>, sessionId = 'session-1', now = start): boolean {
  try {
    csrf.check(headers, sessionId, now);
    return false;
  } catch (error) {
    assert.ok(error instanceof Problem && error.code === 'csrf_failed' && error.status === 403);
    return true;
  }
}

const both = (value: string) => ({ 'x-csrf-token': value, cookie: `a=b; csrf_=${value}` });

test('W14-csrf: header and cookie together pass, for this session only', () => {
  assert.equal(refused(both(token)), false);
  assert.equal(refused(both(token), 'session-2'), true);
});

test('either one alone, a made-up one, or one of another instance is refused', () => {
  assert.equal(refused({}), true);
  assert.equal(refused({ 'x-csrf-token': token }), true);
  assert.equal(refused({ cookie: `csrf_=${token}` }), true);
  for (const made of ['00000000-0000-8000-8000-000000000000', 'nonsense', '', token.toUpperCase(), `${token}0`]) {
    assert.equal(refused(both(made)), true, made);
  }
  assert.equal(refused(both(mintCsrfToken(Buffer.alloc(32, 6), 'session-1', start))), true);
});

test('a token lives for one hour, and none comes from the future', () => {
  assert.equal(refused(both(token), 'session-1', after(60)), false);
  assert.equal(refused(both(token), 'session-1', after(60.001)), true);
  assert.equal(refused(both(mintCsrfToken(key, 'session-1', after(5)))), true);
});

test('two tabs may hold tokens of different ages', () => {
  const later = mintCsrfToken(key, 'session-1', after(31));
  assert.equal(refused({ 'x-csrf-token': token, cookie: `csrf_=${later}` }, 'session-1', after(32)), false);
});

test('W14-origin: another origin is refused even with valid tokens; our own and non-browser callers are not', () => {
  assert.equal(refused({ ...both(token), origin: 'https://evil.example' }), true);
  assert.equal(refused({ ...both(token), origin: 'null' }), true);
  assert.equal(refused({ ...both(token), 'sec-fetch-site': 'cross-site' }), true);
  assert.equal(refused({ ...both(token), 'sec-fetch-site': 'same-site' }), true);
  assert.equal(refused({ ...both(token), origin: publicUrl, 'sec-fetch-site': 'same-origin' }), false);
});

test('a GET answers the token that is still fresh, and a new one from half its life on', () => {
  const first = csrf.offer({}, 'session-1', start);
  const given = first['x-csrf-token'] as string;
  assert.match(given, /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.equal(first['set-cookie'], `csrf_=${given}; Max-Age=3600; Path=/; HttpOnly; SameSite=Lax; Secure`);
  assert.equal(first['cache-control'], 'no-store');
  assert.equal(csrf.offer({ cookie: `csrf_=${given}` }, 'session-1', after(29))['x-csrf-token'], given);
  assert.notEqual(csrf.offer({ cookie: `csrf_=${given}` }, 'session-1', after(31))['x-csrf-token'], given);
  assert.notEqual(csrf.offer({ cookie: `csrf_=${given}` }, 'session-2', start)['x-csrf-token'], given);
});
