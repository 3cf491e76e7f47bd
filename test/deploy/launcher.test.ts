// bin/quittance: npm, the image and the systemd unit all start the service and its commands through this script.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { projectRoot } from '../rig/house/source-tree.ts';

const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8');

function launch(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['bin/quittance', ...args], {
    cwd: projectRoot,
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

test('npm, the image and the systemd unit start the service by the launcher, without flags of their own', () => {
  const { scripts, bin } = JSON.parse(read('package.json'));
  assert.deepEqual([scripts.start, scripts.quittance], ['node bin/quittance start', 'node bin/quittance']);
  assert.deepEqual(bin, { quittance: 'bin/quittance' });
  assert.match(read('deploy/Dockerfile'), /^CMD \["node", "\/app\/bin\/quittance", "start"\]$/m);
  assert.match(
    read('deploy/systemd/quittance.service'),
    /^ExecStart=\S+\/node \/opt\/quittance\/bin\/quittance start$/m,
  );
  for (const path of ['package.json', 'deploy/Dockerfile', 'deploy/systemd/quittance.service'])
    assert.doesNotMatch(read(path), /semi-space|MALLOC_|GLIBC_TUNABLES/, path);
});

test('it becomes the service with bounded memory, and settings of the environment win', () => {
  const print = 'console.log(JSON.stringify([process.execArgv, process.env.MALLOC_ARENA_MAX]))';
  const report = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(print)}` };
  const reports = (stdout: string) =>
    stdout
      .trim()
      .split('\n')
      .filter((line) => line.startsWith('[['))
      .map((line) => JSON.parse(line));
  const { status, stdout, stderr } = launch(['start'], { ...report, PORT: 'none', MALLOC_ARENA_MAX: '3' });
  assert.equal(status, 1);
  assert.match(stderr, /^quittance: PORT/);
  assert.deepEqual(reports(stdout), [
    [[], '3'],
    [['--heap-growing-percent=150', '--max-semi-space-size=8'], '3'],
  ]);
  assert.equal(reports(launch(['start'], { ...report, PORT: 'none' }).stdout)[1][1], '2');
});

test('any other command is one of the command line, with its exit code', () => {
  const help = launch(['--help']);
  assert.deepEqual([help.status, help.stderr], [0, '']);
  assert.match(help.stdout, /doctor/);
  assert.notEqual(launch(['no-such-command']).status, 0);
});
