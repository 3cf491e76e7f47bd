// Builds the Debian package of the current files: `npm run deb`. With `--try` it is also tested in a clean root.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createNarrator } from '../../demo/narrator.ts';
import { projectRoot } from '../../test/rig/house/source-tree.ts';
import { installArchive, packProject } from '../package/pack-project.ts';
import { debianRoot, openRoot } from './clean-root.ts';
import { ownArchitecture, packDeb } from './pack-deb.ts';
import { stageDeb } from './stage-deb.ts';
import { tryDeb } from './try-deb.ts';

const usage = `Usage: npm run deb [-- OPTIONS]
  --output FOLDER   where the package is written; release/ is the default
  --try             installs, starts, upgrades, removes and purges it in a minimal Debian (as root)
`;
const patience = { patienceMillis: 20 * 60_000 };

const tell = createNarrator('elapsed time');
const scratch = mkdtempSync(join(tmpdir(), 'quittance-deb-'));
try {
  await buildAll();
} catch (error) {
  tell.failed((error as Error).message);
  process.exitCode = 1;
} finally {
  rmSync(scratch, { recursive: true, force: true, maxRetries: 3 });
}
process.exit();

function readArguments() {
  try {
    const options = {
      output: { type: 'string', default: join(projectRoot, 'release') },
      try: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    } as const;
    return parseArgs({ options }).values;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n${usage}`);
    process.exit(2);
  }
}

async function buildAll(): Promise<void> {
  const values = readArguments();
  if (values.help) return tell.say(usage);
  const output = resolve(values.output);
  mkdirSync(output, { recursive: true });
  const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as { version: string };
  const terms = { architecture: ownArchitecture, compression: 'xz' } as const;
  const stage = join(scratch, 'stage');

  const archive = await tell.step('making the npm package', () => packProject(scratch), patience);
  const installed = join(scratch, 'installed');
  mkdirSync(installed);
  await tell.step('installing it', () => installArchive(archive, installed), patience);
  await stageDeb(installed, stage);
  const made = await tell.step('packing', () => packDeb(stage, output, { ...terms, version }), patience);
  tell.happened('package made', `${made}, ${(statSync(made).size / 1e6).toFixed(0)} MB`);
  if (!values.try) return;

  const later = { ...terms, version: `${version}+next`, compression: 'none' } as const;
  const next = await tell.step('packing a later version', () => packDeb(stage, scratch, later), patience);
  const lower = await tell.step('obtaining a root', () => debianRoot(tell.say), patience);
  const root = await openRoot(lower, join(scratch, 'root'));
  try {
    const report = (step: string) => tell.happened(step);
    await tryDeb({ root, packages: { first: made, next }, report });
  } finally {
    root.close();
  }
}
