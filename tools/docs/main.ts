// Writes the generated documents: `npm run docs`, after a change of commands, errors, events, metrics or networks.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectRoot } from '../../test/rig/house/source-tree.ts';
import { generatedDocuments } from './generated-documents.ts';

for (const { path, text } of await generatedDocuments()) {
  mkdirSync(dirname(join(projectRoot, path)), { recursive: true });
  writeFileSync(join(projectRoot, path), text);
  process.stdout.write(`${path}\n`);
}
