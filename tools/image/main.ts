// Builds the container images of the last commit: `npm run image`. With `--try` they are also tested.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createNarrator } from '../../demo/narrator.ts';
import { scratchFolder } from '../../demo/scratch-folder.ts';
import { lastLines } from '../../demo/service/service-process.ts';
import { buildImage, findBuilder, type Target } from './builders.ts';
import { type UnpackedImage, unpackImage } from './image-archive.ts';
import { obtainBase } from './own-base.ts';
import { type Source, takeSource } from './source.ts';
import { megabytes, tryImage } from './try.ts';

const usage = `Usage: npm run image [-- OPTIONS]
  --try             examines the image, runs it read-only without privileges, and pays the demo's invoice through it
  --twice           builds a second time without cache, and compares the digests
  --target T        service (without a database), embedded (with PostgreSQL), or both, which is the default
  --base IMAGE      builds in this image, which has Node 24 and npm on Debian 12
  --output FOLDER   also writes the images there as archives for docker load
`;

const { values } = readArguments();
const tell = createNarrator('elapsed time');
const scratch = scratchFolder();

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
    return parseArgs({
      options: {
        try: { type: 'boolean', default: false },
        twice: { type: 'boolean', default: false },
        target: { type: 'string', default: 'both' },
        base: { type: 'string' },
        output: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n${usage}`);
    process.exit(2);
  }
}

async function buildAll(): Promise<void> {
  if (values.help) return tell.say(usage);
  const targets = readTargets(values.target);
  const source = await takeSource(scratch, tell.say);
  const builder = await findBuilder(tell.say);
  const baseImage = values.base ?? (await obtainBase(builder, source.folder, tell.say));
  tell.happened('building', `${source.version} of ${source.revision.slice(0, 12)} by ${builder}, in ${baseImage}`);
  const output = values.output === undefined ? join(scratch, 'images') : resolve(values.output);
  mkdirSync(output, { recursive: true });
  for (const target of targets) {
    const make = async (fresh: boolean): Promise<UnpackedImage> => {
      const archive = join(output, `${nameOf(source, target).replace(':', '-')}-linux-${process.arch}.tar`);
      rmSync(archive, { force: true });
      await buildImage(builder, { target, source, tag: nameOf(source, target), baseImage, fresh, archive });
      return unpackImage(archive, mkdtempSync(join(scratch, 'image-')));
    };
    const image = await make(false);
    tell.happened('built', `${nameOf(source, target)}, ${megabytes(image)}, ${image.digest}`);
    if (values.twice) await compare(image, await make(true));
    if (values.try) await tryOut(image, target);
  }
}

async function compare(image: UnpackedImage, again: UnpackedImage): Promise<void> {
  if (again.digest !== image.digest) throw new Error(`A second build gave a different image: ${again.digest}`);
  tell.happened('built again', 'the same digest');
}

async function tryOut(image: UnpackedImage, target: Target): Promise<void> {
  const folder = join(scratch, `trial-${target}`);
  try {
    await tryImage({ image, target, folder }, tell);
  } catch (error) {
    throw new Error(`${(error as Error).message}\n\n${lastLines(folder)}`, { cause: error });
  }
}

function nameOf({ version }: Source, target: Target): string {
  return `quittance:${version}${target === 'embedded' ? '-embedded' : ''}`;
}

function readTargets(word: string): Target[] {
  if (word === 'both') return ['service', 'embedded'];
  if (word === 'service' || word === 'embedded') return [word];
  throw new Error(`--target is service, embedded or both, not ${word}.`);
}
