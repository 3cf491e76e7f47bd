// The operator's command line: what was built of it, or else the sources as they are.
import { builtFile } from '../built/built-file.ts';

const built = builtFile('run-command');
await (built === null ? import('./run-command.ts') : import(built));
