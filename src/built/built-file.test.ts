// The build behaves like the sources.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { builtFolder, entries, root } from './built-file.js';

const run = (...args: string[]) => {
  const { stdout, status } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  return { stdout, status };
};

test('every entry is built, and what is built of the command line says what its sources say', () => {
  const sources = run('src/cli/run-command.ts', '--help');
  assert.match(sources.stdout, /migrate/);
  assert.equal(sources.status, 0);
  assert.deepEqual(run('src/cli/main.js', '--help'), sources);
  for (const entry of Object.keys(entries)) assert.ok(existsSync(join(builtFolder(), `${entry}.js`)), entry);
});

test('what is built needs no reader of TypeScript, which costs each process memory and time', () => {
  assert.equal(run('--no-strip-types', 'src/cli/main.js', '--help').status, 0);
});

test('whoever looks at the sources with a debugger or a profile gets them', () => {
  const script = `import { builtFile } from './src/built/built-file.js'; console.log(builtFile('service'));`;
  const found = (...options: string[]) => run(...options, '--input-type=module', '-e', script).stdout.trim();
  assert.equal(found('--enable-source-maps'), 'null');
  assert.match(found('--no-warnings'), /service\.js$/);
});
