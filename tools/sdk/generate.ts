// Writes the client's typed half: `node tools/sdk/generate.ts`, after any change of what operations take or answer.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../test/rig/house/source-tree.ts';
import { describedApi } from '../../test/rig/interface/described-api.ts';
import { clientText } from './client-text.ts';

const path = join(projectRoot, 'sdk/src/generated/api.ts');
writeFileSync(path, clientText(describedApi()));
process.stdout.write(`${path}\n`);
