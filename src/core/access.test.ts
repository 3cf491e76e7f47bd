// Access rules: an operation allows only the methods it names, an old sign-in does not count as recent, and callers
// reach only their own objects.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callerName, repeaterName } from './access/caller-name.ts';
import type { Role, Vouching } from './access/team.ts';
import {
  type Access,
  admitsTo,
  asking,
  type Caller,
  isBoundElsewhere,
  judge,
  mayRead,
  owns,
  provedRecently,
  refuseBoundToApps,
  requireAddressRange,
  roleIn,
  scopes,
} from './access.ts';

const now = new Date('2026-11-21T12:00:00.000Z');
const vouches = ((_app, _person, { mac }) => mac === 'ours') as Vouching;
const callers = {
  public: { kind: 'public' },
  cookie: { kind: 'cookie', userId: 'ann', sessionId: 's', provedAt: new Date(0), vouches },
  pat: {
    kind: 'pat',
    userId: 'ann',
    tokenId: 't',
    scopes: ['invoices:read'],
    appIds: null,
    hasAddressRanges: false,
    vouches,
  },
  appToken: { kind: 'app_token', appId: 'shop', ownerId: 'person' },
  oauth2: { kind: 'oauth2', userId: 'ann', clientId: 'c', scopes: ['invoices:read'], vouches },
} as const satisfies Record<string, Caller>;
type Name = keyof typeof callers;
const names = Object.keys(callers) as Name[];

const verdicts: readonly [access: Access, expected: Readonly<Record<Name, string>>][] = [
  [{}, refusing({})],
  [{ public: true }, all('allowed')],
  [{ cookie: true }, refusing({ cookie: 'allowed' })],
  [{ appToken: true }, refusing({ appToken: 'allowed' })],
  [{ pat: 'invoices:read' }, refusing({ pat: 'allowed' })],
  [{ pat: 'invoices:write' }, refusing({ pat: 'insufficient_scope' })],
  [{ oauth2: 'invoices:read' }, refusing({ oauth2: 'allowed' })],
  [{ oauth2: 'invoices:write' }, refusing({ oauth2: 'insufficient_scope' })],
  [
    { cookie: true, pat: 'invoices:read', appToken: true, oauth2: 'invoices:read' },
    { ...all('allowed'), public: 'not_authenticated' },
  ],
];

for (const [access, expected] of verdicts) {
  test(`who may use an operation that accepts ${JSON.stringify(access)}`, () => {
    for (const name of names) assert.equal(judge(access, callers[name], now).kind, expected[name], name);
  });
}

test('an operation that asks for a recent proof takes sessions that proved presence within 15 minutes', () => {
  const access: Access = { cookie: true, pat: 'invoices:read', recentProof: true };
  const before = (minutes: number): Caller => ({
    ...callers.cookie,
    provedAt: new Date(now.getTime() - minutes * 60_000),
  });
  assert.equal(judge(access, before(0), now).kind, 'allowed');
  assert.equal(judge(access, before(15), now).kind, 'allowed');
  assert.equal(judge(access, before(15.001), now).kind, 'proof_too_old');
  assert.equal(judge(access, callers.pat, now).kind, 'allowed');
  assert.equal(judge({ cookie: true }, before(600), now).kind, 'allowed');
});

test('a missing scope is named, so that the caller knows what to ask for', () => {
  assert.deepEqual(judge({ pat: 'apps:write' }, callers.pat, now), { kind: 'insufficient_scope', scope: 'apps:write' });
});

test('to write is not to read: no scope stands for another', () => {
  for (const held of scopes) {
    for (const wanted of scopes) {
      const verdict = judge({ pat: wanted }, { ...callers.pat, scopes: [held] }, now).kind;
      assert.equal(verdict, held === wanted ? 'allowed' : 'insufficient_scope', `${held} for ${wanted}`);
    }
  }
});

const as = (role: Role, mac: string | null = 'ours') => ({ id: 'row', role, since: now.toISOString(), mac });
const ofAnn = (id: string) => ({ id, members: { ann: as('owner') } });
const ofBen = (id: string) => ({ id, members: { ben: as('owner') } });

test('an app is its owner’s and its own token’s', () => {
  const table: readonly [Name, own: boolean, sameOwner: boolean, strangers: boolean][] = [
    ['public', false, false, false],
    ['cookie', true, true, false],
    ['pat', true, true, false],
    ['oauth2', true, true, false],
    ['appToken', true, false, false],
  ];
  for (const [name, own, sameOwner, strangers] of table) {
    assert.equal(owns(callers[name], ofAnn('shop')), own, name);
    assert.equal(owns(callers[name], ofAnn('second-shop')), sameOwner, `${name}, another app of the owner`);
    assert.equal(owns(callers[name], ofBen('other')), strangers, `${name}, a stranger’s app`);
  }
});

test('a token that is bound to apps reaches those of its owner, and is there for no other', () => {
  const bound = { ...callers.pat, appIds: ['shop'] };
  const table: readonly [Caller, app: ReturnType<typeof ofAnn | typeof ofBen>, isOwn: boolean, isElsewhere: boolean][] =
    [
      [bound, ofAnn('shop'), true, false],
      [bound, ofAnn('second-shop'), false, true],
      [bound, ofBen('shop'), false, false],
      [bound, ofBen('other'), false, true],
      [callers.pat, ofAnn('second-shop'), true, false],
      [callers.pat, ofBen('other'), false, false],
      [callers.appToken, ofAnn('shop'), true, false],
      [callers.appToken, ofAnn('second-shop'), false, true],
      [callers.public, ofAnn('shop'), false, false],
    ];
  for (const [caller, app, isOwn, isElsewhere] of table) {
    assert.equal(owns(caller, app), isOwn, `${JSON.stringify(caller)} ${app.id}`);
    assert.equal(isBoundElsewhere(caller, app.id), isElsewhere, `${JSON.stringify(caller)} ${app.id}`);
  }
  assert.throws(() => refuseBoundToApps(bound), { code: 'token_bound_to_apps' });
  for (const name of names) assert.doesNotThrow(() => refuseBoundToApps(callers[name]));
});

test('a person’s role bounds all that they hold, and a scope gives nothing that the role does not', () => {
  const app = { id: 'shop', members: { ann: as('support') } };
  const held = [callers.cookie, callers.pat, callers.oauth2];
  for (const caller of held) {
    const may = (access: Access) => () => admitsTo(app, asking(caller, access));
    assert.equal(may({ pat: 'invoices:read' })(), true);
    assert.equal(may({ pat: 'invoices:settle' })(), true);
    assert.equal(may({ pat: 'invoices:write', permission: 'cancel' })(), true);
    for (const refused of [
      { pat: 'invoices:write' },
      { pat: 'addresses:write' },
      { oauth2: 'webhooks:write' },
      { cookie: true },
    ] as const)
      assert.throws(may(refused), { code: 'role_required' });
    // An operation that names no permission is for owners only.
    assert.throws(() => admitsTo(app, caller), { code: 'role_required' });
    assert.equal(admitsTo(ofBen('other'), asking(caller, { pat: 'invoices:write' })), false);
  }
  assert.equal(admitsTo(app, asking(callers.appToken, { pat: 'addresses:write' })), true);
  assert.equal(admitsTo(app, asking({ ...callers.pat, appIds: ['other'] }, { pat: 'invoices:read' })), false);
});

test('a role that the service did not write is none, and so is every role where nobody vouches', () => {
  for (const caller of [callers.cookie, callers.pat, callers.oauth2]) {
    for (const mac of ['theirs', null])
      assert.equal(roleIn(caller, { id: 'shop', members: { ann: as('owner', mac) } }), null);
    const { vouches: _, ...unvouched } = caller;
    assert.equal(roleIn(unvouched, ofAnn('shop')), null);
    assert.equal(roleIn(caller, ofAnn('shop')), 'owner');
  }
});

const scopedTo = (...held: string[]) => ({
  ...callers.appToken,
  scoped: { tokenId: 'till', makerId: 'ann', scopes: held },
  vouches: callers.pat.vouches,
});

test('a further token of an app needs the scope, and an operation that takes the app’s token', () => {
  const access: Access = { cookie: true, pat: 'invoices:write', appToken: true, oauth2: 'invoices:write' };
  assert.equal(judge(access, scopedTo('invoices:write'), now).kind, 'allowed');
  assert.equal(judge(access, scopedTo('invoices:read'), now).kind, 'insufficient_scope');
  assert.equal(judge({ pat: 'invoices:write' }, scopedTo('invoices:write'), now).kind, 'method_not_accepted');
  // An operation that names no scope is not for tokens with scopes.
  assert.equal(judge({ appToken: true }, scopedTo('invoices:write'), now).kind, 'method_not_accepted');
  assert.equal(mayRead('invoices:read', scopedTo('invoices:read')), true);
  assert.equal(mayRead('invoices:read', scopedTo('apps:read')), false);
});

test('the role of its maker bounds a further token of an app, and it reaches no other app', () => {
  const shopOf = (role: Role) => ({ id: 'shop', members: { ann: as(role) } });
  const asks = (access: Access) => asking(scopedTo('invoices:write', 'webhooks:write'), access);
  assert.equal(owns(asks({ pat: 'invoices:write' }), shopOf('owner')), true);
  assert.equal(owns(asks({ pat: 'webhooks:write' }), shopOf('developer')), true);
  assert.equal(owns(asks({ pat: 'invoices:write' }), shopOf('developer')), false);
  assert.throws(() => admitsTo(shopOf('support'), asks({ pat: 'webhooks:write' })), { code: 'role_required' });
  assert.equal(owns(asks({ pat: 'invoices:write' }), { id: 'shop', members: {} }), false);
  assert.equal(owns(asks({ pat: 'invoices:write' }), ofAnn('second-shop')), false);
  assert.equal(isBoundElsewhere(scopedTo('apps:read'), 'second-shop'), true);
  assert.throws(() => requireAddressRange(scopedTo('apps:read'), { environment: 'production' }), {
    code: 'address_range_required',
  });
});

test('each further token of an app has its own name', () => {
  const other = { ...callers.appToken, scoped: { tokenId: 'other', makerId: 'ann', scopes: [] } };
  const three = [callers.appToken, scopedTo('apps:read'), other];
  assert.equal(new Set(three.map(callerName)).size, 3);
  assert.equal(new Set(three.map((one) => repeaterName(one, 'invoice'))).size, 3);
});

test('receiving addresses of a production app change with a token only if it works from certain addresses', () => {
  const ranged = { ...callers.pat, hasAddressRanges: true };
  for (const environment of ['development', 'production']) {
    const change = (caller: Caller) => () => requireAddressRange(caller, { environment });
    for (const caller of [callers.cookie, ranged]) assert.doesNotThrow(change(caller));
    if (environment === 'development') assert.doesNotThrow(change(callers.pat));
    else assert.throws(change(callers.pat), { code: 'address_range_required' });
  }
});

test('a person has one name with all their tokens; an app and a client have their own', () => {
  assert.equal(callerName(callers.cookie), callerName(callers.pat));
  assert.equal(new Set([callers.public, callers.pat, callers.appToken, callers.oauth2].map(callerName)).size, 4);
  assert.notEqual(callerName(callers.oauth2), callerName({ ...callers.oauth2, userId: 'ben' }));
});

test('a token hears none of the answers kept for its owner or another token: it may see less than they', () => {
  const another = { ...callers.pat, tokenId: 'another' };
  const wider = { ...callers.oauth2, scopes: ['apps:token', 'invoices:read'] };
  const callersOfOne = [callers.cookie, callers.pat, another, callers.appToken, callers.oauth2, wider];
  const names = callersOfOne.map((caller) => repeaterName(caller, 'invoice'));
  assert.equal(new Set(names).size, names.length);
  // A refreshed token belongs to the same program with the same scopes.
  const refreshed = { ...wider, scopes: [...wider.scopes].reverse() };
  assert.equal(repeaterName(refreshed, 'invoice'), repeaterName(wider, 'invoice'));
});

test('strangers share kept answers about the object that they name, and nothing else', () => {
  assert.equal(repeaterName(callers.public, 'invoice'), repeaterName(callers.public, 'invoice'));
  assert.notEqual(repeaterName(callers.public, 'invoice'), repeaterName(callers.public, 'another'));
  assert.equal(repeaterName(callers.pat, 'invoice'), repeaterName(callers.pat, 'another'));
});

function all(verdict: string): Record<Name, string> {
  return Object.fromEntries(names.map((name) => [name, verdict])) as Record<Name, string>;
}

function refusing(exceptions: Partial<Record<Name, string>>): Record<Name, string> {
  return { ...all('method_not_accepted'), public: 'not_authenticated', ...exceptions };
}

test('a recent proof is one of the last 15 minutes, and tokens read what their scopes say', () => {
  const later = new Date(now.getTime() + 15 * 60_000 + 1);
  assert.equal(provedRecently({ ...callers.cookie, provedAt: now }, now), true);
  assert.equal(provedRecently({ ...callers.cookie, provedAt: now }, later), false);
  assert.equal(provedRecently(callers.pat, now), false);
  for (const name of names) assert.equal(mayRead('invoices:settle', callers[name]), !('scopes' in callers[name]));
});
