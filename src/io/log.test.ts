// The log contains JSON lines and never a secret.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from './log.ts';

function logged(level: 'info' | 'silent', act: (log: ReturnType<typeof createLog>) => void): string[] {
  const lines: string[] = [];
  act(createLog(level, { write: (line) => lines.push(line) }));
  return lines;
}

test('a line holds time, level, message and fields', () => {
  const [line] = logged('info', (log) => log.info({ network: 'local' }, 'caught up'));
  const { time, ...rest } = JSON.parse(line as string);
  assert.match(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.deepEqual(rest, { level: 'info', network: 'local', msg: 'caught up' });
});

test('secrets are taken out, wherever they hang', () => {
  const lines = logged('info', (log) => {
    log.info({ token: 'hush' });
    log.info({ password: 'hush', app: { token: 'hush', name: 'kept' } });
    log.info({ req: { headers: { authorization: 'hush', cookie: 'hush', 'x-csrf-token': 'hush', accept: 'kept' } } });
    log.info({ a: { b: { c: { client_secret: 'hush' } } } });
    log.child({ secret: 'hush' }).info('x');
  });
  assert.equal(lines.length, 5);
  assert.ok(!lines.join('').includes('hush'), lines.join(''));
  assert.equal(lines.join('').split('kept').length - 1, 2);
});

test('what a database refused is told without the values that it refused, also as the cause of something else', () => {
  const refused = Object.assign(new Error('invalid input syntax for type uuid: "hush"'), {
    code: '22P02',
    severity: 'ERROR',
    detail: 'Failing row contains (hush).',
    where: "portal $1 = 'hush'",
    table: 'invoices',
  });
  const lines = logged('info', (log) => {
    log.error({ err: refused }, 'failed');
    log.error({ err: new Error('The invoice was not kept', { cause: refused }) }, 'failed');
  });
  assert.ok(!lines.join('').includes('hush'), lines.join(''));
  const [told, caused] = lines.map((line) => JSON.parse(line).err);
  assert.deepEqual([told.code, told.table, told.type], ['22P02', 'invoices', 'Error']);
  assert.match(told.message, /^invalid input syntax for type uuid$/);
  assert.match(caused.message, /^The invoice was not kept/);
  assert.match(caused.stack, /log\.test/);
});

test('silent is silent', () => {
  assert.deepEqual(
    logged('silent', (log) => log.fatal('x')),
    [],
  );
});
