// Tests the Debian package: installs, starts, upgrades, removes and purges it in a root of its own.
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { freePort } from '../../demo/free-port.ts';
import { until } from '../../test/rig/client.ts';
import { outputOf } from '../../test/rig/run/child-output.ts';
import type { CleanRoot } from './clean-root.ts';

export interface DebTrial {
  readonly root: CleanRoot;
  readonly packages: { readonly first: string; readonly next: string };
  readonly report: (step: string) => void;
}

const unitPath = 'usr/lib/systemd/system/quittance.service';
const settingsPath = 'etc/quittance/quittance.env';
const startMillis = 120_000;

/** Throws Error with the first step that failed. systemd does not run there, so the unit's command is started here. */
export async function tryDeb({ root, packages, report }: DebTrial): Promise<void> {
  const at = (path: string) => join(root.outside, path);
  await install(root, packages.first);
  const user = (await root.run('getent', 'passwd', 'quittance')).trim().split(':');
  expect(user.at(-1)?.endsWith('nologin') === true, `the user has no shell, but ${user.at(-1)}`);
  expect((statSync(at(settingsPath)).mode & 0o777) === 0o600, 'only root can read the settings');
  // The link is absolute, so it can be followed inside only.
  await root.run('test', '-e', '/etc/systemd/system/multi-user.target.wants/quittance.service');
  report('installed, with its own user, and enabled');

  const port = await freePort(0);
  const changed = readFileSync(at(settingsPath), 'utf8').replace(/^PORT=.*$/m, `PORT=${port}`);
  writeFileSync(at(settingsPath), `${changed}PUBLIC_URL=http://localhost:${port}\n`);
  const key = await whileRunning(root, port, async () => {
    await command(root, ['user', 'create', '--email', 'owner@shop.example', '--password-stdin', '--admin'], password);
    return readFileSync(at('var/lib/quittance/secret-key'), 'utf8');
  });
  expect((statSync(at('var/lib/quittance')).mode & 0o777) === 0o700, 'only the service can read its data');
  report('started; the first account exists');

  await install(root, packages.next);
  const kept = readFileSync(at(settingsPath), 'utf8');
  expect(kept.includes(`PORT=${port}\n`), 'the upgrade keeps changed settings');
  await whileRunning(root, port, async () => {
    expect(key === readFileSync(at('var/lib/quittance/secret-key'), 'utf8'), 'the secret key is the same');
    const printed = await command(root, ['pat', 'create', '--email', 'owner@shop.example', '--scopes', 'apps:read']);
    expect(/qpat_/.test(printed), `the account exists after the upgrade: ${printed}`);
  });
  report('upgraded; the account and the settings are kept');

  await root.run('dpkg', '--remove', 'quittance');
  expect(!existsSync(at('usr/lib/quittance/bin')), 'the program is removed');
  expect(existsSync(at('var/lib/quittance/secret-key')) && existsSync(at(settingsPath)), 'a removal keeps the data');
  report('removed; data and settings are kept');

  await root.run('dpkg', '--purge', 'quittance');
  for (const path of ['var/lib/quittance', 'etc/quittance', 'usr/lib/quittance', unitPath])
    expect(!existsSync(at(path)), `a purge removes /${path}`);
  const left = await root.run('getent', 'passwd', 'quittance').catch(() => '');
  expect(left === '', 'a purge removes the user');
  report('purged; nothing is left');
}

const password = 'correct horse battery staple 42\n';

async function install(root: CleanRoot, path: string): Promise<void> {
  const inside = `/root/${basename(path)}`;
  writeFileSync(join(root.outside, inside), readFileSync(path));
  await root.run('dpkg', '--install', inside);
}

/** Runs the unit's command as its user, with its variables and the settings, until `work` is done. */
async function whileRunning<T>(root: CleanRoot, port: number, work: () => Promise<T>): Promise<T> {
  const { env, exec } = unitOf(root);
  const service = root.start('quittance', env, exec);
  const printed = outputOf(service);
  const ended = new Promise((resolve) => service.once('exit', resolve));
  try {
    const isReady = () =>
      fetch(`http://127.0.0.1:${port}/healthz`).then(
        ({ ok }) => ok,
        () => service.exitCode !== null,
      );
    await until(isReady, 'the service to be ready', { withinMs: startMillis });
    expect(service.exitCode === null, `the service runs: ${printed()}`);
    return await work();
  } finally {
    service.kill('SIGTERM');
    await ended;
  }
}

/** Runs a command of the operator's command line inside, as the service's user. Returns its output. */
async function command(root: CleanRoot, args: readonly string[], input = ''): Promise<string> {
  const { env, exec } = unitOf(root);
  const words = [...exec.slice(0, -1), ...args];
  const child = root.start('quittance', env, ['/bin/sh', '-c', 'printf %s "$0" | "$@"', input, ...words]);
  const printed = outputOf(child);
  const code = await new Promise((resolve) => child.once('close', resolve));
  expect(code === 0, `quittance ${args.slice(0, 2).join(' ')}: ${printed()}`);
  return printed();
}

function unitOf(root: CleanRoot): { readonly env: Record<string, string>; readonly exec: readonly string[] } {
  const unit = readFileSync(join(root.outside, unitPath), 'utf8');
  const unitValue = (name: string) => new RegExp(`^${name}=(.+)$`, 'm').exec(unit)?.[1] ?? '';
  const settings = readFileSync(join(root.outside, settingsPath), 'utf8').split('\n');
  const lines = [...unitValue('Environment').split(' '), ...settings].filter((line) => /^\w+=/.test(line));
  const env = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
  // Another service on this machine may use the port of the metrics.
  return { env: { ...env, METRICS_PORT: '', DRAIN_SECONDS: '0' }, exec: unitValue('ExecStart').split(' ') };
}

function expect(holds: boolean, what: string): void {
  if (!holds) throw new Error(`Expected: ${what}`);
}
