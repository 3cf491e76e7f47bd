// Writes the typed part of the client: `node tools/sdk/generate.ts`, after a change of an operation's input or
// response.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../test/rig/house/source-tree.ts';
import { describedApi } from '../../test/rig/interface/described-api.ts';
import { clientText } from './client-text.ts';

const path = join(projectRoot, 'sdk/src/generated/api.ts');
writeFileSync(path, clientText(describedApi()));
process.stdout.write(`${path}\n`);
