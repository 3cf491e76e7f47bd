// The rules for all operations apply before any call: an operation without access rules is not served.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { bareServer } from '../../../test/rig/interface/bare-server.ts';
import type { Access } from '../../core/access.ts';
import { Problem } from '../../core/problem.ts';
import { limitAnonymous } from '../../features/known/requests/anonymous-limit.ts';
import { Type } from '../schema.ts';
import { type Operation, operation } from './operation.ts';
import { createServer, type ServerOptions, serveOperations } from './server.ts';

function declaring(access: Access): Operation {
  return operation({
    id: 'openTill',
    method: 'GET',
    path: '/till',
    group: 'Tills',
    summary: 'Open till',
    access,
    answer: Type.Object({}),
    handle: async () => ({}),
  });
}

async function serve(access: Access): Promise<void> {
  const app = await createServer(bareServer);
  after(() => app.close());
  serveOperations(app, [declaring(access)], bareServer);
}

test('an operation that does not say who may call it stops the start', async () => {
  const nothingSaid: Access[] = [{}, { recentProof: true }];
  const contradictory: Access[] = [
    { public: true, recentProof: true },
    { pat: 'apps:write', recentProof: true },
  ];
  for (const access of [...nothingSaid, ...contradictory]) {
    await assert.rejects(serve(access), /^Error: The operation openTill does not say who may call it$/);
  }
});

test('an operation that says it, be it of one method only, is served', async () => {
  const methods: Access[] = [{ public: true }, { cookie: true }, { pat: 'apps:read' }, { appToken: true }];
  for (const access of [...methods, { oauth2: 'apps:read' } as const]) await serve(access);
});

async function asked(
  more: Partial<ServerOptions>,
  calls: readonly { readonly url: string; readonly headers?: Record<string, string>; readonly from?: string }[],
) {
  const app = await createServer({ ...bareServer, ...more });
  after(() => app.close());
  serveOperations(app, [declaring({ public: true, pat: 'apps:read' })], { ...bareServer, ...more });
  app.get('/page', () => 'page');
  const answers = [];
  for (const { url, headers = {}, from = '192.0.2.1' } of calls) {
    answers.push(await app.inject({ url, headers, remoteAddress: from }));
  }
  return answers;
}

test('every answer forbids sniffing; those to a token or a cookie are stored nowhere', async () => {
  const paths = ['/page', '/api/till?v=1', '/api/till', '/nothing', '/%'];
  for (const answer of await asked(
    { publicUrl: 'http://shop.example' },
    paths.map((url) => ({ url })),
  )) {
    const { headers } = answer;
    assert.equal(headers['x-content-type-options'], 'nosniff', answer.body);
    assert.deepEqual([headers['strict-transport-security'], headers['cache-control']], [undefined, undefined]);
  }
  const known = [{ authorization: 'Bearer x' }, { cookie: 'quittance_session=x' }];
  const calls = known.flatMap((headers) => ['/api/till?v=1', '/api/till'].map((url) => ({ url, headers })));
  for (const { headers } of await asked({}, calls)) assert.equal(headers['cache-control'], 'no-store');
});

test('browsers that come by https are told to stay there, on whatever path', async () => {
  for (const { headers } of await asked(
    {},
    ['/page', '/api/till?v=1', '/nothing'].map((url) => ({ url })),
  )) {
    assert.equal(headers['strict-transport-security'], 'max-age=31536000');
  }
});

test('whoever shows no credential is counted, and so is a wrong one; a right one is not', async () => {
  const counted: string[] = [];
  const more: Partial<ServerOptions> = {
    countAnonymous: (address) => void counted.push(address),
    authenticate: ({ authorization }) => {
      if (authorization === 'Bearer wrong') throw new Problem('invalid_token');
      if (authorization === undefined) return { kind: 'public' };
      return {
        kind: 'pat',
        userId: 'one',
        tokenId: 'one',
        scopes: ['apps:read'],
        appIds: null,
        hasAddressRanges: false,
      };
    },
  };
  const till = '/api/till?v=1';
  const answers = await asked(more, [
    { url: till, from: '192.0.2.1' },
    { url: till, from: '192.0.2.2', headers: { cookie: 'made=up' } },
    { url: till, from: '192.0.2.3', headers: { authorization: 'Bearer wrong' } },
    { url: till, from: '192.0.2.4', headers: { authorization: 'Bearer right' } },
    { url: '/page', from: '192.0.2.5', headers: { authorization: 'Bearer right' } },
    { url: '/api/auth/get-session', from: '192.0.2.6', headers: { cookie: 'made=up' } },
  ]);
  assert.deepEqual(counted, ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.5', '192.0.2.6']);
  assert.deepEqual(
    answers.map(({ statusCode }) => statusCode),
    [200, 200, 401, 200, 200, 404],
  );
});

test('a flood without credentials is a 429 with the time to wait; a merchant from there is served', async () => {
  const more: Partial<ServerOptions> = {
    countAnonymous: limitAnonymous(() => 0, { burst: 3, perSecond: 1 }),
    authenticate: ({ authorization }) =>
      authorization === undefined
        ? { kind: 'public' }
        : { kind: 'pat', userId: 'one', tokenId: 'one', scopes: ['apps:read'], appIds: null, hasAddressRanges: false },
  };
  const url = '/api/till?v=1';
  const calls = Array.from({ length: 5 }, (_, i) => ({ url, from: `2001:db8::${i + 1}` }));
  const answers = await asked(more, [...calls, { ...calls[0], url, headers: { authorization: 'Bearer right' } }]);
  assert.deepEqual(
    answers.map(({ statusCode }) => statusCode),
    [200, 200, 200, 429, 429, 200],
  );
  const { headers, body } = answers[3] as (typeof answers)[number];
  assert.equal(JSON.parse(body).code, 'rate_limited');
  assert.deepEqual(
    [headers['retry-after'], headers['ratelimit-policy'], headers.ratelimit],
    ['1', '"anonymous";q=3;w=3', '"anonymous";r=0;t=1'],
  );
  assert.equal(headers['access-control-allow-origin'], '*', 'a page of another origin may read it');
});
