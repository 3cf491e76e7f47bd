// Writes the typed parts of all clients: `node tools/sdk/generate.ts`, after a change of an operation's input or
// response.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectRoot } from '../../test/rig/house/source-tree.ts';
import { generatedFiles } from './generated-files.ts';
import { phpModelFolder } from './php/client-files.ts';

// Each object has a file there, and an object may be gone.
rmSync(join(projectRoot, phpModelFolder), { recursive: true, force: true });
for (const [path, text] of Object.entries(generatedFiles())) {
  const file = join(projectRoot, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  process.stdout.write(`${file}\n`);
}
