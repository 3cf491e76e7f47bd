// `npm pack` runs this first. It builds the bundles, and replaces package.json with the package's own manifest until
// postpack.ts restores it.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { buildPackage } from './build-package.ts';
import { packedManifest } from './packed-manifest.ts';
import { manifestFile, restoreManifest, savedFile } from './restore-manifest.ts';

// Left by an `npm pack` that was interrupted.
if (existsSync(savedFile)) restoreManifest();
await buildPackage((line) => process.stderr.write(`${line}\n`));
const text = readFileSync(manifestFile, 'utf8');
writeFileSync(savedFile, text);
writeFileSync(manifestFile, `${JSON.stringify(packedManifest(JSON.parse(text)), null, 2)}\n`);
