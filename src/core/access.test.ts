// Who may call what: nothing is allowed that is not said, and a stale sign-in is not a fresh one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Access, type Caller, judge } from './access.ts';

const now = new Date('2026-11-21T12:00:00.000Z');
const before = (minutes: number): Caller => ({
  kind: 'cookie',
  userId: 'u',
  sessionId: 's',
  signedInAt: new Date(now.getTime() - minutes * 60_000),
});
const pat: Caller = { kind: 'pat', userId: 'u', tokenId: 't', scopes: ['addresses:write'] };

test('an operation that asks for a recent sign-in takes browser sessions of at most 15 minutes', () => {
  const access: Access = { cookie: true, pat: 'addresses:write', recentSignIn: true };
  assert.equal(judge(access, before(0), now).kind, 'allowed');
  assert.equal(judge(access, before(15), now).kind, 'allowed');
  assert.equal(judge(access, before(15.001), now).kind, 'sign_in_too_old');
  assert.equal(judge(access, pat, now).kind, 'allowed');
  assert.equal(judge({ cookie: true }, before(600), now).kind, 'allowed');
});

test('a method that is not named is not accepted', () => {
  assert.equal(judge({ pat: 'apps:read' }, before(0), now).kind, 'method_not_accepted');
  assert.equal(judge({ cookie: true }, pat, now).kind, 'method_not_accepted');
  assert.equal(judge({ cookie: true }, { kind: 'app_token', appId: 'a' }, now).kind, 'method_not_accepted');
  assert.equal(judge({ cookie: true }, { kind: 'public' }, now).kind, 'not_authenticated');
});

test('a token without the scope is told which one it lacks', () => {
  assert.deepEqual(judge({ pat: 'apps:read' }, pat, now), { kind: 'insufficient_scope', scope: 'apps:read' });
});
