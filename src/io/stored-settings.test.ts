// The catalogue of settings: names, defaults, the forms of values, and what is hidden of a secret.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultConfig } from '../core/config/config.ts';
import {
  type SettingName,
  secretHint,
  settingNamed,
  settings,
  settingText,
  settingValue,
} from '../core/config/settings/settings.ts';
import { environmentWith, ratesWith } from './stored-settings.ts';

const stored = (values: Partial<Record<SettingName, string>>) =>
  new Map(Object.entries(values)) as Map<SettingName, string>;

test('each default is a value that the setting accepts, and it is what holds without the setting', () => {
  const without = environmentWith({}, new Map()).value;
  for (const { name, default: text, filePath } of settings) {
    if (text === null || text === '' || filePath !== null) continue;
    const { value, faults } = environmentWith({}, stored({ [name]: text }));
    assert.deepEqual([faults, value], [[], without], name);
  }
  const config = defaultConfig([]);
  const sources = settingNamed('rate_sources')?.default ?? '';
  assert.deepEqual(ratesWith(config, stored({ rate_sources: sources, rate_max_age: '120' })).value, config.rates);
});

test('settings that protect money or the network of the machine are changed on the command line only', () => {
  const guarded = settings.filter(({ changedIn }) => changedIn === 'command_line').map(({ name }) => name);
  assert.deepEqual(guarded, ['rate_max_age', 'payout_delay', 'webhook_allow_cidrs', 'trust_proxy']);
});

test('the environment has precedence over a stored setting', () => {
  const { value } = environmentWith({ SIGN_UP: 'closed' }, stored({ sign_up: 'open', log_level: 'warn' }));
  assert.deepEqual([value.signUp, value.logLevel], ['closed', 'warn']);
});

test('an invalid stored setting is left out, and the fault names it without its secret', () => {
  for (const [values, name, says] of [
    [{ smtp_url: 'ftp://user:hidden@mail.example' }, 'smtp_url', /^smtp_url must be an address that starts with smtp/],
    [{ smtp_url: 'smtp://mail.example?sendmail=true&path=/bin/hidden' }, 'smtp_url', /^smtp_url must not .*sendmail/],
    [{ backup_every: '24h' }, 'backup_every', /^backup_every needs backup_to/],
    [{ backup_to: 'https://bucket.example/x' }, 'backup_to', /^backup_to must be/],
    [{ public_url: 'pay.example' }, 'public_url', /^public_url /],
    [{ mail_from: 'shop' }, 'mail_from', /^mail_from must be/],
    [{ trust_proxy: 'proxy' }, 'trust_proxy', /^trust_proxy must list/],
  ] as const) {
    const { value, faults } = environmentWith({}, stored({ ...values, log_level: 'debug' }));
    assert.deepEqual([faults.map((fault) => fault.name), value.logLevel], [[name], 'debug']);
    assert.match(faults[0]?.says ?? '', says);
    assert.doesNotMatch(faults[0]?.says ?? '', /hidden/);
  }
  const rates = ratesWith(defaultConfig([]), stored({ rate_sources: 'kraken,kracken', rate_max_age: '1' }));
  assert.deepEqual(
    rates.faults.map(({ name }) => name),
    ['rate_sources', 'rate_max_age'],
  );
  assert.match(rates.faults[0]?.says ?? '', /^rate_sources must be one of .*kraken/);
});

test('rates of quittance.json have precedence over stored ones', () => {
  const config = { ...defaultConfig([]), ratesInFile: ['rates.sources'] };
  const { value } = ratesWith(config, stored({ rate_sources: 'binance', rate_max_age: '60' }));
  assert.deepEqual([value.sources, value.maxAgeSeconds], [config.rates.sources, 60]);
});

test('a value is stored as text and shown in its own form', () => {
  assert.deepEqual(
    [settingText(null), settingText('  '), settingText(20), settingText(['a', 'b']), settingText(' x ')],
    [null, null, '20', 'a,b', 'x'],
  );
  assert.deepEqual(
    [
      settingValue({ kind: 'number' }, '20'),
      settingValue({ kind: 'list' }, 'a, b'),
      settingValue({ kind: 'list' }, ''),
    ],
    [20, ['a', 'b'], []],
  );
});

test('the hint of a secret has no user, no password and no path', () => {
  for (const [held, hint] of [
    ['smtps://user:password@mail.example:465?from=x', 'mail.example:465'],
    ['https://KEY:SECRET@s3.example/bucket/folder', 's3.example'],
    ['/var/backups', '/var/backups'],
    ['user:password@mail.example', ''],
  ] as const)
    assert.equal(secretHint(held), hint);
});
