// Pages of other origins may call public operations, and other operations with a token if their origin is allowed.
import assert from 'node:assert/strict';
import type { IncomingHttpHeaders } from 'node:http';
import { test } from 'node:test';
import type { Access } from '../../../core/access.ts';
import { answerHeaders, preflightHeaders } from './cors.ts';

const known = 'https://known.example';
const stranger = 'https://stranger.example';
const mayCallWithToken = async (origin: string) => origin === known;
const open: Access = { public: true, cookie: true, pat: 'apps:read', appToken: true };
const closed: Access = { cookie: true, pat: 'apps:write' };
const browserOnly: Access = { cookie: true, recentProof: true };
const everything = [
  { method: 'GET', access: open },
  { method: 'PUT', access: closed },
  { method: 'DELETE', access: browserOnly },
];

test('the answer to a call may be read by every page, by a known one, or by ours alone', async () => {
  const authorization = 'Bearer x';
  const table: readonly [access: Access, headers: IncomingHttpHeaders, allowed: string | undefined][] = [
    [open, { origin: stranger }, '*'],
    [open, { origin: known, authorization }, '*'],
    [closed, { origin: known, authorization }, known],
    [closed, { origin: stranger, authorization }, undefined],
    [closed, { origin: known, cookie: 'session=x' }, undefined],
    [closed, { authorization }, undefined],
    [browserOnly, { origin: known, authorization }, undefined],
  ];
  for (const [access, headers, allowed] of table) {
    const answered = await answerHeaders(access, headers, mayCallWithToken);
    const told = JSON.stringify({ access, headers });
    assert.equal(answered['access-control-allow-origin'], allowed, told);
    assert.equal(answered['access-control-allow-credentials'], undefined, told);
    assert.equal('access-control-expose-headers' in answered, allowed !== undefined, told);
  }
});

test('a preflight names the methods and headers that a page of this origin may use', async () => {
  const table: readonly [
    asks: { origin?: string; method?: string; headers?: string },
    answered: readonly [origin: string, methods: string, headers: string] | null,
  ][] = [
    [{ origin: stranger, method: 'GET' }, ['*', 'GET, HEAD', 'content-type, idempotency-key']],
    [{ origin: known, method: 'GET' }, ['*', 'GET, HEAD', 'content-type, idempotency-key']],
    [
      { origin: known, method: 'GET', headers: 'Authorization,content-type' },
      [known, 'GET, HEAD, PUT', 'authorization, content-type, idempotency-key'],
    ],
    [
      { origin: known, method: 'PUT', headers: 'content-type' },
      [known, 'GET, HEAD, PUT', 'authorization, content-type, idempotency-key'],
    ],
    [
      { origin: stranger, method: 'PUT', headers: 'authorization' },
      ['*', 'GET, HEAD', 'content-type, idempotency-key'],
    ],
    [{}, ['*', 'GET, HEAD', 'content-type, idempotency-key']],
  ];
  for (const [asks, answered] of table) {
    const got = await preflight(asks, everything);
    assert.deepEqual(got, answered, JSON.stringify(asks));
  }
  assert.equal(
    await preflight({ origin: stranger, method: 'PUT', headers: 'authorization' }, everything.slice(1)),
    null,
  );
  assert.equal(await preflight({ origin: known, method: 'DELETE' }, everything.slice(2)), null);
});

async function preflight(
  asks: { origin?: string; method?: string; headers?: string },
  offered: Parameters<typeof preflightHeaders>[0],
) {
  const { origin, method, headers } = asks;
  const sent = {
    ...(origin === undefined ? {} : { origin }),
    ...(method === undefined ? {} : { 'access-control-request-method': method }),
    ...(headers === undefined ? {} : { 'access-control-request-headers': headers }),
  };
  const answered = await preflightHeaders(offered, sent, mayCallWithToken);
  if (answered['access-control-allow-origin'] === undefined) return null;
  return ['origin', 'methods', 'headers'].map((name) => answered[`access-control-allow-${name}`]);
}
