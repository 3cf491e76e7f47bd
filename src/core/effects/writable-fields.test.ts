// Every writable field, changed in both directions: its effect, and the callers who may cause it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Caller } from '../access.ts';
import { type AppSettings, defaultSettings } from '../app-settings.ts';
import { Problem } from '../problem.ts';
import { accountThings } from './account-fields.ts';
import { type Effect, effects, effectTerms } from './effect.ts';
import { effectsOf, type FactsOf } from './effects-of.ts';
import { operatorThings } from './operator-fields.ts';
import { requireEffects, requireRight } from './require-effects.ts';
import { type FieldOf, type ThingName, things } from './writable-fields.ts';

/** For each field: facts before and after, the effect of the change, and the effect of the reverse change. */
type Case<Name extends ThingName> = readonly [
  before: FactsOf<Name> | null,
  after: FactsOf<Name> | null,
  there: Effect | null,
  back: Effect | null,
];
type Cases = {
  readonly [Name in ThingName]: { readonly [Field in FieldOf<Name>]: readonly Case<Name>[] | 'harmless' };
};

const usd = { total: 5000n, currency: 'USD' };
const order = { ...usd, success_url: null as string | null, cancel_url: null as string | null };
const link = { ...usd, slug: 'fair' as string | null, fromOtherApp: false, fromHolder: false, slugPrice: null };
const archivedAt = null as Date | null;
const shop = { ...link, slugPrice: null, url: 'https://shop.example', token: false, archivedAt };
const set = (given: Partial<AppSettings>): AppSettings => ({ ...defaultSettings, ...given });
const coin = { confirmations: null as number | null, acceptUnconfirmedUpTo: null as string | null, leavesGap: false };
const address = { enabled: true, isEntered: false };
const hook = { url: 'https://a.example', events: null as readonly string[] | null, enabled: true, isLast: true };

const cheaper = 'less_accepted';
const cases: Cases = {
  invoice: {
    app_id: 'harmless',
    total: [[order, { ...order, total: 4999n }, cheaper, null]],
    currency: [[order, { ...order, currency: 'EUR' }, cheaper, cheaper]],
    order: 'harmless',
    customer: 'harmless',
    metadata: 'harmless',
    success_url: [
      [order, { ...order, success_url: 'https://a.example' }, 'customers_elsewhere', 'customers_elsewhere'],
    ],
    cancel_url: [[order, { ...order, cancel_url: 'https://a.example' }, 'customers_elsewhere', 'customers_elsewhere']],
    expires_in: 'harmless',
    canceled: 'harmless',
  },
  payment_link: {
    app_id: 'harmless',
    slug: [[link, { ...link, slug: 'other' }, 'shop_stops', 'shop_stops']],
    slug_from_other_app: [[link, { ...link, fromOtherApp: true }, 'money_elsewhere', null]],
    slug_from_holder: [[null, { ...link, fromHolder: true }, 'shop_stops', null]],
    slug_price: [
      [null, { ...link, slugPrice: { total: 5001n, currency: 'USD' } }, cheaper, null],
      [null, { ...link, slugPrice: { total: 5000n, currency: 'USD' } }, null, null],
      [null, { ...link, slugPrice: { total: null, currency: 'USD' } }, null, null],
    ],
    currency: [[link, { ...link, currency: 'EUR' }, cheaper, cheaper]],
    total: [
      [link, { ...link, total: 4999n }, cheaper, null],
      [link, { ...link, total: null }, cheaper, null],
    ],
    description: 'harmless',
    deleted: [[link, null, 'shop_stops', null]],
  },
  app: {
    name: 'harmless',
    description: 'harmless',
    slug: [
      [shop, { ...shop, slug: 'other' }, 'shop_stops', 'shop_stops'],
      [shop, { ...shop, slug: null }, 'shop_stops', null],
    ],
    slug_from_other_app: [[shop, { ...shop, fromOtherApp: true }, 'money_elsewhere', null]],
    slug_from_holder: [[shop, { ...shop, fromHolder: true }, 'shop_stops', null]],
    image: 'harmless',
    url: [[shop, { ...shop, url: 'https://other.example' }, 'customers_elsewhere', 'customers_elsewhere']],
    environment: 'harmless',
    token: [[shop, { ...shop, token: true }, 'token_shown', null]],
    archived: [[shop, null, 'shop_stops', null]],
    restored: [[{ ...shop, archivedAt: new Date(0) }, shop, 'customers_elsewhere', null]],
  },
  app_settings: {
    quote_window: [[set({}), set({ quoteWindowSeconds: 901 }), cheaper, null]],
    underpayment_tolerance: [[set({}), set({ underpaymentTolerance: { percent: '1', fiatMax: null } }), cheaper, null]],
    amount_room: 'harmless',
    late_payments: [[set({ latePayments: 'hold' }), set({}), cheaper, null]],
    confirmations_by_value: [
      [set({ confirmationsByValue: [{ currency: 'USD', from: '9', confirmations: 9 }] }), set({}), cheaper, null],
    ],
    unconfirmed_payments: [
      [
        set({ unconfirmedPayments: { ...defaultSettings.unconfirmedPayments, quietSeconds: 9 } }),
        set({}),
        cheaper,
        null,
      ],
    ],
    stablecoins: [[set({ stablecoins: 'at_market' }), set({ stablecoins: 'at_par' }), cheaper, null]],
    unpaid_addresses_max: 'harmless',
    support_contact: [
      [set({}), set({ supportContact: 'a@shop.example' }), 'customers_elsewhere', 'customers_elsewhere'],
    ],
    branding: 'harmless',
    embed_origins: [[set({}), set({ embedOrigins: [] }), 'customers_elsewhere', 'customers_elsewhere']],
    webhook_defaults: 'harmless',
    app_token_may: [[set({}), set({ appTokenMay: ['settle'] }), cheaper, null]],
  },
  app_cryptocurrency: {
    app_id: 'harmless',
    cryptocurrency: 'harmless',
    network: 'harmless',
    confirmations: [[{ ...coin, confirmations: 50 }, { ...coin, confirmations: 2 }, cheaper, null]],
    min_total: [[coin, { ...coin, leavesGap: true }, 'shop_stops', null]],
    max_total: [[coin, { ...coin, leavesGap: true }, 'shop_stops', null]],
    accept_unconfirmed_up_to: [[coin, { ...coin, acceptUnconfirmedUpTo: '0.01' }, cheaper, null]],
    deleted: [
      [{ ...coin, leavesGap: true }, null, 'shop_stops', null],
      [coin, null, null, null],
    ],
  },
  app_address: {
    app_id: 'harmless',
    network: 'harmless',
    kind: 'harmless',
    value: [[null, { ...address, isEntered: true }, 'money_elsewhere', null]],
    script: 'harmless',
    first_address: 'harmless',
    signature: 'harmless',
    label: 'harmless',
    confirm: [[address, { ...address, isEntered: true }, 'money_elsewhere', null]],
    confirmed_value: [[address, { ...address, isEntered: true }, 'money_elsewhere', null]],
    enabled: [[address, { ...address, enabled: false }, 'money_elsewhere', 'money_elsewhere']],
    deleted: [[address, null, 'money_elsewhere', null]],
  },
  webhook: {
    app_id: 'harmless',
    url: [
      [hook, { ...hook, url: 'https://b.example' }, 'customers_elsewhere', 'customers_elsewhere'],
      [null, hook, 'customers_elsewhere', null],
    ],
    events: [
      [hook, { ...hook, events: ['invoice.paid'] }, 'shop_stops', null],
      [
        { ...hook, events: ['invoice.paid'] },
        { ...hook, events: ['invoice.paid', 'invoice.expired'] },
        null,
        'shop_stops',
      ],
    ],
    description: 'harmless',
    signature: 'harmless',
    enabled: [
      [hook, { ...hook, enabled: false }, 'shop_stops', null],
      [{ ...hook, isLast: false }, { ...hook, isLast: false, enabled: false }, null, null],
    ],
    deleted: [
      [hook, null, 'shop_stops', null],
      [{ ...hook, isLast: false }, null, null, null],
    ],
  },
  webhook_secret: { secret: every('customers_elsewhere') },
  settlement: { reason: every(cheaper) },
  assignment: { invoice_id: every('payment_decided') },
  dismissal: { dismissed: every('payment_decided') },
  refund: {
    invoice_id: 'harmless',
    fiat_value: [[null, { recipient: null }, 'refund_prepared', null]],
    overpaid: [[null, { recipient: null }, 'refund_prepared', null]],
    cryptocurrency: 'harmless',
    network: 'harmless',
    to: [[{ recipient: 'a' }, { recipient: 'b' }, 'refund_prepared', 'refund_prepared']],
    confirm: 'harmless',
    rate_kind: 'harmless',
    reason: 'harmless',
    canceled: 'harmless',
  },
  refund_batch: { app_id: 'harmless', network: 'harmless', refund_ids: every('refund_prepared') },
  refund_report: { hash: 'harmless' },
  refund_acceptance: { reason: every('refund_prepared') },
  pull_payment_assignment: { invoice_id: every('refund_prepared') },
  payout_approval: { approved: every('money_elsewhere') },
  payout_stop: { stopped: 'harmless' },
  attempt: {
    invoice_id: 'harmless',
    from: 'harmless',
    cryptocurrency: 'harmless',
    network: 'harmless',
    exchange: 'harmless',
    deleted: 'harmless',
  },
  claim: { hash: 'harmless', signature: 'harmless' },
  simulation: { app_id: 'harmless', case: 'harmless', advance_seconds: 'harmless', type: 'harmless' },
  test_payment: { case: 'harmless', amount: 'harmless' },
  delivery: { since: 'harmless', time_zone: 'harmless' },
  recognition: { value: 'harmless' },
  upload: { content_type: 'harmless', size: 'harmless' },
  operator_network: {
    network: every('payments_believed'),
    endpoints: every('payments_believed'),
    enabled: every('payments_believed'),
    chain_id: every('payments_believed'),
    name: every('payments_believed'),
    symbol: every('payments_believed'),
    native: every('payments_believed'),
    tokens: every('payments_believed'),
    test: every('payments_believed'),
    confirmations: every('payments_believed'),
  },
  ...accountCases(),
  ...operatorCases(),
};

/** The same effect for every call. */
function every(effect: Effect): readonly Case<'settlement'>[] {
  return [[{}, {}, effect, effect]];
}

/** Every change here affects all users of the instance. */
function operatorCases(): Pick<Cases, keyof typeof operatorThings> {
  const changed = every('instance_changed');
  const rows = Object.entries(operatorThings).map(
    ([name, fields]) => [name, Object.fromEntries(Object.keys(fields).map((field) => [field, changed]))] as const,
  );
  return Object.fromEntries(rows) as unknown as Pick<Cases, keyof typeof operatorThings>;
}

/** Every change here gives or removes access, except ending the session in use. */
function accountCases(): Pick<Cases, keyof typeof accountThings> {
  const changed = every('access_changed');
  const rows = Object.entries(accountThings).map(
    ([name, fields]) => [name, Object.fromEntries(Object.keys(fields).map((field) => [field, changed]))] as const,
  );
  const session: Cases['session'] = {
    deleted: [
      [{ isInUse: false }, null, 'access_changed', null],
      [{ isInUse: true }, null, null, null],
    ],
  };
  return { ...(Object.fromEntries(rows) as unknown as Pick<Cases, keyof typeof accountThings>), session };
}

test('L16-effect: every writable field has an effect in each direction, or none', () => {
  let counted = 0;
  for (const name of Object.keys(things) as ThingName[]) {
    assert.deepEqual(Object.keys(cases[name]).sort(), Object.keys(things[name]).sort(), name);
    for (const [field, rows] of Object.entries(
      cases[name] as Record<string, readonly Case<ThingName>[] | 'harmless'>,
    )) {
      const rule = (things[name] as Record<string, (before: unknown, after: unknown) => Effect | null>)[field];
      counted += 1;
      for (const [before, after, there, back] of rows === 'harmless' ? [] : rows) {
        assert.equal(rule?.(before, after), there, `${name}.${field}`);
        assert.equal(rule?.(after, before), back, `${name}.${field} and back`);
        const found = effectsOf(name, before as never, after as never).map((one) => one.effect);
        assert.deepEqual(
          there === null ? [] : [there],
          there === null ? [] : found.filter((one) => one === there).slice(0, 1),
        );
      }
      if (rows === 'harmless') assert.equal(rule?.({}, {}), null, `${name}.${field}`);
    }
  }
  assert.ok(counted > 60);
});

const now = new Date('2026-11-28T12:00:00Z');
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const asking = { asks: null, vouches: () => true };
const person = (userId: string, minutes: number): Caller => ({
  kind: 'cookie',
  userId,
  sessionId: 's',
  provedAt: minutesAgo(minutes),
  ...asking,
});
const pat = (hasAddressRanges: boolean, ...scopes: string[]): Caller => ({
  kind: 'pat',
  userId: 'owner',
  tokenId: 't',
  scopes,
  appIds: null,
  hasAddressRanges,
  ...asking,
});
const program = (...scopes: string[]): Caller => ({
  kind: 'oauth2',
  userId: 'owner',
  clientId: 'c',
  scopes,
  ...asking,
});
const appToken: Caller = { kind: 'app_token', appId: 'app', ownerId: 'owner' };

const member = (role: 'owner' | 'support' | 'developer' | 'accountant') => ({ id: role, role, since: '', mac: null });
const app = (environment: string, appTokenMay: AppSettings['appTokenMay'] = []) => ({
  id: 'app',
  environment,
  settings: { appTokenMay },
  members: {
    owner: member('owner'),
    support: member('support'),
    developer: member('developer'),
    accountant: member('accountant'),
  },
});

function answer(effect: Effect, caller: Caller, of = app('production')): string {
  try {
    requireEffects([{ field: 'any', effect }], caller, of, now);
    return 'allowed';
  } catch (error) {
    if (error instanceof Problem) return error.code;
    throw error;
  }
}

test('L16-identities: an old session has no effect at all, and a fresh one those of its role', () => {
  for (const effect of effects) {
    assert.equal(answer(effect, person('owner', 16)), 'reauthentication_required', effect);
    assert.equal(answer(effect, person('owner', 14)), 'allowed', effect);
    const { permission } = effectTerms[effect];
    const supports = permission === null || ['settle', 'assign', 'refund'].includes(permission);
    assert.equal(answer(effect, person('support', 1)), supports ? 'allowed' : 'role_required', effect);
    assert.equal(answer(effect, person('developer', 1)), permission === null ? 'allowed' : 'role_required', effect);
    assert.equal(answer(effect, person('accountant', 1)), permission === null ? 'allowed' : 'role_required', effect);
  }
});

test('L16-identities: a token needs the scope of the effect, and for where money goes an address range', () => {
  for (const effect of effects) {
    const { scope, addressRange } = effectTerms[effect];
    for (const callerWith of [(...held: string[]) => pat(true, ...held), (...held: string[]) => program(...held)]) {
      const poor = answer(effect, callerWith('apps:write', 'invoices:write', 'webhooks:write'));
      assert.equal(poor, scope === null ? 'allowed' : 'insufficient_scope', effect);
    }
    const held = scope === null ? [] : [scope];
    assert.equal(answer(effect, pat(true, ...held)), 'allowed', effect);
    assert.equal(answer(effect, pat(false, ...held)), addressRange ? 'address_range_required' : 'allowed', effect);
    assert.equal(answer(effect, program(...held)), addressRange ? 'address_range_required' : 'allowed', effect);
    assert.equal(answer(effect, pat(false, ...held), app('development')), 'allowed', effect);
  }
});

test('L16-identities: an additional token of an app needs its scope, its creator’s role and the app’s setting', () => {
  const scoped = (makerId: string, ...scopes: string[]): Caller => ({
    ...appToken,
    scoped: { tokenId: 't', makerId, scopes },
    ...asking,
  });
  const settles = app('production', ['settle']);
  const door = (...scopes: string[]): Caller => ({
    ...appToken,
    scoped: { tokenId: 't', makerId: 'owner', scopes, isDoor: true },
    ...asking,
  });
  assert.equal(answer('less_accepted', door('invoices:settle')), 'allowed', 'a door was opened for it');
  assert.equal(answer('less_accepted', scoped('owner', 'invoices:settle')), 'forbidden');
  assert.equal(answer('less_accepted', scoped('owner', 'invoices:settle'), settles), 'allowed');
  assert.equal(answer('less_accepted', scoped('owner', 'invoices:write'), settles), 'insufficient_scope');
  assert.equal(answer('less_accepted', scoped('developer', 'invoices:settle'), settles), 'role_required');
  for (const effect of ['money_elsewhere', 'token_shown'] as const)
    assert.equal(answer(effect, scoped('owner', 'apps:write', 'webhooks:write'), settles), 'insufficient_scope');
});

test('L16-identities: a right without the effect needs no recent sign-in, and all the rest', () => {
  const rightOf = (caller: Caller, appTokenMay: AppSettings['appTokenMay'] = []) => {
    try {
      requireRight('refund_prepared', caller, app('production', appTokenMay), now);
      return 'allowed';
    } catch (error) {
      if (error instanceof Problem) return error.code;
      throw error;
    }
  };
  const rows: readonly [caller: Caller, code: string][] = [
    [person('owner', 900), 'allowed'],
    [person('support', 900), 'allowed'],
    [person('accountant', 1), 'role_required'],
    [person('developer', 1), 'role_required'],
    [pat(false, 'invoices:read'), 'insufficient_scope'],
    [program('invoices:read'), 'insufficient_scope'],
    [pat(false, 'refunds:write'), 'allowed'],
    [appToken, 'forbidden'],
  ];
  for (const [caller, code] of rows) assert.equal(rightOf(caller), code, JSON.stringify(caller));
  assert.equal(rightOf(appToken, ['refund']), 'allowed');
});

test('L16-identities: the app’s own token decides about payments where its owner said so', () => {
  assert.equal(answer('less_accepted', appToken), 'forbidden');
  assert.equal(answer('payment_decided', appToken), 'forbidden');
  assert.equal(answer('less_accepted', appToken, app('production', ['settle'])), 'allowed');
  assert.equal(answer('payment_decided', appToken, app('production', ['settle'])), 'forbidden');
  assert.equal(answer('payment_decided', appToken, app('production', ['assign'])), 'allowed');
  assert.equal(answer('customers_elsewhere', appToken), 'allowed');
});
