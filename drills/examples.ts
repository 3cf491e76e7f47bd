// `npm run examples`: installs the frameworks of examples/ in a scratch folder and plays the story of `npm test` there.
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buyAndPay, openExample, refusesOthers } from '../test/rig/examples/buy-and-pay.ts';
import type { Example } from '../test/rig/examples/example-shops.ts';
import { projectRoot } from '../test/rig/house/source-tree.ts';
import { openShop } from '../test/rig/shop.ts';
import { runCommand } from '../tools/run-command.ts';

interface Framework extends Example {
  /** Returns the version that was installed. */
  install(folder: string): Promise<string>;
}

const frameworks: readonly Framework[] = [
  {
    name: 'express',
    install: (folder) => installFromNpm(folder, 'express'),
    command: () => [process.execPath, 'shop.ts'],
  },
  {
    name: 'nextjs',
    async install(folder) {
      const version = await installFromNpm(folder, 'next');
      await runCommand('npx', ['next', 'build'], { cwd: folder });
      return version;
    },
    command: (port) => ['npx', 'next', 'start', '--hostname', '127.0.0.1', '--port', String(port)],
  },
  {
    name: 'django',
    async install(folder) {
      await runCommand('python3', ['-m', 'venv', 'venv'], { cwd: folder });
      await runCommand('venv/bin/pip', ['install', '--quiet', '--requirement', 'requirements.txt'], { cwd: folder });
      const text = await runCommand('venv/bin/python', ['-m', 'django', '--version'], { cwd: folder });
      return text.trim();
    },
    command: (port) => ['venv/bin/python', 'shop.py', 'runserver', '--noreload', `127.0.0.1:${port}`],
  },
];

const named = process.argv.slice(2);
const chosen = frameworks.filter(({ name }) => named.length === 0 || named.includes(name));
if (chosen.length === 0 || named.includes('--help')) {
  console.error(`npm run examples -- [${frameworks.map(({ name }) => name).join('] [')}]
  It installs from the registries of npm and, for django, of Python. All of them unless named.`);
  process.exit(2);
}

const shop = await openShop();
try {
  for (const framework of chosen) await play(framework);
} finally {
  await shop.close();
}

async function play(framework: Framework): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), 'quittance-framework-'));
  try {
    const folder = join(scratch, framework.name);
    const isSource = (path: string) => !/\/(?:node_modules|\.next|venv)$/.test(path);
    cpSync(join(projectRoot, 'examples', framework.name), folder, { recursive: true, filter: isSource });
    const version = await framework.install(folder);
    const running = await openExample(shop, framework, folder);
    try {
      await refusesOthers(running, await buyAndPay(shop, running));
    } finally {
      await running.stop();
    }
    console.log(`✔ ${framework.name} ${version}: sold, paid, and heard by a verified webhook`);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function installFromNpm(folder: string, name: string): Promise<string> {
  await runCommand('npm', ['install', '--no-audit', '--no-fund'], { cwd: folder });
  const manifest = readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
