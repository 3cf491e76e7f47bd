// The operator's command line: what was built of it, or else the sources as they are.
// @ts-check
import { builtFile } from '../built/built-file.js';

const built = builtFile('run-command');
await import(built ?? './run-command.ts');
