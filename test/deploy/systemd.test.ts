// The systemd unit, verified by systemd itself.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { systemdAnalyze } from '../rig/deploy/systemd-analyze.ts';
import { projectRoot } from '../rig/house/source-tree.ts';

const unit = readFileSync(join(projectRoot, 'deploy/systemd/quittance.service'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'quittance-unit-'));
after(() => rmSync(folder, { recursive: true }));

test('systemd has nothing to say against the unit', () => {
  // systemd checks that the program exists. In the test it is in the project's folder, not in /opt.
  const here = join(folder, 'quittance.service');
  writeFileSync(here, unit.replaceAll('/opt/quittance', projectRoot));
  assert.deepEqual(systemdAnalyze(['verify', '--man=no', here]), { status: 0, text: '' });
});

test('what the service could do to its machine is rated 2.5 or less by systemd', () => {
  const path = join(projectRoot, 'deploy/systemd/quittance.service');
  const { status, text } = systemdAnalyze(['security', '--offline=true', '--threshold=25', '--no-pager', path]);
  assert.equal(status, 0, text);
  assert.match(text, /Overall exposure level for quittance\.service: [0-2]\.\d/);
});

test('the command line runs as the user of the unit, with its variables, and passes its arguments on', () => {
  const recorder = join(folder, 'systemd-run');
  writeFileSync(recorder, '#!/bin/sh\nprintf \'%s\\n\' "$@"\n', { mode: 0o755 });
  const { stdout, status } = spawnSync(join(projectRoot, 'deploy/systemd/quittance'), ['backup', '/a file'], {
    env: { PATH: `${folder}:${process.env.PATH}` },
    encoding: 'utf8',
  });
  const words = stdout.trim().split('\n');
  assert.equal(status, 0);
  const valueAfter = (name: string) => words[words.indexOf(name) + 1];
  assert.equal(valueAfter('--uid'), /^User=(.+)$/m.exec(unit)?.[1]);
  const [node, launcher] = /^ExecStart=(\S+) (\S+) start$/m.exec(unit)?.slice(1) ?? assert.fail('ExecStart');
  assert.deepEqual(words.slice(-4), [node, launcher, 'backup', '/a file']);
  const settings = words.join(' ');
  for (const property of ['EnvironmentFile', 'WorkingDirectory']) {
    const line = unit.match(new RegExp(`^${property}=.+$`, 'm'))?.[0];
    assert.ok(settings.includes(line ?? assert.fail(property)), settings);
  }
  for (const variable of ['DATA_DIR=/var/lib/quittance', 'NODE_ENV=production']) {
    assert.ok(settings.includes(variable) && unit.includes(variable), variable);
  }
});

test('the unit leaves the service the time that it takes to leave, and signals it before its database', () => {
  const seconds = Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]);
  assert.ok(seconds >= 15, 'DRAIN_SECONDS, and 10 s');
  assert.match(unit, /^KillMode=mixed$/m);
  assert.doesNotMatch(unit, /^MemoryDenyWriteExecute=yes/m, 'Node cannot compile then');
});
