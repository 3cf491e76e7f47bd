// A row has one signed text, the list of its canonical column values, however the row is held.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../../test/rig/chance/properties.ts';
import { canonical, rowForm } from './row-form.ts';
import { signedText } from './signed-text.ts';

const text = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constantFrom('"', '\\', '\n', '\ud800', 'null'));
const digits = fc.stringMatching(/^-?\d{1,30}(\.\d{0,12})?$/);
const whole = fc.bigInt({ min: -(2n ** 255n), max: 2n ** 255n });
const time = fc.date({ noInvalidDate: true });
const bytes = fc.uint8Array({ maxLength: 40 }).map((given) => Buffer.from(given));
/** By PostgreSQL type: values as statements return them and as rows hold them. */
const values: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  uuid: fc.uuid(),
  text,
  boolean: fc.boolean(),
  integer: fc.integer(),
  bigint: fc.oneof(whole, fc.integer(), whole.map(String)),
  numeric: fc.oneof(whole, digits, fc.integer(), fc.constantFrom('NaN', 'Infinity', '', '0.0', '007', '1e3')),
  timestamptz: fc.oneof(
    time,
    time.map((given) => given.toISOString()),
    fc.constant(Number.POSITIVE_INFINITY),
  ),
  bytea: fc.oneof(
    bytes,
    bytes.map((given) => `\\x${given.toString('hex')}`),
  ),
  'text[]': fc.array(text, { maxLength: 4 }),
  jsonb: fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 5 }),
};
const types = Object.keys(values);
const columns = types.map((type) => ({ name: `of ${type}`, type }));
const row = fc.record(
  Object.fromEntries(
    columns.map(({ name, type }) => [name, fc.option(values[type] as fc.Arbitrary<unknown>, { nil: null })]),
  ),
  { requiredKeys: [] },
);

test('a row that is written by its compiled text is signed as the list of its canonical columns is', () => {
  const { textOf } = rowForm({ kind: 'thing', columns });
  const writing = rowForm({ kind: 'thing', columns: [{ name: 'id', type: 'text', write: (value) => `${value}!` }] });
  fc.assert(
    fc.property(row, (given) => {
      const fields = columns.map(({ name, type }) => canonical(type, given[name]));
      assert.equal(textOf(given), signedText('thing', fields));
    }),
  );
  assert.equal(writing.textOf({ id: 'a' }), signedText('thing', ['a!']));
});

/** By type: distinct values from statements that are easily confused. */
const alike: Readonly<Record<string, readonly unknown[]>> = {
  uuid: ['a', 'A', null],
  text: ['', 'null', '1', 'true', null],
  boolean: [true, false, null],
  integer: [0, 1, null],
  bigint: ['0', '1', '', null],
  numeric: ['1', '1.0', '10', 'NaN', null],
  timestamptz: [
    new Date(0),
    new Date(1),
    new Date('2026-01-01'),
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    null,
  ],
  bytea: [Buffer.of(), Buffer.of(0), Buffer.of(0, 0), Buffer.from('null'), null],
  'text[]': [[], [''], ['a', 'b'], ['a,b'], ['null'], null],
  jsonb: [{}, [], { a: 1 }, { a: '1' }, { a: null }, '{"a":1}', 'null', 1, '1', true, 'true', { a: { b: 1 } }, null],
};

test('a row has the values of another only if both have one text, also after the other was changed', () => {
  const form = rowForm({ kind: 'thing', columns });
  const alikeRow = fc.record(
    Object.fromEntries(columns.map(({ name, type }) => [name, fc.constantFrom(...(alike[type] ?? []))])),
  );
  for (const { name, type } of columns)
    for (const one of alike[type] ?? [])
      for (const other of alike[type] ?? []) {
        const [first, second] = [{ [name]: one }, { [name]: other }];
        const isSame = form.hasValues(second, form.valuesOf(first));
        assert.equal(isSame && form.textOf(first) !== form.textOf(second), false, `${type} ${one} ${other}`);
        assert.equal(isSame, one === other, `${type} ${one} ${other}`);
      }
  fc.assert(
    fc.property(alikeRow, row, (given, other) => {
      const values = form.valuesOf(given);
      assert.equal(form.hasValues(structuredClone(given), values), true);
      if (form.hasValues(other, values)) assert.equal(form.textOf(other), form.textOf(given));
    }),
  );
  const changing = { 'of jsonb': { a: 1 }, 'of timestamptz': new Date(0), 'of bytea': Buffer.of(1) };
  const values = form.valuesOf(changing);
  changing['of jsonb'].a = 2;
  assert.equal(form.hasValues(changing, values), false, 'JSON');
  changing['of jsonb'].a = 1;
  changing['of timestamptz'].setTime(1);
  assert.equal(form.hasValues(changing, values), false, 'a time');
  changing['of timestamptz'].setTime(0);
  changing['of bytea'][0] = 2;
  assert.equal(form.hasValues(changing, values), false, 'bytes');
});

test('names of columns and kinds with quotes are names, and nothing that runs', () => {
  const name = '"]; throw 2; ["';
  const form = rowForm({ kind: '"]; throw 1', columns: [{ name, type: 'text' }] });
  assert.equal(form.textOf({ [name]: 'a' }), signedText('"]; throw 1', ['a']));
  assert.equal(form.hasValues({ [name]: 'a' }, form.valuesOf({ [name]: 'a' })), true);
});
