// Prints the packages of self-hosting stores: `npm run stores`. Step by step: docs/how-to/publish-to-stores.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from '../../test/rig/house/source-tree.ts';
import { readStoreApp } from './description.ts';
import { missingFacts } from './missing.ts';
import { publishedFacts } from './published-facts.ts';
import { storeFiles } from './store-files.ts';
import { staleFiles, writeStoreFiles } from './write-files.ts';

const usage = `Usage: npm run stores [-- OPTIONS]
  --check                 writes nothing; exits with 1 if a file is out of date
  --missing               lists the facts that are missing before a submission; exits with 1 if there are any
  --release FOLDER        records the hash of the release archive from FOLDER/SHA256SUMS first
  --digest IMAGE=DIGEST   records the digest of a published image first; may be repeated
`;

try {
  process.exitCode = await run();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 2;
}

async function run(): Promise<number> {
  const { values } = parseArgs({
    options: {
      check: { type: 'boolean', default: false },
      missing: { type: 'boolean', default: false },
      release: { type: 'string' },
      digest: { type: 'string', multiple: true, default: [] },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return report([usage.trimEnd()], 0);
  if (values.missing) {
    const missing = missingFacts(readStoreApp());
    return report(missing, missing.length > 0 ? 1 : 0);
  }
  if (values.check) {
    const stale = staleFiles(await storeFiles(readStoreApp()));
    return report(stale, stale.length > 0 ? 1 : 0);
  }
  if (values.release !== undefined || values.digest.length > 0) record(values.release ?? null, values.digest);
  return report(writeStoreFiles(await storeFiles(readStoreApp())), 0);
}

function record(release: string | null, digests: readonly string[]): void {
  const place = join(projectRoot, 'deploy/stores/published.json');
  const sums = release === null ? null : readFileSync(join(release, 'SHA256SUMS'), 'utf8');
  const facts = publishedFacts(JSON.parse(readFileSync(place, 'utf8')), readStoreApp(), { sums, digests });
  writeFileSync(place, `${JSON.stringify(facts, null, 2)}\n`);
}

function report(lines: readonly string[], code: number): number {
  for (const line of lines) process.stdout.write(`${line}\n`);
  return code;
}
