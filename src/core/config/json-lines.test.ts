// The reader agrees with JSON.parse on every text, and reports the line of each value.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../../test/rig/chance/properties.ts';
import { JsonFault, type JsonNode, readJson } from './json-lines.ts';

function plain(node: JsonNode): unknown {
  switch (node.kind) {
    case 'object':
      return Object.fromEntries(node.members.map((member) => [member.key, plain(member.value)]));
    case 'array':
      return node.items.map(plain);
    case 'null':
      return null;
    default:
      return node.value;
  }
}

test('whatever JSON.stringify writes is read as JSON.parse reads it', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 5 }), fc.constantFrom(0, 2), (text, indent) => {
      const parsed = JSON.parse(text);
      if (text.includes('__proto__')) return;
      assert.deepEqual(plain(readJson(JSON.stringify(parsed, null, indent))), parsed);
    }),
  );
});

test('whatever JSON.parse refuses is refused', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'{}[]",:1e-.0 tfn\\u\n'), maxLength: 12 }), (text) => {
      let valid = true;
      try {
        JSON.parse(text);
      } catch {
        valid = false;
      }
      if (valid) return;
      assert.throws(() => readJson(text), JsonFault);
    }),
    { numRuns: 2000 },
  );
});

test('a fault names its line', () => {
  const table: [string, number, RegExp][] = [
    ['', 1, /the end of the file/],
    ['{\n  "a": 1,\n}', 3, /one too many/],
    ['{\n  "a": 1\n  "b": 2\n}', 3, /a comma or }/],
    ['{\n  a: 1\n}', 2, /double quotes/],
    ['{\n  "a" 1\n}', 2, /colon after "a"/],
    ['[\n\n01]', 3, /a comma or \]/],
    ['{"a": 1,\n "a": 2}', 2, /"a" is there twice/],
    ['{"a": "x\ny"}', 1, /must be escaped/],
    ['{"a": "x', 1, /closing quote/],
    ['{} x', 1, /end of the file instead of "x"/],
    ['// no comments\n{}', 1, /expected a value/],
    ['['.repeat(100_000), 1, /deeper than 32/],
  ];
  for (const [text, line, message] of table) {
    assert.throws(
      () => readJson(text),
      (error) => error instanceof JsonFault && error.line === line && message.test(error.message),
      text.slice(0, 30),
    );
  }
});

test('every value knows its line', () => {
  const node = readJson('\ufeff{\n  "a": [\n    true,\n    {"b":\n null}]}');
  assert.ok(node.kind === 'object');
  const list = node.members[0]?.value;
  assert.ok(list?.kind === 'array');
  assert.deepEqual(
    list.items.map((item) => item.line),
    [3, 4],
  );
  const inner = list.items[1];
  assert.ok(inner?.kind === 'object');
  assert.equal(inner.members[0]?.line, 4);
  assert.equal(inner.members[0]?.value.line, 5);
});
