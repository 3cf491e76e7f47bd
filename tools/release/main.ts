// Makes a release: `npm run release -- --prepare 0.1.0`, a commit and a tag, then `npm run release`.
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createNarrator } from '../../demo/narrator.ts';
import { scratchFolder } from '../../demo/scratch-folder.ts';
import { projectRoot } from '../../test/rig/house/source-tree.ts';
import { makeRelease } from './make.ts';
import { prepareRelease } from './prepare.ts';

const usage = `Usage: npm run release [-- OPTIONS]
  --prepare VERSION  makes the unreleased changes a version: changelog, migrations/released.json, other mentions
  --date YYYY-MM-DD  the date of the prepared version; today by default
  --output FOLDER    the output folder, by default release; its content is removed
  --unsigned         does not sign; otherwise RELEASE_KEY is the path of the private key
  --without-images   only the archive, the chart and the statements
`;

const tell = createNarrator('elapsed time');
const { values } = readArguments();
const scratch = scratchFolder();

try {
  if (values.help) tell.say(usage);
  else if (values.prepare !== undefined) await prepare(values.prepare);
  else await make();
} catch (error) {
  tell.failed((error as Error).message);
  process.exitCode = 1;
} finally {
  rmSync(scratch, { recursive: true, force: true, maxRetries: 3 });
}

function readArguments() {
  try {
    return parseArgs({
      options: {
        prepare: { type: 'string' },
        date: { type: 'string' },
        output: { type: 'string', default: join(projectRoot, 'release') },
        unsigned: { type: 'boolean', default: false },
        'without-images': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n${usage}`);
    process.exit(2);
  }
}

async function prepare(version: string): Promise<void> {
  const changed = await prepareRelease(version, values.date ?? new Date().toISOString().slice(0, 10));
  tell.say(
    `Changed: ${changed.join(', ')}.\nReview and commit them, tag the commit v${version}, and run npm run release.`,
  );
}

async function make(): Promise<void> {
  const key = process.env.RELEASE_KEY ?? null;
  if (key === null && !values.unsigned) throw new Error('RELEASE_KEY is not set. For an unsigned release: --unsigned');
  const output = resolve(values.output);
  await makeRelease({ output, scratch, key, withImages: !values['without-images'] }, tell);
  tell.say(`\nIn ${output}.`);
}
