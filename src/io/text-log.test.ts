// On a terminal, a line of the log is short, and no value of it can move the cursor.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from './log.ts';
import { textLine } from './text-log.ts';

const time = new Date(2026, 2, 1, 8, 15, 30).toISOString();
const line = (facts: object, isColored = false) => textLine(JSON.stringify({ time, ...facts }), isColored);

test('a line has the time of day, the message and the fields; only unusual levels are named', () => {
  assert.equal(line({ level: 'info', port: 3000, msg: 'listening' }), '08:15:30 listening  port=3000');
  assert.equal(
    line({ level: 'warn', source: 'kraken', err: { message: 'no address' }, msg: 'no prices' }),
    '08:15:30 WARN  no prices: no address  source=kraken',
  );
  assert.equal(
    line({ level: 'info', pages: ['docs'], event: 'x', msg: 'building' }),
    '08:15:30 building  pages=["docs"]',
  );
});

test('control characters of a value do not reach the terminal', () => {
  const said = line({ level: 'error', path: 'a\u001b[2Jb\r\nc', err: { message: 'x\u0007y' }, msg: 'failed' });
  assert.equal(said, '08:15:30 ERROR failed: x y  path=ab c');
});

test('an expected fault has a stack only at the level debug; a fault of the program always has one', () => {
  class Away extends Error {
    readonly retryable = true;
  }
  const stackOf = (level: 'info' | 'debug', error: Error) => {
    const lines: string[] = [];
    createLog(level, { write: (text) => lines.push(text) }).warn({ err: error }, 'failed');
    return JSON.parse(lines[0] ?? '{}').err as { readonly message: string; readonly stack?: string };
  };
  const away = new Away('no answer', { cause: new Error('ECONNREFUSED') });
  assert.match(stackOf('info', away).message, /no answer.*ECONNREFUSED/);
  assert.equal(stackOf('info', away).stack, undefined);
  assert.match(stackOf('debug', away).stack ?? '', /text-log/);
  assert.match(stackOf('info', new Error('a bug')).stack ?? '', /text-log/);
});
