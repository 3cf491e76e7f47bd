// The audit log as text: every kind of actor, every action, and the changed fields.
import '../../../../test/rig/words/console-in-english.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvRow } from '../../../../src/core/report/csv.ts';
import { actionsOf, differencesIn, kinds, wordsOfAction, wordsOfActor } from './words.ts';

const names = {
  me: 'a',
  people: new Map([['b', 'Ada']]),
  tokens: new Map([['t', 'CI']]),
  programs: new Map([['c', 'Till']]),
};

test('an actor is shown by a name, never by an id', () => {
  const cases = {
    'user:a': 'You',
    'user:b token:t': 'Ada, with the token CI',
    'user:a token:gone': 'You, with a token',
    'user:gone': 'A former member',
    'app:x': 'The shop, with its main token',
    'app:x token:t user:b': 'The shop, with the token CI of Ada',
    'app:x token:gone user:a': 'The shop, with one of your tokens',
    'oauth2:c:b': 'Ada, through Till',
    command_line: 'The operator, on the command line',
    service: 'The service',
    mailed_link: 'A person with a link from an e-mail',
    another_owner: 'Another owner of the address',
    customer: 'The customer, on the page of the refund',
  };
  for (const [actor, words] of Object.entries(cases)) assert.equal(wordsOfActor(actor, names), words);
});

test('an action without words of its own still reads as words, and no filter asks for more than the API takes', () => {
  assert.equal(wordsOfAction('webhook.secret_rotated'), 'Webhook secret rotated');
  assert.equal(wordsOfAction('stolen_key.found'), 'Stolen key found');
  for (const kind of Object.keys(kinds) as (keyof typeof kinds)[]) {
    const { length } = actionsOf(kind);
    assert.ok(length > 0 && length <= 20, `${kind}: ${length}`);
  }
});

test('each changed field is shown by name, before and after', () => {
  const entry = {
    before: { id: '1', label: 'Till', enabled: true },
    after: { label: null, enabled: false, tags: ['a', 'b'] },
  };
  assert.deepEqual(differencesIn(entry), [
    { name: 'label', before: 'Till', after: 'none' },
    { name: 'enabled', before: 'yes', after: 'no' },
    { name: 'tags', before: null, after: 'a, b' },
  ]);
});

test('a cell of the export never begins a formula, and quotes are doubled', () => {
  assert.equal(csvRow(['=1+1', '+49', 'say "so"', 'a,b', 'plain']), `'=1+1,'+49,"say ""so""","a,b",plain\r\n`);
});
